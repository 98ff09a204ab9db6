import { RequestError } from '@formwork/client';
import {
  createCheckedNetwork,
  isAddressRefusal,
  isLoopbackAddress,
  isLoopbackHost,
  isPublicAddress,
  type AddressRule,
  type LookupAll,
} from '@formwork/network';

/**
 * The addresses that the host names of agents may lead to:
 *
 * - `public`: addresses of the public internet;
 * - `local`: also this machine, for agents that are called by `localhost` or a loopback address;
 * - `any`: all addresses, also those of private networks.
 */
export type AllowedAddresses = 'public' | 'local' | 'any';

/** A `fetch` that connects to allowed addresses only, and the function that closes it. */
export interface CheckedFetch {
  readonly fetch: typeof fetch;
  /** Ends all connections of the `fetch`. */
  readonly close: () => Promise<void>;
}

const RULES: Readonly<Record<AllowedAddresses, AddressRule>> = {
  public: isPublicAddress,
  local: (address) => isPublicAddress(address) || isLoopbackAddress(address),
  any: () => true,
};

/**
 * Makes a `fetch` that checks the address of every connection at the moment it connects. A call to
 * an address that is not allowed fails with a `RequestError` whose reason is `ADDRESS_REFUSED`.
 */
export function createCheckedFetch({
  allowAddresses,
  allowOrigins,
  lookup,
  silenceMs,
}: {
  readonly allowAddresses: AllowedAddresses;
  /**
   * The origins that the operator of the registry vouches for: calls to them are allowed at any
   * address.
   */
  readonly allowOrigins: readonly string[];
  readonly lookup: LookupAll | undefined;
  /** The longest time that a response may stay silent, in milliseconds. */
  readonly silenceMs: number;
}): CheckedFetch {
  const trusted = new Set(allowOrigins.map((url) => new URL(url).origin));
  const network = createCheckedNetwork({ lookup, silenceMs });

  function ruleFor({ origin, hostname }: URL): AddressRule {
    if (trusted.has(origin) || allowAddresses === 'any') return RULES.any;
    // The name of a stranger's host must not lead to servers on this machine.
    return allowAddresses === 'local' && isLoopbackHost(hostname) ? RULES.local : RULES.public;
  }

  const send = network.createFetch((url) => ({ url: url.href, isAllowed: ruleFor(url) }));
  return {
    async fetch(input, init) {
      try {
        return await send(input, init);
      } catch (error) {
        if (!isAddressRefusal(error)) throw error;
        throw createRefusal(new URL(input instanceof Request ? input.url : input));
      }
    },
    close: () => network.close(),
  };
}

/**
 * Makes the error for a call to an address that is not allowed. It names the host only, so that
 * strangers do not learn which address the host name leads to.
 */
function createRefusal({ host }: URL): RequestError {
  return new RequestError(
    `Cannot call the agent because its address must be one that may be called from here: ${host} leads into a private network, or to this machine`,
    { reason: 'ADDRESS_REFUSED' },
  );
}
