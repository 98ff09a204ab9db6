import type { PinStore } from '@formwork/trust';
import type { CardChange } from '../agents/card-change.ts';
import type { AgentFacts, AgentStatus, ListedSignature } from '../agents/registered-agent.ts';
import type { Term } from '../agents/terms.ts';
import { RegistryFullError } from '../errors.ts';

/** A new agent for a store. Times are milliseconds since 1970. */
export interface NewAgent {
  readonly agentId: string;
  readonly url: string;
  /**
   * The owner, who may change the agent: a name or the hash of a key, in the form that `listOwners`
   * returns.
   */
  readonly owner: string;
  readonly facts: AgentFacts;
  readonly signature: ListedSignature;
  readonly terms: readonly Term[];
  readonly time: number;
  readonly healthyUntil: number;
  readonly nextCheck: number;
}

/** The highest numbers of agents that a store may have, the one that is added included. */
export interface AgentLimits {
  /** All agents. */
  readonly all: number;
  /** The agents of the owner of the one that is added. */
  readonly ofOwner: number;
  /** The agents at the origin of the one that is added. Default: no limit. */
  readonly atOrigin?: number;
}

/** An agent in a store. Times are milliseconds since 1970. */
export interface StoredAgent {
  /**
   * The number of the agent's registration: agents that are added later have higher numbers, and no
   * number is used twice.
   */
  readonly number: number;
  readonly agentId: string;
  readonly url: string;
  readonly owner: string;
  readonly facts: AgentFacts;
  /**
   * The signature of the agent's card; absent if the agent was stored by a version that kept no
   * signatures.
   */
  readonly signature?: ListedSignature;
  readonly registeredAt: number;
  readonly changedAt: number;
  readonly seenAt: number;
  readonly checkedAt: number;
  /** The time until which the agent counts as healthy, in milliseconds since 1970. */
  readonly healthyUntil: number;
  /** The number of failed checks of the agent's card since the last successful one. */
  readonly failures: number;
  readonly problem?: string;
}

/** A heartbeat: the message of an agent's owner that the agent is alive. */
export interface Heartbeat {
  readonly agentId: string;
  readonly owner: string;
}

/** Options of {@link RegistryStore.hear}. */
export interface HearOptions {
  readonly time: number;
  readonly healthyUntil: number;
  /**
   * The shortest time between a check of an agent's card and a new one that a heartbeat causes, in
   * milliseconds.
   */
  readonly checkGapMs: number;
}

