import type { CardChange } from './agents/card-change.ts';
import type { AgentStatus, RegisteredAgent } from './agents/registered-agent.ts';
import type { Caller } from './owners.ts';

/** The outcome of a registration. */
export interface Registration {
  readonly agent: RegisteredAgent;
  /** False when the agent was registered already. */
  readonly created: boolean;
  /** A secret that opens a new agent to a caller who has no name and gave no key. Given once. */
  readonly key?: string;
}

/** Agents that can be found by what they do. */
export interface Registry {
  /**
   * Reads the card at an address and lists its agent. Of one that is listed already, the owner has
   * the card read again, and nobody else changes anything. It belongs to the caller by name, or by
   * the key that the caller gives, or by one that is made.
   *
   * @throws AgentRefusedError, NotOwnerError for a key that is too short, RegistryFullError, RegistryBusyError, RegistryStorageError
   */
  register(url: string, caller?: Caller): Promise<Registration>;
  /**
   * Says that an agent is there. One whose card could not be read stays unhealthy until it can.
   *
   * @throws AgentUnknownError, NotOwnerError, RegistryStorageError
   */
  heartbeat(agentId: string, caller: Caller): Promise<RegisteredAgent>;
  /** @throws AgentUnknownError, NotOwnerError, RegistryStorageError */
  remove(agentId: string, caller: Caller): Promise<RegisteredAgent>;
  /**
   * Makes the caller the owner of an agent whose origin names it: see `docs/registry.md`.
   *
   * @throws AgentUnknownError, NotOwnerError, RegistryStorageError
   */
  claim(agentId: string, caller: Caller): Promise<RegisteredAgent>;
  /** @throws AgentUnknownError, RegistryStorageError */
  get(agentId: string): Promise<RegisteredAgent>;
  /** @throws RangeError or TypeError that names the field; CursorInvalidError, RegistryStorageError */
  discover(query?: AgentQuery): Promise<AgentPage>;
  /** How the card of an agent changed, newest first. @throws AgentUnknownError, RegistryStorageError */
  listChanges(agentId: string): Promise<readonly CardChange[]>;
  /** Looks at every card that is due, and resolves with how many there were. */
  check(): Promise<number>;
  /** Looks at cards whenever they are due, until the registry is closed. Keeps no process alive. */
  start(): void;
  /** Ends checks and connections, then closes the store. */
  close(): Promise<void>;
}

/** Which agents to find. Whatever is given must hold; of a list, all of it. */
export interface AgentQuery {
  /** Ids of skills, or what cards declare of A2A; see `AgentFacts.capabilities`. Default none. */
  readonly capabilities?: readonly string[];
  /** Tags of skills, in capitals or not. Default none. */
  readonly tags?: readonly string[];
  /** Names of schemas. Default none. */
  readonly schemas?: readonly string[];
  /** Fingerprints of schemas. Default none. */
  readonly fingerprints?: readonly string[];
  /**
   * Words, or their beginnings, of names, descriptions, skills, tags and schemas; in capitals or
   * not. Default none.
   */
  readonly text?: string;
  /** Default `all`. */
  readonly status?: AgentStatus | 'all';
  /** Agents on a page, 1 to 100. Default 20. */
  readonly limit?: number;
  /** `nextCursor` of the page before, of the same query. Default: the first page. */
  readonly cursor?: string;
}

/** Agents in the order of their registration. */
export interface AgentPage {
  readonly agents: readonly RegisteredAgent[];
  /** Of all pages. */
  readonly totalCount: number;
  /** Absent on the last page. Opaque, and good for as long as the query stays the same. */
  readonly nextCursor?: string;
}
