import { createMemoryPins } from '@formwork/trust';
import type { CardChange } from '../agents/card-change.ts';
import type { Term } from '../agents/terms.ts';
import {
  checkLimits,
  checkOwner,
  KEPT_CHANGES,
  type CheckOutcome,
  type NewAgent,
  type RegistryStore,
  type SearchTerm,
  type StoredAgent,
  type StoreSearch,
  type StorePage,
  type AgentLimits,
  type HearOptions,
  type Heartbeat,
} from './registry-store.ts';

interface Entry {
  agent: StoredAgent;
  nextCheck: number;
  terms: readonly Term[];
  changes: readonly CardChange[];
}

/**
 * Makes a store in the memory of this process: for tests, and for registries whose agents register
 * again after a restart.
 *
 * @example
 * ```ts
 * import { createMemoryRegistryStore, createRegistry } from '@formwork/registry';
 *
 * const registry = createRegistry({ store: createMemoryRegistryStore() });
 * ```
 */
export function createMemoryRegistryStore(): RegistryStore {
  const agents = new MemoryAgents();
  return {
    add: async (fresh, limits) => agents.add(fresh, limits),
    get: async (agentId) => agents.get(agentId),
    hear: async (heartbeats, options) => agents.hear(heartbeats, options),
    settle: async (outcome) => agents.settle(outcome),
    setOwner: async (agentId, owner, most) => agents.setOwner(agentId, owner, most),
    remove: async (agentId, owner, seenAt) => agents.remove(agentId, owner, seenAt),
    takeDue: async (options) => agents.takeDue(options),
    nextDue: async () => agents.nextDue(),
    search: async (search) => agents.search(search),
    listChanges: async (agentId) => agents.listChanges(agentId),
    count: async (owner) => agents.count(owner),
    countAt: async (origin) => agents.countAt(origin),
    pins: createMemoryPins(),
    close: async () => agents.clear(),
  };
}

/** The agents of a store in memory. */
class MemoryAgents {
  // The entries are in the order of their numbers, because they are added in that order.
  readonly #entries = new Map<string, Entry>();
  readonly #index = new TermIndex();
  #last = 0;

