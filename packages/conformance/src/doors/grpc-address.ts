import { isLoopbackHost } from '@formwork/network';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { AgentNetwork } from '../network/agent-network.ts';

/** The address of a gRPC door, checked and resolved. */
export interface GrpcAddress {
  readonly url: string;
  /** The address in the form that the library takes, with the resolved IP address. */
  readonly target: string;
  readonly authority: string;
  readonly hostname: string;
  readonly origin: string;
  readonly isSecure: boolean;
}

/** Matches a gRPC address without a scheme: `host`, `host:port`, `[::1]:port`. */
const BARE = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu;

/**
 * Reads the URL of a gRPC door: `https://` with TLS, `http://` without, and a bare `host:port` with
 * TLS unless it is this machine. `undefined` for anything else: the library knows schemes, such as
 * `unix:`, that a card must not lead to.
 */
export function parseGrpcUrl(
  url: string,
): Pick<GrpcAddress, 'origin' | 'isSecure' | 'hostname'> | undefined {
  const isBare = BARE.test(url);
  const full = isBare ? `https://${url}` : url;
  const parsed = URL.canParse(full) ? new URL(full) : undefined;
  if (parsed === undefined || !/^https?:$/u.test(parsed.protocol)) return undefined;
  const { hostname, protocol } = parsed;
  const isSecure = isBare ? !isLoopbackHost(hostname) : protocol === 'https:';
  const port = parsed.port || (protocol === 'https:' ? '443' : '80');
  const origin = new URL(`${isSecure ? 'https' : 'http'}://${hostname}:${port}`).origin;
  return { origin, isSecure, hostname };
}

/**
 * Resolves the URL of a gRPC door, so that the connection leads to the address that was checked; a
 * text says why it may not be called.
 */
export async function resolveGrpcUrl(
  url: string,
  network: AgentNetwork,
): Promise<GrpcAddress | string> {
  const parsed = parseGrpcUrl(url);
  if (parsed === undefined) return 'its URL is no address of gRPC';
  const { origin, hostname, isSecure } = parsed;
  const host = hostname.replace(/^\[|\]$/gu, '');
  const port = new URL(origin).port || (isSecure ? '443' : '80');
  const isAllowed = network.findRule(new URL(origin));
  try {
    const addresses = isIP(host) === 0 ? await lookup(host, { all: true }) : [{ address: host }];
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isAllowed(address))) {
      return `${hostname} leads into a private network or to this machine, and the agent does not`;
    }
    const kind = isIP(first.address) === 6 ? 'ipv6' : 'ipv4';
    const address = kind === 'ipv6' ? `[${first.address}]` : first.address;
    const target = `${kind}:${address}:${port}`;
    return { url, target, authority: `${hostname}:${port}`, hostname: host, origin, isSecure };
  } catch {
    return `the name ${hostname} leads nowhere`;
  }
}
