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

/**
 * Makes the `fetch` for one agent of a bridge: it sends requests to the named origins only,
 * whatever a card or a redirect says.
 */
export function createAgentFetch(options: {
  readonly network: CheckedNetwork;
  /**
   * The origins that the operator named: requests to them may go to any address that an agent can
   * have.
   */
  readonly named: readonly string[];
  /**
   * An origin that the operator does not vouch for: requests to it go only to public addresses,
   * over https.
   */
  readonly listed?: string | undefined;
  /**
   * Sends the requests that are allowed, in place of the network; the addresses of host names are
   * then not checked.
   */
  readonly send?: typeof fetch | undefined;
}): typeof fetch {
  const { network, named, listed, send } = options;
  const rules = new Map<string, AddressRule>();
  if (listed !== undefined) rules.set(listed, isPublicAddress);
  for (const origin of named) rules.set(origin, toRule(new URL(origin)));

  function findRule(url: URL): AddressRule {
    const rule = rules.get(url.origin);
    if (rule === undefined) throw toElsewhere(url, [...rules.keys()]);
    if (url.protocol === 'https:' || rule !== isPublicAddress) return rule;
    throw new RequestError(
      `Cannot call the agent because its address must be https: current value is ${url.origin}`,
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
 * Makes the rule for the addresses that the host name of an origin may lead to. An address, or a
 * name of this machine, may be reached as it is. Any other name never leads to a metadata service
 * and, over http, which does not prove who answers, never to a private address after it has led to
 * a public one.
 */
function toRule({ hostname, protocol }: URL): AddressRule {
  const isAddress = isIP(hostname.replace(/^\[|\]$/gu, '')) !== 0;
  if (isAddress || isLoopbackHost(hostname)) return () => true;
  if (protocol === 'https:') return isNoMetadata;
  return new NameOverHttp().isAllowed;
}

/** A host name that is called over http, which has led to a public address or not yet. */
class NameOverHttp {
  #wasPublic = false;

  readonly isAllowed: AddressRule = (address) => {
    if (isPublicAddress(address)) this.#wasPublic = true;
    else if (this.#wasPublic) return false;
    return isNoMetadata(address);
  };
}

const isNoMetadata: AddressRule = (address) => !isMetadataAddress(address);

function toElsewhere({ origin }: URL, origins: readonly string[]): RequestError {
  return new RequestError(
    `Cannot call the agent because everything of it must be at ${origins.join(' or ')}: current value is ${origin}. Add it to trustedOrigins if you trust it.`,
    { reason: 'ADDRESS_REFUSED' },
  );
}

/**
 * Makes the error for a refused address. It names the host only, because callers must not learn to
 * which address the name leads.
 */
function toRefusal({ host }: URL): RequestError {
  return new RequestError(
    `Cannot call the agent because its address must be one that may be called from here: ${host} leads into a private network, to this machine or to a metadata service.`,
    { reason: 'ADDRESS_REFUSED' },
  );
}
