import { expect, test } from 'vitest';
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
