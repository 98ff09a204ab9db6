import {
  type Agent,
  FOLLOW_UP_FORMS_EXTENSION_URI,
  OBJECT_SCHEMAS_EXTENSION_URI,
  type Principal,
  toAgentCard,
} from '@formwork/core';
import { adaptLogger, createConsoleLogger } from '@formwork/schema/options';
import { createAgentDoors } from './agent-doors.ts';
import type { AgentRouterOptions } from './agent-router-options.ts';
import { createCaller, NOBODY } from './caller.ts';
import { JSON_RPC_PATH } from './card-door.ts';
import { createHandlerFetch } from './handler-fetch.ts';
import { createCallContextFor } from './transport.ts';

/** Options of {@link openLocalAgent}: the engine, the log and the caller. */
export interface LocalAgentOptions extends Pick<AgentRouterOptions, 'engine' | 'logger'> {
  /** The principal of all calls. Default: an anonymous caller. */
  readonly user?: Principal;
}

/** An agent that clients in this process call without sockets. */
export interface LocalAgent {
  /** The address that a client connects to; it exists only for {@link fetch}. */
  readonly url: string;
  /** Answers the requests of a client: for the card, and over JSON-RPC of A2A 1.0. */
  readonly fetch: typeof fetch;
  /** Ends streams, aborts running tasks and frees all resources of the agent. */
  close(): Promise<void>;
}

/** The origin of local agents. The name is reserved (RFC 6761), and is never looked up. */
const ORIGIN = 'http://agent.invalid';

const EXTENSIONS = [OBJECT_SCHEMAS_EXTENSION_URI, FOLLOW_UP_FORMS_EXTENSION_URI];

const INTERFACE = {
  url: `${ORIGIN}${JSON_RPC_PATH}`,
  protocolBinding: 'JSONRPC',
  protocolVersion: '1.0',
} as const;

/** Serves an agent inside of this process, with the request handling of a server. */
export function openLocalAgent(agent: Agent, options: LocalAgentOptions = {}): LocalAgent {
  const { user, ...served } = options;
  const logger = adaptLogger(served.logger ?? createConsoleLogger());
  const doors = createAgentDoors(agent, {
    ...served,
    publicUrl: ORIGIN,
    limits: false,
    // Requests do not say who calls, but a skill with scopes must be in reach.
    authenticate: () => undefined,
  });
  const { requestHandler: handler } = doors.transport;
  const caller = user === undefined ? NOBODY : createCaller(user);
  const { scopes } = caller;
  const cardFacts = { interfaces: [INTERFACE], streaming: true, pushNotifications: false, scopes };
  const card = JSON.stringify(toAgentCard(agent, cardFacts));
  return {
    url: ORIGIN,
    fetch: createHandlerFetch({
      handler,
      card: () => card,
      createContext: () => createCallContextFor(caller, EXTENSIONS),
      logger,
    }),
    close: () => doors.close(),
  };
}
