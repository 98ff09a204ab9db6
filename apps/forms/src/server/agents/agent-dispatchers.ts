import {
  AddressRefusedError,
  createCheckedLookup,
  isPublicAddress,
  type LookupAll,
} from '@formwork/runtime';
import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import type { AddressLevel } from './agent-directory.ts';
import { isLoopbackAddress } from './is-loopback.ts';

/** Options of {@link createAgentDispatchers}. */
export interface AgentDispatchersOptions {
  readonly lookup: LookupAll | undefined;
  /** Longest silence of an agent within a call, in milliseconds. */
  readonly silenceMs: number;
}

/** What requests to agents are sent through. */
export interface AgentDispatchers {
  readonly get: (level: AddressLevel) => Dispatcher;
  readonly close: () => Promise<void>;
}

/** How long it may take until there is a connection, in milliseconds. */
const CONNECT_MS = 10_000;

const LEVELS: Readonly<Record<AddressLevel, (address: string) => boolean>> = {
  public: isPublicAddress,
  local: (address) => isPublicAddress(address) || isLoopbackAddress(address),
  any: () => true,
};

/**
 * Connections to agents, kept apart by where they may lead. An address is checked when it is
 * connected to, so neither a redirect nor a name that changes its mind gets around it.
 */
export function createAgentDispatchers(options: AgentDispatchersOptions): AgentDispatchers {
  const agents = new Map<AddressLevel, Agent>();
  return {
    get(level) {
      const known = agents.get(level) ?? createAgent(LEVELS[level], options);
      agents.set(level, known);
      return known;
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

function createAgent(
  isAllowed: (address: string) => boolean,
  { lookup, silenceMs }: AgentDispatchersOptions,
): Agent {
  const connect = buildConnector({
    timeout: CONNECT_MS,
    lookup: createCheckedLookup(isAllowed, lookup),
  });
  return new Agent({
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    connect: (target, callback) => {
      // A host that is an address is not looked up.
      if (isIP(target.hostname) === 0 || isAllowed(target.hostname)) connect(target, callback);
      else callback(new AddressRefusedError(target.hostname), null);
    },
  });
}
