import {
  AddressRefusedError,
  createCheckedLookup,
  isPublicAddress,
  type LookupAll,
} from '@formwork/runtime';
import { RequestError } from '@formwork/client';
import { BlockList, isIP } from 'node:net';
import {
  Agent,
  buildConnector,
  fetch as fetchWith,
  type RequestInit as DispatchedInit,
} from 'undici';
import type { AllowedAddresses } from './address-rules.ts';

/** Options of {@link createCheckedFetch}. */
export interface CheckedFetchOptions {
  readonly allowAddresses: AllowedAddresses;
  /** Origins that somebody vouches for, wherever they are. */
  readonly allowOrigins: readonly string[];
  readonly lookup?: LookupAll | undefined;
  /** How long a connection, and any silence after it, may take, in milliseconds. */
  readonly timeoutMs: number;
}

/** A `fetch` that goes nowhere but where it may. */
export interface CheckedFetch {
  readonly fetch: typeof fetch;
  /** Ends its connections. */
  readonly close: () => Promise<void>;
}

type Level = AllowedAddresses;

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

const LEVELS: Readonly<Record<Level, (address: string) => boolean>> = {
  public: isPublicAddress,
  local: (address) => isPublicAddress(address) || isLoopback(address),
  any: () => true,
};

/**
 * Makes a `fetch` whose every connection is checked by the address it is made to, so that neither a
 * redirect nor a name that changes its mind gets around it. What may not be called fails with a
 * `RequestError` whose reason is `ADDRESS_REFUSED`.
 */
export function createCheckedFetch(options: CheckedFetchOptions): CheckedFetch {
  const { allowAddresses } = options;
  const trusted = new Set(options.allowOrigins.map((one) => new URL(one).origin));
  const agents = new Map<Level, Agent>();

  function toAgent(level: Level): Agent {
    const agent = agents.get(level) ?? createAgent(LEVELS[level], options);
    agents.set(level, agent);
    return agent;
  }

  function toLevel({ origin, hostname }: URL): Level {
    if (trusted.has(origin) || allowAddresses === 'any') return 'any';
    // A stranger's name must not lead to what runs beside us.
    return allowAddresses === 'local' && isLoopbackHost(hostname) ? 'local' : 'public';
  }

  return {
    async fetch(input, init = {}) {
      const url = new URL(typeof input === 'string' || input instanceof URL ? input : input.url);
      const dispatcher = toAgent(toLevel(url));
      try {
        // The same interface by two names: one of the platform's types, one of the package's.
        return (await fetchWith(url, { ...init, dispatcher } as DispatchedInit)) as Response;
      } catch (error) {
        throw isRefusal(error) ? createRefusal(url) : error;
      }
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

function createAgent(
  isAllowed: (address: string) => boolean,
  { lookup, timeoutMs }: CheckedFetchOptions,
): Agent {
  const connect = buildConnector({
    timeout: timeoutMs,
    lookup: createCheckedLookup(isAllowed, lookup),
  });
  return new Agent({
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: (target, callback) => {
      // A host that is an address is not looked up.
      const host = target.hostname.replaceAll(/^\[|\]$/gu, '');
      if (isIP(host) === 0 || isAllowed(host)) connect(target, callback);
      else callback(new AddressRefusedError(host), null);
    },
  });
}

function isLoopback(address: string): boolean {
  const kind = isIP(address);
  return kind !== 0 && LOOPBACK.check(address, kind === 6 ? 'ipv6' : 'ipv4');
}

/** A host that can only be this machine: `localhost` (RFC 6761), or such an address. */
function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/u, '');
  const isName = host === 'localhost' || host.endsWith('.localhost');
  return isName || isLoopback(host.replaceAll(/^\[|\]$/gu, ''));
}

/** Where a name leads is nobody's business: only that it does not lead where it may. */
function createRefusal(url: URL): RequestError {
  return new RequestError(
    `Cannot call the agent as its address must be one that may be called from here: ${url.host} leads into a private network, or to this machine`,
    { reason: 'ADDRESS_REFUSED' },
  );
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof AddressRefusedError ||
    (error instanceof AggregateError && error.errors.some(isRefusal)) ||
    (error instanceof Error && error.cause !== undefined && isRefusal(error.cause))
  );
}
