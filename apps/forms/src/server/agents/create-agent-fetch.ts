import { RequestError } from '@formwork/client';
import {
  isAddressRefusal,
  isLoopbackAddress,
  isPublicAddress,
  type AddressRule,
  type CheckedNetwork,
  type Route,
} from '@formwork/network';
import type { AddressLevel, Reach } from './agent-directory.ts';

const LEVELS: Readonly<Record<AddressLevel, AddressRule>> = {
  public: isPublicAddress,
  local: (address) => isPublicAddress(address) || isLoopbackAddress(address),
  any: () => true,
};

/**
 * Makes the `fetch` for calls to one agent, which refuses all addresses that the agent's `reach`
 * does not allow.
 */
export function createAgentFetch(reach: Reach, network: CheckedNetwork): typeof fetch {
  const ownFetch = reach.kind === 'mapped' ? reach.fetch : undefined;
  if (ownFetch !== undefined) {
    return async (input, init) => ownFetch(toRoute(toUrl(input), reach).url, init);
  }
  const send = network.createFetch((url) => toRoute(url, reach));
  return async (input, init) => {
    try {
      return await send(input, init);
    } catch (error) {
      throw isAddressRefusal(error) ? createRefusal(toUrl(input)) : error;
    }
  };
}

function toUrl(input: Parameters<typeof fetch>[0]): URL {
  return new URL(typeof input === 'string' || input instanceof URL ? input : input.url);
}

function toRoute(url: URL, reach: Reach): Route {
  if (reach.kind === 'checked') {
    const level = url.origin === reach.trusted ? 'any' : reach.level;
    return { url: url.href, isAllowed: LEVELS[level] };
  }
  const { from, to } = reach;
  const tail = url.href.slice(from.length);
  if (url.href.startsWith(from) && /^(?:$|[/?])/u.test(tail)) {
    return { url: `${to}${tail}`, isAllowed: LEVELS.any };
  }
  throw new RequestError(
    `Cannot call the agent because all its doors must be at ${from}: current value is ${url.origin}`,
    { reason: 'ADDRESS_REFUSED' },
  );
}

/**
 * Makes the error for an address that may not be called. It does not tell the IP address that the
 * name leads to, because that would reveal the inner network.
 */
function createRefusal(url: URL): RequestError {
  return new RequestError(
    `Cannot call the agent because its address must be one that may be called from here: ${url.host} leads into a private network, or to this machine. Whoever runs this server can list the agent or allow such addresses.`,
    { reason: 'ADDRESS_REFUSED' },
  );
}
