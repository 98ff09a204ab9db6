import type { CardChange } from '../agents/card-change.ts';
import type { Term } from '../agents/term.ts';
import {
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
  terms: ReadonlySet<string>;
  words: readonly string[];
  changes: readonly CardChange[];
}

/** A store in this process: for tests, and for registries whose agents register again anyway. */
export function createMemoryRegistryStore(): RegistryStore {
  // In the order of their numbers, as they are added in it.
  const entries = new Map<string, Entry>();
  let last = 0;

  function add({ time, nextCheck, terms, ...fields }: NewAgent): StoredAgent {
    last += 1;
    const agent: StoredAgent = {
      number: last,
      agentId: fields.agentId,
      url: fields.url,
      owner: fields.owner,
      facts: fields.facts,
      healthyUntil: fields.healthyUntil,
      registeredAt: time,
      changedAt: time,
      seenAt: time,
      checkedAt: time,
      failures: 0,
    };
    entries.set(agent.agentId, { agent, nextCheck, changes: [], ...toIndex(terms) });
    return agent;
  }

  return {
    async add(fresh) {
      const known = entries.get(fresh.agentId)?.agent;
      return known === undefined
        ? { agent: add(fresh), added: true }
        : { agent: known, added: false };
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
      entry.agent = toSettled(entry.agent, outcome);
      const { result } = outcome;
      if (result.kind !== 'changed') return;
      Object.assign(entry, toIndex(result.terms));
      entry.changes = [result.change, ...entry.changes].slice(0, KEPT_CHANGES);
    },

    async setOwner(agentId, owner) {
      const entry = entries.get(agentId);
      if (entry !== undefined) entry.agent = { ...entry.agent, owner };
      return entry !== undefined;
    },

    async remove(agentId, owner) {
      return entries.get(agentId)?.agent.owner === owner && entries.delete(agentId);
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
      const found = [...entries.values()].filter((entry) => isFound(entry, search));
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
      return [...entries.values()].filter(({ agent }) => agent.owner === owner).length;
    },

    async close() {
      entries.clear();
    },
  };
}

/** The agent after a check. */
function toSettled(
  { problem: _problem, ...agent }: StoredAgent,
  outcome: CheckOutcome,
): StoredAgent {
  const { time, result } = outcome;
  const checked = { ...agent, checkedAt: time };
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

function toIndex(terms: readonly Term[]): Pick<Entry, 'terms' | 'words'> {
  return {
    terms: new Set(terms.map(toKey)),
    words: terms.flatMap(({ kind, text }) => (kind === 'word' ? text : [])),
  };
}

function isFound({ agent, terms, words }: Entry, search: StoreSearch): boolean {
  const status = search.time < agent.healthyUntil ? 'healthy' : 'unhealthy';
  if (search.status !== undefined && search.status !== status) return false;
  return search.terms.every((term) => hasTerm(term, { terms, words }));
}

function hasTerm(term: SearchTerm, { terms, words }: Pick<Entry, 'terms' | 'words'>): boolean {
  if (term.isPrefix !== true) return terms.has(toKey(term));
  return words.some((word) => word.startsWith(term.text));
}

function toKey({ kind, text }: Term): string {
  return `${kind}:${text}`;
}
