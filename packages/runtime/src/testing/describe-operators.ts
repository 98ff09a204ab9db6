import { describe, expect, test } from 'vitest';
import { openEngine, type EngineUnderTest } from './engine-storage.ts';
import { createLeased, getTask, need, range, statusEvent } from './samples.ts';

const LATER = '2999-01-01T00:00:00Z';

/** Tests of `findScope` and `listWaiting`. */
export function describeOperators(subject: EngineUnderTest): void {
  describe('findScope()', () => {
    test('tells whose task it is, in whatever scope', async () => {
      const { engine, other } = await openEngine(subject);
      for (const scope of ['', 'user:bob', 'user:zoë']) {
        const { taskId } = await createLeased(engine, { scope });
        expect(await other.findScope(taskId)).toBe(scope);
      }
    });

    test('knows nothing of a task that is not there, or no longer', async () => {
      const { engine } = await openEngine(subject);
      expect(await engine.findScope('absent')).toBeUndefined();
      const { scope, taskId } = await createLeased(engine);
      await engine.delete(scope, taskId);
      expect(await engine.findScope(taskId)).toBeUndefined();
    });
  });

  describe('listWaiting()', () => {
    test('finds interrupted tasks of every scope, the longest waiting first', async () => {
      const { engine, other, advance } = await openEngine(subject);
      const states = ['input-required', 'working', 'auth-required', 'completed'] as const;
      const leases = [];
      for (const [index, state] of states.entries()) {
        const lease = await createLeased(engine, {
          scope: `user:${index}`,
          contextId: `c${index}`,
        });
        await engine.append(lease, [statusEvent('working'), statusEvent(state, 'Well?')]);
        leases.push(lease);
        await advance(2);
      }
      await createLeased(engine);
      expect(await other.listWaiting({ before: LATER, limit: 10 })).toEqual([
        { taskId: need(leases[0]).taskId, scope: 'user:0', contextId: 'c0', seq: 3 },
        { taskId: need(leases[2]).taskId, scope: 'user:2', contextId: 'c2', seq: 3 },
      ]);
    });

    test('takes those only that began to wait before the time, and at most the limit', async () => {
      const { engine, advance } = await openEngine(subject);
      const leases = [];
      for (const _ of range(3)) {
        const lease = await createLeased(engine);
        await engine.append(lease, [statusEvent('input-required')]);
        leases.push(lease);
        await advance(2);
      }
      const { statusTimestamp } = await getTask(engine, need(leases[2]));
      const found = await engine.listWaiting({ before: statusTimestamp, limit: 10 });
      expect(found.map(({ taskId }) => taskId)).toEqual(
        leases.slice(0, 2).map(({ taskId }) => taskId),
      );
      const first = await engine.listWaiting({ before: LATER, limit: 1 });
      expect(first.map(({ taskId }) => taskId)).toEqual([need(leases[0]).taskId]);
      expect(await engine.listWaiting({ before: LATER, limit: 0 })).toEqual([]);
    });

    test('a reply to what it found ends the task, and no other reply after it counts', async () => {
      const { engine, other } = await openEngine(subject);
      const lease = await createLeased(engine);
      await engine.append(lease, [statusEvent('input-required')]);
      const [found] = await engine.listWaiting({ before: LATER, limit: 1 });
      const { scope, taskId, seq } = need(found);
      const end = { expectedSeq: seq, events: [statusEvent('failed', 'Nobody answered.')] };
      const outcomes = await Promise.all([
        engine.reply(scope, taskId, { reply: end }),
        other.reply(scope, taskId, { reply: end }),
      ]);
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['accepted', 'stale']);
      expect(await engine.listWaiting({ before: LATER, limit: 1 })).toEqual([]);
    });

    test('refuses a time that cannot be read', async () => {
      const { engine } = await openEngine(subject);
      const asking = engine.listWaiting({ before: 'yesterday', limit: 1 });
      await expect(asking).rejects.toBeInstanceOf(RangeError);
    });
  });
}
