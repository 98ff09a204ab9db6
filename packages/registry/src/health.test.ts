import { expect, test } from 'vitest';
import { RegistryStorageError } from './errors.ts';
import { checkAgent } from './health.ts';
import { createMemoryRegistryStore } from './store/memory-store.ts';
import { createNewAgent, START, TTL_MS } from './testing/samples.ts';

test.each([true, false])(
  'a silent agent whose owner sends a heartbeat while its card is read stays: %s',
  async (isHeard) => {
    const store = createMemoryRegistryStore();
    const { agent } = await store.add(createNewAgent('Rates'));
    const { agentId, owner } = agent;
    const time = START + 1_001;
    await checkAgent(agent, {
      store,
      async read() {
        const options = { time, healthyUntil: time + TTL_MS, checkGapMs: 10 };
        if (isHeard) await store.hear([{ agentId, owner }], options);
        throw new Error('The card is away.');
      },
      now: () => time,
      ttlMs: TTL_MS,
      forgetAfterMs: 1_000,
      checkIntervalMs: 60_000,
      maxCheckIntervalMs: 60_000,
      random: () => 0.5,
      logger: undefined,
    });
    expect((await store.get(agentId))?.failures).toBe(isHeard ? 1 : undefined);
  },
);

test.each([
  ['refuses one card', false],
  ['is away', true],
])('a storage that %s ends the check of all agents only if it is away: %s', async (_, isAway) => {
  const store = createMemoryRegistryStore();
  const { agent } = await store.add(createNewAgent('Rates'));
  const refusing: typeof store = {
    ...store,
    async settle(outcome) {
      if (isAway || outcome.result.kind === 'changed') throw new RegistryStorageError('54000');
      await store.settle(outcome);
    },
  };
  const checking = checkAgent(agent, {
    store: refusing,
    async read() {
      return {
        facts: { ...agent.facts, cardFingerprint: 'd'.repeat(64) },
        signature: { state: 'unsigned' },
      };
    },
    now: () => START + 1_001,
    ttlMs: TTL_MS,
    forgetAfterMs: 1_000_000,
    checkIntervalMs: 60_000,
    maxCheckIntervalMs: 60_000,
    random: () => 0.5,
    logger: undefined,
  });
  if (isAway) return expect(checking).rejects.toThrow(RegistryStorageError);
  await checking;
  const found = await store.get(agent.agentId);
  expect(found).toMatchObject({ failures: 1, facts: agent.facts });
  expect(found?.problem).toContain('cannot keep what its card says');
});
