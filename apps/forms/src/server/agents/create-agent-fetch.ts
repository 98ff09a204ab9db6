import { RequestError } from '@formwork/client';
import { AddressRefusedError } from '@formwork/runtime';
import { fetch as fetchWith, type RequestInit as DispatchedInit } from 'undici';
import type { AgentDispatchers } from './agent-dispatchers.ts';
import type { AddressLevel, Reach } from './agent-directory.ts';

/** The `fetch` for calls to one agent: it goes nowhere but where these may go. */
export function createAgentFetch(reach: Reach, dispatchers: AgentDispatchers): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(typeof input === 'string' || input instanceof URL ? input : input.url);
    const { target, level } = toTarget(url, reach);
    try {
      // The same interface by two names: one of the platform's types, one of the package's.
      const options = { ...init, dispatcher: dispatchers.get(level) } as DispatchedInit;
      return await fetchWith(target, options);
    } catch (error) {
      throw isAddressRefusal(error) ? createRefusal(url) : error;
    }
  };
}

interface Target {
  readonly target: string;
  readonly level: AddressLevel;
}

function toTarget(url: URL, reach: Reach): Target {
  if (reach.kind === 'checked') {
    return { target: url.href, level: url.origin === reach.trusted ? 'any' : reach.level };
  }
  const { from, to } = reach;
  const rest = url.href.slice(from.length);
  if (url.href.startsWith(from) && /^(?:$|[/?])/u.test(rest)) {
    return { target: `${to}${rest}`, level: 'any' };
  }
  throw new RequestError(
    `Cannot call the agent as all its doors must be at ${from}: current value is ${url.origin}`,
    { reason: 'ADDRESS_REFUSED' },
  );
}

/** Where a name leads is nobody's business: only that it does not lead where it may. */
function createRefusal(url: URL): RequestError {
  return new RequestError(
    `Cannot call the agent as its address must be one that may be called from here: ${url.host} leads into a private network, or to this machine. Whoever runs this server can list the agent or allow such addresses.`,
    { reason: 'ADDRESS_REFUSED' },
  );
}

function isAddressRefusal(error: unknown): boolean {
  return (
    error instanceof AddressRefusedError ||
    (error instanceof AggregateError && error.errors.some(isAddressRefusal)) ||
    (error instanceof Error && error.cause !== undefined && isAddressRefusal(error.cause))
  );
}
