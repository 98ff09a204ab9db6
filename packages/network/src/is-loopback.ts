import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** True for an address of this machine that no other machine can use, also as IPv6 spells one of IPv4. */
export function isLoopbackAddress(address: string): boolean {
  const kind = isIP(address);
  return kind !== 0 && LOOPBACK.check(address, kind === 6 ? 'ipv6' : 'ipv4');
}

/** True for a host of a URL that can only be this machine: `localhost` (RFC 6761), or such an address. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/u, '');
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    isLoopbackAddress(host.replace(/^\[|\]$/gu, ''))
  );
}
