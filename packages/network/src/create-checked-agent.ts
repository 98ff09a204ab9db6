import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { createCheckedLookup } from './checked-lookup.ts';
import type { AddressRule, CheckedNetworkOptions } from './create-checked-network.ts';
import { AddressRefusedError } from './errors/address-refused-error.ts';

/** How long it may take until there is a connection, in milliseconds. */
const CONNECT_MS = 10_000;

/** Options of {@link createCheckedAgent}; those of the network. */
type CheckedAgentOptions = Required<CheckedNetworkOptions>;

/** Connections that lead to no address but those that are allowed. */
export function createCheckedAgent(
  isAllowed: AddressRule,
  { lookup, silenceMs }: CheckedAgentOptions,
): Agent {
  const connect = buildConnector({
    timeout: CONNECT_MS,
    lookup: createCheckedLookup(isAllowed, lookup),
  });
  return new Agent({
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    connect: (target, callback) => {
      const address = target.hostname.replace(/^\[|\]$/gu, '');
      // A host that is an address is not looked up.
      if (isIP(address) === 0 || isAllowed(address)) connect(target, callback);
      else callback(new AddressRefusedError(address), null);
    },
  });
}
