import ipaddr from 'ipaddr.js';

/** Public by its number, but inside: Azure's platform answers there to its own machines. */
const CLOUD_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * True for an address that belongs to somebody on the public internet. False for what is private,
 * shared, local or reserved, for the metadata services of clouds, for multicast, for IPv6
 * addresses that carry one of IPv4 (mapped, NAT64, 6to4, Teredo), and for what is no address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || CLOUD_ADDRESSES.has(parsed.toString())) return false;
  // All that was ever given out of IPv6 is in 2000::/3; the library calls the rest unicast, too.
  return parsed.kind() === 'ipv4' || isGlobal(parsed.toByteArray()[0] ?? 0);
}

function isGlobal(firstByte: number): boolean {
  return firstByte >= 0x20 && firstByte <= 0x3f;
}
