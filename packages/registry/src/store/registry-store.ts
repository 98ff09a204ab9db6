import type { CardChange } from '../agents/card-change.ts';
import type { AgentFacts, AgentStatus } from '../agents/registered-agent.ts';
import type { Term } from '../agents/terms.ts';

/** An agent to be stored. Times are milliseconds since 1970. */
export interface NewAgent {
  readonly agentId: string;
  readonly url: string;
  /** Who may change it: see `listOwners`. */
  readonly owner: string;
  readonly facts: AgentFacts;
  readonly terms: readonly Term[];
  readonly time: number;
  readonly healthyUntil: number;
  readonly nextCheck: number;
}

/** An agent as it is stored. Times are milliseconds since 1970. */
export interface StoredAgent {
  /** Of its registration: later ones have higher numbers, and none is given twice. */
  readonly number: number;
  readonly agentId: string;
  readonly url: string;
  readonly owner: string;
  readonly facts: AgentFacts;
  readonly registeredAt: number;
  readonly changedAt: number;
  readonly seenAt: number;
  readonly checkedAt: number;
  /** It is healthy before this time. */
  readonly healthyUntil: number;
  /** Checks that failed since the last one that did not. */
  readonly failures: number;
  readonly problem?: string;
}

/** A heartbeat from an owner of an agent. */
export interface Heartbeat {
  readonly agentId: string;
  readonly owner: string;
}

/** Options of {@link RegistryStore.hear}. */
export interface HearOptions {
  readonly time: number;
  readonly healthyUntil: number;
  /** How long after a check another one may be asked for. */
  readonly checkGapMs: number;
}

/** The outcome of a check of a card. */
export interface CheckOutcome {
  readonly agentId: string;
  readonly time: number;
  readonly nextCheck: number;
  readonly result:
    | { readonly kind: 'same'; readonly healthyUntil: number }
    | {
        readonly kind: 'changed';
        readonly healthyUntil: number;
        readonly facts: AgentFacts;
        readonly terms: readonly Term[];
        readonly change: CardChange;
      }
    | { readonly kind: 'failed'; readonly problem: string };
}

/** A term that an agent must have, or that one of its terms must begin with. */
export interface SearchTerm extends Term {
  readonly isPrefix?: boolean;
}

/** Which agents a store is to find. */
export interface StoreSearch {
  readonly terms: readonly SearchTerm[];
  readonly status: AgentStatus | undefined;
  /** Now, for the status. */
  readonly time: number;
  /** Only agents with higher numbers. */
  readonly after: number;
  readonly limit: number;
}

/** A page of agents that a store found. */
export interface StorePage {
  /** In the order of their numbers. */
  readonly agents: readonly StoredAgent[];
  /** Wherever the page begins. */
  readonly totalCount: number;
  readonly isLast: boolean;
}

/** Changes of a card that are kept of each agent. */
export const KEPT_CHANGES = 20;

/**
 * Keeps the agents of a registry. Several registries MAY share one.
 *
 * Every method MUST be atomic, MUST have written for good what it resolves with, and MUST reject
 * with `RegistryStorageError` when the storage refuses. Texts are compared by their code points.
 */
export interface RegistryStore {
  /** Stores the agent, unless there is one with its id, which is given back then. */
  add(agent: NewAgent): Promise<{ readonly agent: StoredAgent; readonly added: boolean }>;
  get(agentId: string): Promise<StoredAgent | undefined>;
  /**
   * Notes heartbeats of agents that these owners have. One whose last check failed does not become
   * healthy by it: it is checked as soon as it may be. Resolves with those that were noted.
   */
  hear(heartbeats: readonly Heartbeat[], options: HearOptions): Promise<readonly StoredAgent[]>;
  /** Notes a check, of an agent that may be gone. MUST keep the last {@link KEPT_CHANGES} changes. */
  settle(outcome: CheckOutcome): Promise<void>;
  /** False when there is no such agent. */
  setOwner(agentId: string, owner: string): Promise<boolean>;
  /** With all that is kept of it. False when this owner has no such agent. */
  remove(agentId: string, owner: string): Promise<boolean>;
  /**
   * Takes agents whose check is due, the longest due first; for others they are due again at
   * `until`. MUST NOT give one to two callers.
   */
  takeDue(options: {
    readonly time: number;
    readonly until: number;
    readonly limit: number;
  }): Promise<readonly StoredAgent[]>;
  /** When the next check is due; `undefined` without agents. */
  nextDue(): Promise<number | undefined>;
  search(search: StoreSearch): Promise<StorePage>;
  /** Newest first. */
  listChanges(agentId: string): Promise<readonly CardChange[]>;
  /** All agents, or those of an owner. */
  count(owner?: string): Promise<number>;
  /** Agents whose URL has this origin, such as `https://agents.example.com`. */
  countAt(origin: string): Promise<number>;
  /** Lets go of the storage. Nothing is called after it. */
  close(): Promise<void>;
}