/** The outcome of a check of an agent's card: the same card, a changed card, or a failure. */
export interface CheckOutcome {
  readonly agentId: string;
  readonly time: number;
  readonly nextCheck: number;
  /** The signature of the card, present if its state or its key has changed. */
  readonly signature?: ListedSignature;
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

/**
 * A term of a search: the agents found have this term or, for a prefix, a term that begins with it.
 */
export interface SearchTerm extends Term {
  readonly isPrefix?: boolean;
}

/**
 * A search for a page of agents in a store: they have all the terms, and the status if one is
 * given.
 */
export interface StoreSearch {
  readonly terms: readonly SearchTerm[];
  readonly status: AgentStatus | undefined;
  /** The current time, which decides the status of each agent, in milliseconds since 1970. */
  readonly time: number;
  /** The number after which the page begins: only agents with higher numbers are found. */
  readonly after: number;
  readonly limit: number;
}

/** A page of the agents that a store found. */
export interface StorePage {
  /** The agents of the page, in the order of their numbers. */
  readonly agents: readonly StoredAgent[];
  /**
   * The number of all agents that match the search, not only of those on this page and after it.
   */
  readonly totalCount: number;
  readonly isLast: boolean;
}

/** The number of changes of its card that are kept for each agent; older ones are dropped. */
export const KEPT_CHANGES = 20;

/** The number of days for which a pinned key stays valid after the last card with it was seen. */
export const PIN_DAYS = 90;

/**
 * Checks the numbers of agents that there would be with one more against their limits.
 *
 * @throws RegistryFullError
 */
export function checkLimits(
  counts: Required<AgentLimits>,
  {
    limits,
    origin,
  }: {
    readonly limits: AgentLimits;
    /** The origin of the agent that is added. */
    readonly origin: string;
  },
): void {
  const { all, ofOwner, atOrigin = Infinity } = limits;
  if (counts.all > all) {
    throw new RegistryFullError(
      `Cannot register the agent because the registry must have at most ${all}: it has as many`,
    );
  }
  checkOwner(counts.ofOwner, { most: ofOwner, act: 'register' });
  if (counts.atOrigin > atOrigin) {
    throw new RegistryFullError(
      `Cannot register the agent because ${origin} must have at most ${atOrigin} in the registry: it has as many`,
    );
  }
}

/**
 * Checks how many agents one owner would have.
 *
 * @throws RegistryFullError if they are more than `most`
 */
export function checkOwner(
  count: number,
  { most, act }: { readonly most: number; readonly act: 'register' | 'claim' },
): void {
  if (count <= most) return;
  throw new RegistryFullError(
    `Cannot ${act} the agent because one caller must have at most ${most}: you have as many`,
  );
}

/**
 * A store of the agents of a registry. Several registries MAY share one.
 *
 * Every method MUST be atomic, MUST resolve only after its changes are durable, and MUST reject
 * with `RegistryStorageError` when the storage refuses. Texts are compared by their code points.
 */
export interface RegistryStore {
  /**
   * Adds an agent, unless one with its id is stored already. Returns the stored agent, and whether
   * it was added. Default of `limits`: none. MUST NOT exceed a limit however many are added at once.
   *
   * @throws RegistryFullError if one more would exceed a limit
   */
  add(
    agent: NewAgent,
    limits?: AgentLimits,
  ): Promise<{ readonly agent: StoredAgent; readonly added: boolean }>;
  get(agentId: string): Promise<StoredAgent | undefined>;
  /**
   * Stores heartbeats of agents that belong to the given owners, and resolves with those agents. An
   * agent whose last check failed does not become healthy: its next check is moved forward instead.
   */
  hear(heartbeats: readonly Heartbeat[], options: HearOptions): Promise<readonly StoredAgent[]>;
  /**
   * Stores the outcome of a check of an agent that may be gone by now. MUST keep the last {@link
   * KEPT_CHANGES} changes of the card.
   */
  settle(outcome: CheckOutcome): Promise<void>;
  /**
   * Gives an agent to another owner; resolves with false if there is no such agent. MUST give an
   * owner no more than `most` agents however many are given at once; the owner of an agent keeps
   * it. Default of `most`: any number.
   *
   * @throws RegistryFullError if one more would exceed the limit
   */
  setOwner(agentId: string, owner: string, most?: number): Promise<boolean>;
  /**
   * Removes an agent with its terms and changes; resolves with false if this owner has no such
   * agent, or something was heard of it after `seenAt`. Default of `seenAt`: it does not matter.
   */
  remove(agentId: string, owner: string, seenAt?: number): Promise<boolean>;
  /**
   * Claims up to `limit` agents whose check is due, the longest due first, and makes their next
   * check due at `until`. MUST NOT give the same agent to two callers.
   */
  takeDue(options: {
    readonly time: number;
    readonly until: number;
    readonly limit: number;
  }): Promise<readonly StoredAgent[]>;
  /**
   * Resolves with the time when the next check of any agent is due; `undefined` if there are no
   * agents.
   */
  nextDue(): Promise<number | undefined>;
  search(search: StoreSearch): Promise<StorePage>;
  /** Resolves with the stored changes of an agent's card, newest first. */
  listChanges(agentId: string): Promise<readonly CardChange[]>;
  /** Counts all agents, or those of one owner. */
  count(owner?: string): Promise<number>;
  /** Counts the agents whose URL has an origin, such as `https://agents.example.com`. */
  countAt(origin: string): Promise<number>;
  /**
   * The pins: the keys that cards were signed with, by the address of the card. A pin MUST stay as
   * long as its agent, and after the agent is removed, so that its next registration needs the
   * same key. It may be dropped {@link PIN_DAYS} days after its key was last seen.
   */
  readonly pins: PinStore;
  /** Closes the store and releases its storage. No other method is called after it. */
  close(): Promise<void>;
}
