import type { Agent, RequestInit as NetworkInit } from 'undici';
import type { AddressRule, LookupAll } from './addresses.ts';

/**
 * The route of one request of a checked `fetch`: the URL that it goes to, and the rule for
 * addresses.
 */
export interface Route {
  readonly url: string;
  readonly isAllowed: AddressRule;
}

/** Options of {@link createCheckedNetwork}. */
export interface CheckedNetworkOptions {
  /** The function that finds the addresses of a host name. Default: that of the system. */
  readonly lookup?: LookupAll | undefined;
  /** Longest silence within a request, in milliseconds. Default 300,000. */
  readonly silenceMs?: number;
}

/** Requests whose connections are checked by their addresses. */
export interface CheckedNetwork {
  /**
   * A `fetch` that asks for the route of every request, and fails with `TypeError` where an address
   * is refused: see {@link isAddressRefusal}. It follows no redirects: they are errors, or, with
   * `redirect: 'manual'`, answers. What `route` throws is thrown.
   */
  createFetch(route: (url: URL) => Route): typeof fetch;
  /** Ends all connections of the checked network. Requests under way fail. */
  close(): Promise<void>;
}

/**
 * Makes requests to addresses that somebody else chose. An address is checked when it is connected
 * to, so a name that changes its mind does not get around it.
 *
 * @example
 * ```ts
 * import { createCheckedNetwork, isPublicAddress } from '@formwork/network';
 *
 * const network = createCheckedNetwork();
 * const fetch = network.createFetch(({ href: url }) => ({ url, isAllowed: isPublicAddress }));
 * await fetch('https://example.com');
 * await network.close();
 * ```
 */
export function createCheckedNetwork({
  lookup,
  silenceMs = 300_000,
}: CheckedNetworkOptions = {}): CheckedNetwork {
  const agents = new Map<AddressRule, Agent>();
  let isClosed = false;

  return {
    createFetch: (route) =>
      async function fetchChecked(input, init = {}) {
        const asked = new URL(
          typeof input === 'string' || input instanceof URL ? input : input.url,
        );
        const { url, isAllowed } = route(asked);
        // What sends takes a while to load, and many a network is asked for nothing.
        const { createCheckedAgent, fetchPlainly, fetchWith } = await import('./send-checked.ts');
        if (isClosed) throw new TypeError('fetch failed', { cause: new Error('It is closed') });
        const dispatcher =
          agents.get(isAllowed) ?? createCheckedAgent(isAllowed, { lookup, silenceMs });
        agents.set(isAllowed, dispatcher);
        const redirect = init.redirect === 'manual' ? 'manual' : 'error';
        const { body } = init;
        const isPlain = body === undefined || body === null || typeof body === 'string';
        // Over TLS, and so across a network, an answer that is packed saves more than it costs.
        if (url.startsWith('http:') && isPlain && !(input instanceof Request)) {
          const { method, headers, signal } = init;
          return fetchPlainly(url, {
            method,
            headers,
            body: body ?? undefined,
            signal: signal ?? undefined,
            redirect,
            dispatcher,
          });
        }
        // The same interface by two names: one of the platform's types, one of the package's.
        return fetchWith(url, { ...init, redirect, dispatcher } as NetworkInit);
      },
    async close() {
      isClosed = true;
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}