  #add({ time, nextCheck, terms, ...fields }: NewAgent): StoredAgent {
    this.#last += 1;
    const agent: StoredAgent = {
      number: this.#last,
      agentId: fields.agentId,
      url: fields.url,
      owner: fields.owner,
      facts: fields.facts,
      signature: fields.signature,
      healthyUntil: fields.healthyUntil,
      registeredAt: time,
      changedAt: time,
      seenAt: time,
      checkedAt: time,
      failures: 0,
    };
    this.#entries.set(agent.agentId, { agent, nextCheck, changes: [], terms });
    this.#index.add(agent.agentId, terms);
    return agent;
  }

  /** Lists the agents that match all terms of a search, in the order of their registration. */
  #list({ terms }: StoreSearch): readonly Entry[] {
    const [fewest, ...larger] = terms
      .map((term) => this.#index.find(term))
      .toSorted((a, b) => a.size - b.size);
    if (fewest === undefined) return [...this.#entries.values()];
    return [...fewest]
      .filter((id) => larger.every((ids) => ids.has(id)))
      .flatMap((id) => this.#entries.get(id) ?? [])
      .toSorted((a, b) => a.agent.number - b.agent.number);
  }

  #count(isCounted: (agent: StoredAgent) => boolean): number {
    return [...this.#entries.values()].filter(({ agent }) => isCounted(agent)).length;
  }

  add(
    fresh: NewAgent,
    limits?: AgentLimits,
  ): { readonly agent: StoredAgent; readonly added: boolean } {
    const stored = this.#entries.get(fresh.agentId)?.agent;
    if (stored !== undefined) return { agent: stored, added: false };
    if (limits !== undefined) {
      const { origin } = new URL(fresh.url);
      const counts = {
        all: this.#entries.size + 1,
        ofOwner: this.#count(({ owner }) => owner === fresh.owner) + 1,
        atOrigin: this.#count(({ url }) => new URL(url).origin === origin) + 1,
      };
      checkLimits(counts, { limits, origin });
    }
    return { agent: this.#add(fresh), added: true };
  }

  get(agentId: string): StoredAgent | undefined {
    return this.#entries.get(agentId)?.agent;
  }

  hear(
    heartbeats: readonly Heartbeat[],
    { time, healthyUntil, checkGapMs }: HearOptions,
  ): readonly StoredAgent[] {
    return heartbeats.flatMap(({ agentId, owner }) => {
      const entry = this.#entries.get(agentId);
      if (entry === undefined || entry.agent.owner !== owner) return [];
      const { agent } = entry;
      if (agent.failures > 0) {
        entry.nextCheck = Math.min(entry.nextCheck, Math.max(time, agent.checkedAt + checkGapMs));
        entry.agent = { ...agent, seenAt: time };
      } else entry.agent = { ...agent, seenAt: time, healthyUntil };
      return [entry.agent];
    });
  }

  settle(outcome: CheckOutcome): void {
    const entry = this.#entries.get(outcome.agentId);
    if (entry === undefined) return;
    entry.nextCheck = outcome.nextCheck;
    entry.agent = applyOutcome(entry.agent, outcome);
    const { result } = outcome;
    if (result.kind !== 'changed') return;
    this.#index.remove(outcome.agentId, entry.terms);
    this.#index.add(outcome.agentId, result.terms);
    entry.terms = result.terms;
    entry.changes = [result.change, ...entry.changes].slice(0, KEPT_CHANGES);
  }

  setOwner(agentId: string, owner: string, most: number = Infinity): boolean {
    const entry = this.#entries.get(agentId);
    if (entry === undefined) return false;
    if (entry.agent.owner === owner) return true;
    checkOwner(this.#count((agent) => agent.owner === owner) + 1, { most, act: 'claim' });
    entry.agent = { ...entry.agent, owner };
    return true;
  }

  remove(agentId: string, owner: string, seenAt: number = Infinity): boolean {
    const entry = this.#entries.get(agentId);
    if (entry === undefined || entry.agent.owner !== owner) return false;
    if (entry.agent.seenAt > seenAt) return false;
    this.#index.remove(agentId, entry.terms);
    return this.#entries.delete(agentId);
  }

  takeDue({
    time,
    until,
    limit,
  }: {
    readonly time: number;
    readonly until: number;
    readonly limit: number;
  }): readonly StoredAgent[] {
    const due = [...this.#entries.values()]
      .filter(({ nextCheck }) => nextCheck <= time)
      .toSorted((a, b) => a.nextCheck - b.nextCheck || a.agent.number - b.agent.number)
      .slice(0, limit);
    for (const entry of due) entry.nextCheck = until;
    return due.map(({ agent }) => agent);
  }

  nextDue(): number | undefined {
    let first: number | undefined;
    for (const { nextCheck } of this.#entries.values())
      first = Math.min(first ?? nextCheck, nextCheck);
    return first;
  }

  search(search: StoreSearch): StorePage {
    const matches = this.#list(search).filter(({ agent }) => hasStatus(agent, search));
    const following = matches.filter(({ agent }) => agent.number > search.after);
    return {
      agents: following.slice(0, search.limit).map(({ agent }) => agent),
      totalCount: matches.length,
      isLast: following.length <= search.limit,
    };
  }

  listChanges(agentId: string): readonly CardChange[] {
    return this.#entries.get(agentId)?.changes ?? [];
  }

  count(owner?: string): number {
    if (owner === undefined) return this.#entries.size;
    return this.#count((agent) => agent.owner === owner);
  }

  countAt(origin: string): number {
    return this.#count(({ url }) => new URL(url).origin === origin);
  }

  clear(): void {
    this.#entries.clear();
  }
}

/** Returns an agent with the outcome of a check of its card applied to it. */
function applyOutcome(
  { problem: _problem, ...agent }: StoredAgent,
  outcome: CheckOutcome,
): StoredAgent {
  const { time, result, signature = agent.signature } = outcome;
  const checked = { ...agent, checkedAt: time, ...(signature && { signature }) };
  switch (result.kind) {
    case 'failed': {
      const { problem } = result;
      return { ...checked, healthyUntil: 0, failures: agent.failures + 1, problem };
    }
    case 'same': {
      const { healthyUntil } = result;
      return { ...checked, seenAt: time, failures: 0, healthyUntil };
    }
    case 'changed': {
      const { facts, healthyUntil } = result;
      return { ...checked, seenAt: time, changedAt: time, failures: 0, healthyUntil, facts };
    }
  }
}

function hasStatus({ healthyUntil }: StoredAgent, { status, time }: StoreSearch): boolean {
  return status === undefined || status === (time < healthyUntil ? 'healthy' : 'unhealthy');
}

const NOBODY: ReadonlySet<string> = new Set();

/** An index of the ids of agents by their search terms. */
class TermIndex {
  readonly #byKind = new Map<string, Map<string, Set<string>>>();

  #textsOf(kind: string): Map<string, Set<string>> {
    const texts = this.#byKind.get(kind) ?? new Map<string, Set<string>>();
    this.#byKind.set(kind, texts);
    return texts;
  }

  add(agentId: string, terms: readonly Term[]): void {
    for (const { kind, text } of terms) {
      const texts = this.#textsOf(kind);
      texts.set(text, (texts.get(text) ?? new Set()).add(agentId));
    }
  }

  remove(agentId: string, terms: readonly Term[]): void {
    for (const { kind, text } of terms) {
      const texts = this.#textsOf(kind);
      const ids = texts.get(text);
      ids?.delete(agentId);
      if (ids?.size === 0) texts.delete(text);
    }
  }

  /**
   * Returns the ids of the agents that have a search term, or, for a prefix, a term that begins
   * with it.
   */
  find({ kind, text, isPrefix = false }: SearchTerm): ReadonlySet<string> {
    const texts = this.#textsOf(kind);
    if (!isPrefix) return texts.get(text) ?? NOBODY;
    const agentIds = new Set<string>();
    for (const [indexed, ids] of texts) {
      if (indexed.startsWith(text)) for (const id of ids) agentIds.add(id);
    }
    return agentIds;
  }
}
