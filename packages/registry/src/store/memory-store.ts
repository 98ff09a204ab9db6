import { createMemoryPins } from '@formwork/trust';
import type { CardChange } from '../agents/card-change.ts';
import type { Term } from '../agents/terms.ts';
import {
  checkLimits,
  checkOwned,
  KEPT_CHANGES,
  type CheckOutcome,
  type NewAgent,
  type RegistryStore,
  type SearchTerm,
  type StoredAgent,
  type StoreSearch,
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
  // The entries are in the order of their numbers, because they are added in that order.
  const entries = new Map<string, Entry>();
  const index = createTermIndex();
  let last = 0;

  function add({ time, nextCheck, terms, ...fields }: NewAgent): StoredAgent {
    last += 1;
    const agent: StoredAgent = {
      number: last,
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
    entries.set(agent.agentId, { agent, nextCheck, changes: [], terms });
    index.add(agent.agentId, terms);
    return agent;
  }

  /** Lists the agents that match all terms of a search, in the order of their registration. */
  function list({ terms }: StoreSearch): readonly Entry[] {
    const [fewest, ...others] = terms.map(index.find).toSorted((a, b) => a.size - b.size);
    if (fewest === undefined) return [...entries.values()];
    return [...fewest]
      .filter((id) => others.every((ids) => ids.has(id)))
      .flatMap((id) => entries.get(id) ?? [])
      .toSorted((a, b) => a.agent.number - b.agent.number);
  }

  function count(isCounted: (agent: StoredAgent) => boolean): number {
    return [...entries.values()].filter(({ agent }) => isCounted(agent)).length;
  }

  return {
    async add(fresh, limits) {
      const known = entries.get(fresh.agentId)?.agent;
      if (known !== undefined) return { agent: known, added: false };
      if (limits !== undefined) {
        const { origin } = new URL(fresh.url);
        const counts = {
          all: entries.size + 1,
          ofOwner: count(({ owner }) => owner === fresh.owner) + 1,
          atOrigin: count(({ url }) => new URL(url).origin === origin) + 1,
        };
        checkLimits(counts, { limits, origin });
      }
      return { agent: add(fresh), added: true };
    },

    async get(agentId) {
      return entries.get(agentId)?.agent;
    },

    async hear(heartbeats, { time, healthyUntil, checkGapMs }) {
      return heartbeats.flatMap(({ agentId, owner }) => {
        const entry = entries.get(agentId);
        if (entry === undefined || entry.agent.owner !== owner) return [];
        const { agent } = entry;
        if (agent.failures > 0) {
          entry.nextCheck = Math.min(entry.nextCheck, Math.max(time, agent.checkedAt + checkGapMs));
          entry.agent = { ...agent, seenAt: time };
        } else entry.agent = { ...agent, seenAt: time, healthyUntil };
        return [entry.agent];
      });
    },

    async settle(outcome) {
      const entry = entries.get(outcome.agentId);
      if (entry === undefined) return;
      entry.nextCheck = outcome.nextCheck;
      entry.agent = applyOutcome(entry.agent, outcome);
      const { result } = outcome;
      if (result.kind !== 'changed') return;
      index.remove(outcome.agentId, entry.terms);
      index.add(outcome.agentId, result.terms);
      entry.terms = result.terms;
      entry.changes = [result.change, ...entry.changes].slice(0, KEPT_CHANGES);
    },

    async setOwner(agentId, owner, most = Infinity) {
      const entry = entries.get(agentId);
      if (entry === undefined) return false;
      if (entry.agent.owner === owner) return true;
      checkOwned(count((agent) => agent.owner === owner) + 1, { most, act: 'claim' });
      entry.agent = { ...entry.agent, owner };
      return true;
    },

    async remove(agentId, owner, seenAt = Infinity) {
      const entry = entries.get(agentId);
      if (entry === undefined || entry.agent.owner !== owner) return false;
      if (entry.agent.seenAt > seenAt) return false;
      index.remove(agentId, entry.terms);
      return entries.delete(agentId);
    },

    async takeDue({ time, until, limit }) {
      const due = [...entries.values()]
        .filter(({ nextCheck }) => nextCheck <= time)
        .toSorted((a, b) => a.nextCheck - b.nextCheck || a.agent.number - b.agent.number)
        .slice(0, limit);
      for (const entry of due) entry.nextCheck = until;
      return due.map(({ agent }) => agent);
    },

    async nextDue() {
      let first: number | undefined;
      for (const { nextCheck } of entries.values()) first = Math.min(first ?? nextCheck, nextCheck);
      return first;
    },

    async search(search) {
      const found = list(search).filter(({ agent }) => hasStatus(agent, search));
      const rest = found.filter(({ agent }) => agent.number > search.after);
      return {
        agents: rest.slice(0, search.limit).map(({ agent }) => agent),
        totalCount: found.length,
        isLast: rest.length <= search.limit,
      };
    },

    async listChanges(agentId) {
      return entries.get(agentId)?.changes ?? [];
    },

    async count(owner) {
      if (owner === undefined) return entries.size;
      return count((agent) => agent.owner === owner);
    },

    countAt: async (origin) => count(({ url }) => new URL(url).origin === origin),

    pins: createMemoryPins(),

    async close() {
      entries.clear();
    },
  };
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

/** An index of the ids of agents by their search terms. */
interface TermIndex {
  readonly add: (agentId: string, terms: readonly Term[]) => void;
  readonly remove: (agentId: string, terms: readonly Term[]) => void;
  /**
   * Returns the ids of the agents that have a search term, or, for a prefix, a term that begins
   * with it.
   */
  readonly find: (term: SearchTerm) => ReadonlySet<string>;
}

const NOBODY: ReadonlySet<string> = new Set();

function createTermIndex(): TermIndex {
  const byKind = new Map<string, Map<string, Set<string>>>();

  function textsOf(kind: string): Map<string, Set<string>> {
    const texts = byKind.get(kind) ?? new Map<string, Set<string>>();
    byKind.set(kind, texts);
    return texts;
  }

  return {
    add(agentId, terms) {
      for (const { kind, text } of terms) {
        const texts = textsOf(kind);
        texts.set(text, (texts.get(text) ?? new Set()).add(agentId));
      }
    },
    remove(agentId, terms) {
      for (const { kind, text } of terms) {
        const texts = textsOf(kind);
        const ids = texts.get(text);
        ids?.delete(agentId);
        if (ids?.size === 0) texts.delete(text);
      }
    },
    find({ kind, text, isPrefix = false }) {
      const texts = textsOf(kind);
      if (!isPrefix) return texts.get(text) ?? NOBODY;
      const found = new Set<string>();
      for (const [one, ids] of texts) {
        if (one.startsWith(text)) for (const id of ids) found.add(id);
      }
      return found;
    },
  };
}
