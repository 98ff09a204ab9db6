import { RequestError } from '@formwork/client';
import {
  isAddressRefusal,
  isLoopbackHost,
  isMetadataAddress,
  isPublicAddress,
  type AddressRule,
  type CheckedNetwork,
} from '@formwork/network';
import { isIP } from 'node:net';

/** Options of {@link createAgentFetch}. */
export interface AgentFetchOptions {
  readonly network: CheckedNetwork;
  /** Origins that the operator named: requests to them may lead to any address an agent can have. */
  readonly named: readonly string[];
  /** An origin that nobody vouches for: requests to it lead to public addresses, over https. */
  readonly listed?: string | undefined;
  /** Sends the requests that may be sent, and checks no addresses. Default: the network. */
  readonly send?: typeof fetch | undefined;
}

/**
 * The `fetch` for one agent of a bridge: it goes to the origins that were named, and nowhere else,
 * whatever a card or a redirect says.
 */
export function createAgentFetch(options: AgentFetchOptions): typeof fetch {
  const { network, named, listed, send } = options;
  const rules = new Map<string, AddressRule>();
  if (listed !== undefined) rules.set(listed, isPublicAddress);
  for (const origin of named) rules.set(origin, toRule(new URL(origin)));

  function findRule(url: URL): AddressRule {
    const rule = rules.get(url.origin);
    if (rule === undefined) throw toElsewhere(url, [...rules.keys()]);
    if (url.protocol === 'https:' || rule !== isPublicAddress) return rule;
    throw new RequestError(
      `Cannot call the agent as its address must be https: current value is ${url.origin}`,
      { reason: 'ADDRESS_REFUSED' },
    );
  }

  const checked = network.createFetch((url) => ({ url: url.href, isAllowed: findRule(url) }));
  return async (input, init) => {
    const url = new URL(typeof input === 'string' || input instanceof URL ? input : input.url);
    try {
      if (send === undefined) return await checked(input, init);
      findRule(url);
      return await send(input, {
        ...init,
        redirect: init?.redirect === 'manual' ? 'manual' : 'error',
      });
    } catch (error) {
      throw isAddressRefusal(error) ? toRefusal(url) : error;
    }
  };
}

/**
 * Where a named origin may lead. Who wrote an address, or a name of this machine, meant just that.
 * Any other name is somebody's who may change where it leads: never to a metadata service, and
 * without https, which proves who is there, never inside once it was outside.
 */
function toRule({ hostname, protocol }: URL): AddressRule {
  const isAddress = isIP(hostname.replace(/^\[|\]$/gu, '')) !== 0;
  if (isAddress || isLoopbackHost(hostname)) return () => true;
  if (protocol === 'https:') return isNoMetadata;
  let wasPublic = false;
  return (address) => {
    if (isPublicAddress(address)) wasPublic = true;
    else if (wasPublic) return false;
    return !isMetadataAddress(address);
  };
}

const isNoMetadata: AddressRule = (address) => !isMetadataAddress(address);

function toElsewhere({ origin }: URL, known: readonly string[]): RequestError {
  return new RequestError(
    `Cannot call the agent as everything of it must be at ${known.join(' or ')}: current value is ${origin}. Add it to trustedOrigins if you trust it.`,
    { reason: 'ADDRESS_REFUSED' },
  );
}

/** Where a name leads is for nobody to learn: only that it does not lead where it may. */
function toRefusal({ host }: URL): RequestError {
  return new RequestError(
    `Cannot call the agent as its address must be one that may be called from here: ${host} leads into a private network, to this machine or to a metadata service.`,
    { reason: 'ADDRESS_REFUSED' },
  );
}
