import type { CardChange } from './agents/card-change.ts';
import type { AgentStatus, RegisteredAgent } from './agents/registered-agent.ts';
import type { Caller } from './owners.ts';

/**
 * The outcome of registering an agent: the agent, whether it is new, and the key if one was made.
 */
export interface Registration {
  readonly agent: RegisteredAgent;
  /** True if the agent is new in the registry; false if it was registered already. */
  readonly created: boolean;
  /**
   * A secret key with which a caller without a name changes the agent later. It is returned once,
   * and only if the agent is new and the caller gave neither a name nor a key.
   */
  readonly key?: string;
}

/**
 * A registry: a list of agents that keeps checking their cards, in which agents can be found by
 * what they do.
 */
export interface Registry {
  /**
   * Reads the card at an address and adds its agent to the registry. The agent then belongs to the
   * caller: to the caller's name, else to the key that the caller gave or that is made. If the
   * agent is already listed, its owner thereby causes a check of its card, and other callers change
   * nothing.
   *
   * @throws AgentRefusedError, NotOwnerError for a key that is too short, RegistryFullError,
   * RegistryBusyError, RegistryStorageError
   */
  register(url: string, caller?: Caller): Promise<Registration>;
  /**
   * Records that an agent is alive, and returns it. An agent whose card could not be read stays
   * unhealthy until the card is read again.
   *
   * @throws AgentUnknownError, NotOwnerError, RegistryStorageError
   */
  heartbeat(agentId: string, caller: Caller): Promise<RegisteredAgent>;
  /**
   * Removes an agent that belongs to the caller, and returns it as it was. @throws
   * AgentUnknownError, NotOwnerError, RegistryStorageError
   */
  remove(agentId: string, caller: Caller): Promise<RegisteredAgent>;
  /**
   * Makes the caller the owner of an agent, if a document at the agent's origin names the caller:
   * see `docs/registry.md`.
   *
   * @throws AgentUnknownError, NotOwnerError, RegistryStorageError
   */
  claim(agentId: string, caller: Caller): Promise<RegisteredAgent>;
  /** Returns the agent with an id. @throws AgentUnknownError, RegistryStorageError */
  get(agentId: string): Promise<RegisteredAgent>;
  /**
   * Finds one page of the agents that match a query; all agents without one. @throws RangeError or
   * TypeError that names the field; CursorInvalidError, RegistryStorageError
   */
  discover(query?: AgentQuery): Promise<AgentPage>;
  /**
   * Returns the last changes of an agent's card, newest first. @throws AgentUnknownError,
   * RegistryStorageError
   */
  listChanges(agentId: string): Promise<readonly CardChange[]>;
  /** Checks every card that is due, and resolves with the number of cards checked. */
  check(): Promise<number>;
  /**
   * Starts checking cards whenever they are due, until the registry is closed. It does not keep the
   * process alive.
   */
  start(): void;
  /** Stops checks, ends connections, then closes the store. */
  close(): Promise<void>;
}

/**
 * A query for agents. An agent matches if it has everything that the query names: each item of
 * every list, and each word of the text.
 */
export interface AgentQuery {
  /**
   * Ids of skills, or features of A2A that cards declare; see `AgentFacts.capabilities`. Default:
   * none.
   */
  readonly capabilities?: readonly string[];
  /** Tags that the agent's skills must have; capitals do not matter. Default: none. */
  readonly tags?: readonly string[];
  /** Names of schemas that the agent must have. Default: none. */
  readonly schemas?: readonly string[];
  /** Fingerprints of schemas that the agent must have. Default: none. */
  readonly fingerprints?: readonly string[];
  /**
   * Words, or the beginnings of words, in the agent's name, description, provider, skills, tags and
   * schemas; capitals do not matter. Default: none.
   */
  readonly text?: string;
  /** The status that the agents must have. Default `all`. */
  readonly status?: AgentStatus | 'all';
  /** The highest number of agents on the page, from 1 to 100. Default 20. */
  readonly limit?: number;
  /** The `nextCursor` of the page before this one, for the same query. Default: the first page. */
  readonly cursor?: string;
}

/** A page of agents that match a query, in the order of their registration. */
export interface AgentPage {
  readonly agents: readonly RegisteredAgent[];
  /** The number of agents on all pages together. */
  readonly totalCount: number;
  /** An opaque text that asks for the next page of the same query; absent on the last page. */
  readonly nextCursor?: string;
}
