import { FormworkError } from '@formwork/schema';
import ipaddr from 'ipaddr.js';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { type LookupAll, SYSTEM_LOOKUPS } from './name-lookups.ts';

/** Addresses that look public but are internal to a cloud, such as that of Azure's platform. */
const CLOUD_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Returns true for an address on the public internet. Returns false for private, shared, local and
 * reserved addresses, metadata services of clouds, multicast, IPv6 addresses that contain an IPv4
 * address (mapped, NAT64, 6to4, Teredo), and texts that are no addresses.
 *
 * @example
 * ```ts
 * import { isPublicAddress } from '@formwork/network';
 *
 * isPublicAddress('8.8.8.8'); // true
 * isPublicAddress('192.168.1.1'); // false
 * ```
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || CLOUD_ADDRESSES.has(parsed.toString())) return false;
  // IPv6 addresses are only given out from 2000::/3, but the library calls all others unicast, too.
  return parsed.kind() === 'ipv4' || isGlobal(parsed.toByteArray()[0] ?? 0);
}

function isGlobal(firstByte: number): boolean {
  return firstByte >= 0x20 && firstByte <= 0x3f;
}

/** The loopback addresses that nearly all requests use, which need no parsing. */
const USUAL: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Returns true for an address that only this machine can use, such as `127.0.0.1` or `::1`, also if
 * it is an IPv4 address inside an IPv6 address.
 *
 * @example
 * ```ts
 * import { isLoopbackAddress } from '@formwork/network';
 *
 * isLoopbackAddress('::ffff:127.0.0.1'); // true
 * isLoopbackAddress('10.0.0.1'); // false
 * ```
 */
export function isLoopbackAddress(address: string): boolean {
  if (USUAL.has(address)) return true;
  const kind = isIP(address);
  return kind !== 0 && LOOPBACK.check(address, kind === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Returns the part of an address that identifies a sender: the whole IPv4 address, or the 64-bit
 * network of an IPv6 address, because one sender usually has all addresses of such a network.
 *
 * @throws RangeError for a text that is not an address
 *
 * @example
 * ```ts
 * import { findSenderNetwork } from '@formwork/network';
 *
 * findSenderNetwork('192.0.2.7'); // '192.0.2.7'
 * findSenderNetwork('2001:db8::1'); // '2001:db8:0:0::/64'
 * ```
 */
export function findSenderNetwork(address: string): string {
  if (isIP(address) === 4) return address;
  if (!ipaddr.isValid(address)) {
    throw new RangeError(
      `Cannot find the network of a sender because its address must be one of IPv4 or IPv6: current value is ${JSON.stringify(address)}`,
    );
  }
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const parts = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}

/**
 * Returns true for the host of a URL that can only be this machine: `localhost` and names below it
 * (RFC 6761), or a loopback address.
 *
 * @example
 * ```ts
 * import { isLoopbackHost } from '@formwork/network';
 *
 * isLoopbackHost('agent.localhost'); // true
 * isLoopbackHost('localhost.example.com'); // false
 * ```
 */
export function isLoopbackHost(hostname: string): boolean {
  if (hostname === 'localhost' || USUAL.has(hostname)) return true;
  const host = hostname.toLowerCase().replace(/\.$/u, '');
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    isLoopbackAddress(host.replace(/^\[|\]$/gu, ''))
  );
}

/**
 * The addresses at which clouds serve metadata and keys to their machines, besides link-local ones.
 */
const SERVICES: ReadonlySet<string> = new Set([
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd20:ce::254',
]);

/**
 * Returns true for link-local addresses and metadata services of clouds, where no agent can be,
 * also if one is an IPv4 address inside IPv6 (mapped, translated, NAT64, 6to4, Teredo), and for a
 * text that is no address.
 *
 * @example
 * ```ts
 * import { isMetadataAddress } from '@formwork/network';
 *
 * isMetadataAddress('169.254.169.254'); // true
 * ```
 */
export function isMetadataAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return true;
  const parsed = ipaddr.process(address);
  return [parsed, ...listCarried(parsed)].some(
    (candidate) => candidate.range() === 'linkLocal' || SERVICES.has(candidate.toString()),
  );
}

/** Lists the IPv4 addresses that an IPv6 address contains; a router may send its packets there. */
function listCarried(parsed: ipaddr.IPv4 | ipaddr.IPv6): readonly (ipaddr.IPv4 | ipaddr.IPv6)[] {
  const bytes = parsed.toByteArray();
  const range = parsed.range();
  if (range === 'rfc6052' || range === 'rfc6145') return [ipaddr.fromByteArray(bytes.slice(-4))];
  if (range === '6to4') return [ipaddr.fromByteArray(bytes.slice(2, 6))];
  if (range !== 'teredo') return [];
  // A Teredo address holds that of its server, and that of the client with all bits inverted (RFC
  // 4380 section 4).
  const client = bytes.slice(-4).map((byte) => byte ^ 0xff);
  return [ipaddr.fromByteArray(bytes.slice(4, 8)), ipaddr.fromByteArray(client)];
}

/**
 * Thrown when a connection would lead to an address that the request's rule refuses. Callers must
 * not see this error, because it names the address.
 */
export class AddressRefusedError extends FormworkError {
  readonly code = 'ADDRESS_REFUSED';
  readonly address: string;

  constructor(address: string) {
    super(
      `Cannot connect because the address must be one that is allowed: current value is ${address}`,
    );
    this.address = address;
  }
}

/**
 * Returns true for the error of a request that failed because the rule refused an address.
 *
 * @example
 * ```ts
 * import { AddressRefusedError, isAddressRefusal } from '@formwork/network';
 *
 * isAddressRefusal(new TypeError('fetch failed', { cause: new AddressRefusedError('10.0.0.1') }));
 * // true
 * ```
 */
export function isAddressRefusal(error: unknown): boolean {
  return (
    error instanceof AddressRefusedError ||
    (error instanceof AggregateError && error.errors.some(isAddressRefusal)) ||
    (error instanceof Error && error.cause !== undefined && isAddressRefusal(error.cause))
  );
}

/**
 * Returns true if a connection may lead to an address. Requests with different rules do not share
 * connections.
 */
export type AddressRule = (address: string) => boolean;

/**
 * Makes a `lookup` for connections that fails with `AddressRefusedError` if the rule refuses any
 * address of a host name. The connection uses the checked addresses, so a later change of the name
 * has no effect. The resolver of the system is asked for one name at a time.
 *
 * @example
 * ```ts
 * import { createCheckedLookup, isPublicAddress } from '@formwork/network';
 * import { connect } from 'node:net';
 *
 * connect({ host: 'example.com', port: 443, lookup: createCheckedLookup(isPublicAddress) });
 * ```
 */
export function createCheckedLookup(
  isAllowed: AddressRule,
  lookupAll: LookupAll = (...query) => SYSTEM_LOOKUPS.find(...query),
): LookupFunction {
  return (hostname, options, callback) => {
    lookupAll(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      const refused = addresses?.find(({ address }) => !isAllowed(address));
      if (error !== null) callback(error, '', 0);
      else if (refused !== undefined) callback(new AddressRefusedError(refused.address), '', 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family ?? 0);
    });
  };
}
