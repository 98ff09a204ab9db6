import type { Agent, RequestInit as NetworkInit } from 'undici';
import type { AddressRule } from './addresses.ts';
import type { LookupAll } from './name-lookups.ts';
import type * as Sender from './send-checked.ts';

/**
 * The URL that one request of a checked `fetch` goes to, and the rule that says which addresses it
 * may connect to.
 */
export interface Route {
  readonly url: string;
  readonly isAllowed: AddressRule;
}

/** Options of {@link createCheckedNetwork}. */
export interface CheckedNetworkOptions {
  /** The function that finds the addresses of a host name. Default: the system's resolver. */
  readonly lookup?: LookupAll | undefined;
  /**
   * The longest time within a request in which no byte arrives, in milliseconds. Default 300,000.
   */
  readonly silenceMs?: number;
}

/** Makes requests whose connections lead to allowed addresses only. */
export interface CheckedNetwork {
  /**
   * Makes a `fetch` that calls `route` for every request, and fails with `TypeError` if the address
   * is refused: see {@link isAddressRefusal}. Redirects are not followed: they are errors, or
   * answers with `redirect: 'manual'`. Errors of `route` are thrown.
   */
  createFetch(route: (url: URL) => Route): typeof fetch;
  /** Ends all connections of the checked network. Requests under way fail. */
  close(): Promise<void>;
}

/**
 * Makes a network for requests to URLs that other people chose. The address is checked when the
 * connection is made, so a host name that changes its address cannot evade the check.
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
  const state: { sender?: typeof Sender; isClosed: boolean } = { isClosed: false };

  return {
    createFetch: (route) =>
      async function fetchChecked(input, init = {}) {
        const address = new URL(
          typeof input === 'string' || input instanceof URL ? input : input.url,
        );
        const { url, isAllowed } = route(address);
        // The module that sends requests takes a while to load, and many networks never send one.
        state.sender ??= await import('./send-checked.ts');
        const { createCheckedAgent, fetchPlainly, fetchWith } = state.sender;
        if (state.isClosed)
          throw new TypeError('fetch failed', { cause: new Error('It is closed') });
        const dispatcher =
          agents.get(isAllowed) ?? createCheckedAgent(isAllowed, { lookup, silenceMs });
        agents.set(isAllowed, dispatcher);
        const redirect = init.redirect === 'manual' ? 'manual' : 'error';
        const { body } = init;
        const isPlain = body === undefined || body === null || typeof body === 'string';
        // Over TLS, and so across a network, a compressed answer saves more than `fetch` costs.
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
        // The platform and the package each have a type for these options, and both mean the same.
        return fetchWith(url, { ...init, redirect, dispatcher } as NetworkInit);
      },
    async close() {
      state.isClosed = true;
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}
