import type { AgentPage, AgentQuery } from './agents/agent-query.ts';
import type { CardChange } from './agents/card-change.ts';
import type { RegisteredAgent } from './agents/registered-agent.ts';
import type { Caller } from './owners/owner.ts';

/** What came of a registration. */
export interface Registration {
  readonly agent: RegisteredAgent;
  /** False when the agent was registered already. */
  readonly created: boolean;
  /**
   * What opens the agent to a caller who has no name, and gave no key of its own. Given once, with a
   * new agent. A secret.
   */
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
