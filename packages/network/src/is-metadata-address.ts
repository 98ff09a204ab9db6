import ipaddr from 'ipaddr.js';

/** Where clouds answer to their own machines, outside of the link-local ranges. */
const SERVICES: ReadonlySet<string> = new Set([
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
]);

/**
 * True for link-local addresses and the metadata services of clouds, where no agent has ever been,
 * also as IPv6 spells one of IPv4 (mapped, NAT64); and for what is no address.
 */
export function isMetadataAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = unwrap(ipaddr.process(address));
  return parsed.range() === 'linkLocal' || SERVICES.has(parsed.toString());
}

function unwrap(parsed: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  return parsed.range() === 'rfc6052'
    ? ipaddr.fromByteArray(parsed.toByteArray().slice(-4))
    : parsed;
}
