import { describe, expect, test } from 'vitest';
import { findCardChange, type CardChange } from '../agents/card-change.ts';
import type { AgentFacts } from '../agents/registered-agent.ts';
import { listTerms } from '../agents/terms.ts';
import { KEPT_CHANGES, type RegistryStore } from '../store/registry-store.ts';
import { createNewAgent, START, TTL_MS, type StoreUnderTest } from './samples.ts';

/**
 * Declares the tests of a registry store that concern the checks of agents' cards: which checks are
 * due, and how their outcomes are stored.
 */
export function describeChecks(subject: StoreUnderTest): void {
  describe('checks', () => {
    test('what is due is taken in order, once', async () => {
      const store = await subject.open();
      for (const [name, nextCheck] of [
        ['third', START + 30],
        ['first', START + 10],
        ['second', START + 20],
        ['late', START + 1_000],
      ] as const) {
        await store.add(createNewAgent(name, { nextCheck }));
      }
      expect(await store.nextDue()).toBe(START + 10);
      const time = START + 100;
      const taken = await store.takeDue({ time, until: time + 60_000, limit: 2 });
      expect(taken.map(({ facts }) => facts.name)).toEqual(['first', 'second']);
      const [rest] = await store.takeDue({ time, until: time + 60_000, limit: 2 });
      expect(rest?.facts.name).toBe('third');
      expect(await store.takeDue({ time, until: time + 60_000, limit: 2 })).toEqual([]);
      expect(await store.nextDue()).toBe(START + 1_000);
      // The process that claimed them has not returned.
      const all = await store.takeDue({ time: time + 60_000, until: time + 120_000, limit: 9 });
      expect(all).toHaveLength(4);
    });

    test('many that take at once never have the same', async () => {
      const store = await subject.open();
      for (let index = 0; index < 20; index += 1) {
        await store.add(createNewAgent(`a${index}`, { nextCheck: START }));
      }
      const taken = await Promise.all(
        Array.from({ length: 20 }, () =>
          store.takeDue({ time: START, until: START + 60_000, limit: 2 }),
        ),
      );
      const ids = taken.flat().map(({ agentId }) => agentId);
      expect(ids).toHaveLength(new Set(ids).size);
      const rest = await store.takeDue({ time: START, until: START + 60_000, limit: 20 });
      expect(ids.length + rest.length).toBe(20);
    });

    test('without agents nothing is due', async () => {
      expect(await (await subject.open()).nextDue()).toBeUndefined();
    });

    test('failures are counted until the card is there again', async () => {
      const store = await subject.open();
      const { agent } = await store.add(createNewAgent('gone'));
      const { agentId } = agent;
      const result = { kind: 'failed', problem: 'Nobody answers.' } as const;
      await store.settle({ agentId, time: START + 1, nextCheck: START + 2, result });
      await store.settle({ agentId, time: START + 3, nextCheck: START + 4, result });
      expect(await store.get(agentId)).toEqual({
        ...agent,
        checkedAt: START + 3,
        healthyUntil: 0,
        failures: 2,
        problem: 'Nobody answers.',
      });
      const time = START + 5;
      const same = { kind: 'same', healthyUntil: time + TTL_MS } as const;
      await store.settle({ agentId, time, nextCheck: time + 60_000, result: same });
      expect(await store.get(agentId)).toEqual({
        ...agent,
        checkedAt: time,
        seenAt: time,
        healthyUntil: time + TTL_MS,
      });
      expect(await store.nextDue()).toBe(time + 60_000);
    });

    test('a card that changed is found by what it says now, and its change is kept', async () => {
      const store = await subject.open();
      const { agent } = await store.add(createNewAgent('Rates'));
      const change = await settleChange(store, agent.facts, {
        version: '2.0.0',
        tags: ['weather'],
        cardFingerprint: 'd'.repeat(64),
      });
      expect(await store.get(agent.agentId)).toMatchObject({
        changedAt: START + 9,
        facts: { version: '2.0.0' },
      });
      expect(await store.listChanges(agent.agentId)).toEqual([change]);
      expect([await countTag(store, 'finance'), await countTag(store, 'weather')]).toEqual([0, 1]);
    });

    test('the newest changes are kept', async () => {
      const store = await subject.open();
      const { agent } = await store.add(createNewAgent('Rates'));
      let facts = agent.facts;
      for (let index = 0; index < KEPT_CHANGES + 3; index += 1) {
        const next = { ...facts, version: String(index), cardFingerprint: String(index) };
        await settleChange(store, facts, next);
        facts = next;
      }
      const changes = await store.listChanges(agent.agentId);
      expect(changes.map(({ version }) => version?.to)).toEqual(
        Array.from({ length: KEPT_CHANGES }, (_, index) => String(KEPT_CHANGES + 2 - index)),
      );
    });

    test('a check of an agent that is gone changes nothing', async () => {
      const store = await subject.open();
      const { agent } = await store.add(createNewAgent('Rates'));
      await store.remove(agent.agentId, 'user:ada');
      await settleChange(store, agent.facts, { cardFingerprint: 'd' });
      expect(await store.get(agent.agentId)).toBeUndefined();
      expect(await store.listChanges(agent.agentId)).toEqual([]);
      expect(await countTag(store, 'finance')).toBe(0);
    });
  });
}

async function settleChange(
  store: RegistryStore,
  before: AgentFacts,
  fields: Partial<AgentFacts>,
): Promise<CardChange> {
  const time = START + 9;
  const facts = { ...before, ...fields };
  const change = findCardChange(before, facts, new Date(time).toISOString());
  if (change === undefined) throw new Error('The cards do not differ.');
  await store.settle({
    agentId: createNewAgent('Rates').agentId,
    time,
    nextCheck: time + 60_000,
    result: {
      kind: 'changed',
      healthyUntil: time + TTL_MS,
      facts,
      terms: listTerms(facts),
      change,
    },
  });
  return change;
}

async function countTag(store: RegistryStore, text: string): Promise<number> {
  const terms = [{ kind: 'tag', text }] as const;
  const search = { terms, status: undefined, time: START, after: 0, limit: 10 };
  return (await store.search(search)).totalCount;
}
