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
 * Where agents may be, by where their names lead:
 *
 * - `public`: at addresses of the public internet;
 * - `local`: there, and on this machine when they are called by `localhost` or such an address;
 * - `any`: anywhere, also in the network that this process stands in.
 */
export type AllowedAddresses = 'public' | 'local' | 'any';

/** Options of {@link createCheckedFetch}. */
export interface CheckedFetchOptions {
  readonly allowAddresses: AllowedAddresses;
  /** Origins that somebody vouches for, wherever they are. */
  readonly allowOrigins: readonly string[];
  readonly lookup: LookupAll | undefined;
  /** How long an answer may be silent, in milliseconds. */
  readonly silenceMs: number;
}

/** A `fetch` that reaches allowed addresses only. */
export interface CheckedFetch {
  readonly fetch: typeof fetch;
  /** Ends its connections. */
  readonly close: () => Promise<void>;
}

const RULES: Readonly<Record<AllowedAddresses, AddressRule>> = {
  public: isPublicAddress,
  local: (address) => isPublicAddress(address) || isLoopbackAddress(address),
  any: () => true,
};

/**
 * Makes a `fetch` whose every connection is checked by the address it is made to. What may not be
 * called fails with a `RequestError` whose reason is `ADDRESS_REFUSED`.
 */
export function createCheckedFetch({
  allowAddresses,
  allowOrigins,
  lookup,
  silenceMs,
}: CheckedFetchOptions): CheckedFetch {
  const trusted = new Set(allowOrigins.map((one) => new URL(one).origin));
  const network = createCheckedNetwork({ lookup, silenceMs });

  function ruleFor({ origin, hostname }: URL): AddressRule {
    if (trusted.has(origin) || allowAddresses === 'any') return RULES.any;
    // A stranger's name must not lead to what runs beside us.
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

/** Does not tell strangers which address a name leads to. */
function createRefusal({ host }: URL): RequestError {
  return new RequestError(
    `Cannot call the agent as its address must be one that may be called from here: ${host} leads into a private network, or to this machine`,
    { reason: 'ADDRESS_REFUSED' },
  );
}
