import { describe, expect, test } from 'vitest';
import type { StoreUnderTest } from './describe-registry-store.ts';
import { createNewAgent, START, TTL_MS } from './samples.ts';

/** What heartbeats do, and for whom. */
export function describeHeartbeats(subject: StoreUnderTest): void {
  const later = START + 100_000;
  const options = { time: later, healthyUntil: later + TTL_MS, checkGapMs: 10_000 };

  describe('heartbeats', () => {
    test('keep an agent of this owner healthy, and no other', async () => {
      const store = await subject.open();
      const ours = await store.add(createNewAgent('ours'));
      const theirs = await store.add(createNewAgent('theirs', { owner: 'user:bob' }));
      const heard = await store.hear(
        [
          { agentId: ours.agent.agentId, owner: 'user:ada' },
          { agentId: theirs.agent.agentId, owner: 'user:ada' },
          { agentId: 'none', owner: 'user:ada' },
        ],
        options,
      );
      expect(heard).toEqual([{ ...ours.agent, seenAt: later, healthyUntil: later + TTL_MS }]);
      expect(await store.get(ours.agent.agentId)).toEqual(heard[0]);
      expect(await store.get(theirs.agent.agentId)).toEqual(theirs.agent);
    });

    test('no heartbeats are no work', async () => {
      expect(await (await subject.open()).hear([], options)).toEqual([]);
    });

    test('thousands are taken at once, of many owners', async () => {
      const store = await subject.open();
      const added = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          store.add(createNewAgent(`a${index}`, { owner: `user:${index % 7}` })),
        ),
      );
      const all = added.map(({ agent }) => ({ agentId: agent.agentId, owner: agent.owner }));
      const unknown = Array.from({ length: 3_000 }, (_, index) => ({
        agentId: `none${index}`,
        owner: `user:${index % 7}`,
      }));
      const heard = await store.hear([...unknown, ...all, ...all], options);
      expect(new Set(heard.map(({ agentId }) => agentId)).size).toBe(30);
    });

    test('do not heal who could not be reached, but have it looked at soon', async () => {
      const store = await subject.open();
      const { agent } = await store.add(createNewAgent('gone', { nextCheck: START }));
      await store.settle({
        agentId: agent.agentId,
        time: later - 4_000,
        nextCheck: later + 1_000_000,
        result: { kind: 'failed', problem: 'Nobody answers.' },
      });
      const [heard] = await store.hear([{ agentId: agent.agentId, owner: 'user:ada' }], options);
      expect(heard).toMatchObject({ healthyUntil: 0, failures: 1, seenAt: later });
      // Ten seconds after the last look, and not at once.
      expect(await store.nextDue()).toBe(later + 6_000);
    });
  });
}
