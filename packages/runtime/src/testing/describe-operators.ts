import type { Scope } from '../scope.ts';
import type { Lease } from '../engine/lease.ts';
import type { PruneRequest } from '../engine/task-engine.ts';
import { openEngine, type EngineUnderTest, type OpenedEngine } from './engine-storage.ts';
import {
  keyOf,
  createLeased,
  getTask,
  need,
  pieceEvent,
  range,
  SCOPE,
  statusEvent,
  LONG_CLAIM,
  newTask,
} from './samples.ts';
import { describe, expect, test } from 'vitest';

const LATER = '2999-01-01T00:00:00Z';

/** Tests of `countStates`, `countBytes`, `findScope` and `listWaiting`. */
export function describeOperators(subject: EngineUnderTest): void {
  describe('countStates()', () => {
    test('counts the tasks of all scopes, also those of another instance', async () => {
      const { engine, other } = await openEngine(subject);
      const count = async () =>
        Object.fromEntries(
          Object.entries(await other.countStates()).filter(([, value]) => value !== 0),
        );
      expect(await count()).toEqual({});
      const first = await createLeased(engine);
      const second = await createLeased(engine, { scope: 'user:bob' as Scope });
      await engine.create(newTask());
      const { submitted = 0, working = 0, ...rest } = await count();
      expect([submitted + working, rest]).toEqual([3, {}]);
      await engine.append(first, [statusEvent('completed')]);
      await engine.append(second, [statusEvent('input-required')]);
      expect(await count()).toMatchObject({ completed: 1, 'input-required': 1 });
      const third = await createLeased(engine);
      await engine.append(third, [statusEvent('failed')]);
      expect(await count()).toMatchObject({ completed: 1, failed: 1 });
      await engine.delete(SCOPE, third.taskId);
      expect(await count()).not.toHaveProperty('failed');
      await engine.prune({ keepFinished: 0 });
      expect(await count()).not.toHaveProperty('completed');
    });
  });

  describe('countBytes()', () => {
    test('counts what each scope has, and what is forgotten no longer', async () => {
      const { engine, other } = await openEngine(subject);
      expect(await engine.countBytes(SCOPE)).toBe(0);
      const ada = await createLeased(engine);
      const started = await other.countBytes(SCOPE);
      expect(started).toBeGreaterThan(0);
      await engine.append(ada, [pieceEvent('a', 'x'.repeat(50_000))]);
      const grown = await other.countBytes(SCOPE);
      expect(grown - started).toBeGreaterThan(50_000);
      expect(grown - started).toBeLessThan(51_000);
      const bob = await createLeased(engine, { scope: 'user:bob' as Scope });
      const ofBob = await other.countBytes(bob.scope);
      expect(await other.countBytes(SCOPE)).toBe(grown);
      const second = await createLeased(engine);
      const ofSecond = (await other.countBytes(SCOPE)) - grown;
      await engine.append(ada, [statusEvent('completed')]);
      await engine.prune({ keepFinished: 0 });
      expect(await other.countBytes(SCOPE)).toBe(ofSecond);
      await engine.delete(SCOPE, second.taskId);
      expect(await other.countBytes(SCOPE)).toBe(0);
      expect(await other.countBytes(bob.scope)).toBe(ofBob);
    });

    test('counts many small events at the latest when their task changes its state', async () => {
      const { engine, other } = await openEngine(subject);
      const lease = await createLeased(engine);
      const before = await engine.countBytes(SCOPE);
      for (let n = 0; n < 100; n += 1)
        await engine.append(lease, [pieceEvent('a', 'x'.repeat(500))]);
      await engine.append(lease, [pieceEvent('b', 'x'.repeat(20_000))]);
      await engine.append(lease, [pieceEvent('a', 'x'.repeat(500))]);
      await engine.append(lease, [statusEvent('completed')]);
      const grown = (await other.countBytes(SCOPE)) - before;
      expect(grown).toBeGreaterThan(70_500);
      expect(grown).toBeLessThan(100_000);
      const running = await createLeased(engine);
      await engine.append(running, [pieceEvent('a', 'few')]);
      for (const { taskId } of [lease, running]) await other.delete(SCOPE, taskId);
      expect(await other.countBytes(SCOPE)).toBe(0);
    });

    test('counts nothing of what was refused, and a message that is sent again once', async () => {
      const { engine } = await openEngine(subject);
      const task = { idempotencyKey: keyOf('key') };
      const lease = await createLeased(engine, task);
      const before = await engine.countBytes(SCOPE);
      expect(await engine.create(newTask(task))).toMatchObject({ created: false });
      const stale = { ...lease, epoch: lease.epoch + 1 };
      const late = engine.append(stale, [pieceEvent('a', 'x')]);
      await expect(late).rejects.toMatchObject({ code: 'LEASE_LOST' });
      expect(await engine.countBytes(SCOPE)).toBe(before);
    });
  });

  describe('findScope()', () => {
    test('tells whose task it is, in whatever scope', async () => {
      const { engine, other } = await openEngine(subject);
      for (const scope of ['', 'user:bob', 'user:zoë'] as Scope[]) {
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
          scope: `user:${index}` as Scope,
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

/** Tests of `prune`. */
export function describePrune(subject: EngineUnderTest): void {
  describe('prune()', () => {
    test('forgets tasks that ended before a time, of every scope', async () => {
      const opened = await openEngine(subject);
      const { engine, other } = opened;
      const leases = await createFinished(opened, 4);
      const { statusTimestamp } = await getTask(engine, need(leases[2]));
      expect(await engine.prune({ finishedBefore: '2000-01-01T00:00:00Z' })).toBe(0);
      expect(await other.prune({ finishedBefore: statusTimestamp })).toBe(2);
      expect(await findKept(opened, leases)).toEqual([2, 3]);
      expect(await engine.prune({ finishedBefore: statusTimestamp })).toBe(0);
    });

    test('keeps as many as it is told, the newest', async () => {
      const opened = await openEngine(subject);
      const leases = await createFinished(opened, 5);
      expect(await opened.engine.prune({ keepFinished: 5 })).toBe(0);
      expect(await opened.engine.prune({ keepFinished: 2 })).toBe(3);
      expect(await findKept(opened, leases)).toEqual([3, 4]);
      expect(await opened.engine.prune({ keepFinished: 0 })).toBe(2);
      expect(await findKept(opened, leases)).toEqual([]);
    });

    test('forgets what either the time or the number selects', async () => {
      const opened = await openEngine(subject);
      const leases = await createFinished(opened, 5);
      const { statusTimestamp } = await getTask(opened.engine, need(leases[1]));
      const byCount = { finishedBefore: statusTimestamp, keepFinished: 3 };
      expect(await opened.engine.prune(byCount)).toBe(2);
      expect(await opened.engine.prune({ finishedBefore: LATER, keepFinished: 3 })).toBe(3);
      expect(await findKept(opened, leases)).toEqual([]);
    });

    test('deletes at most as many as it is told, the oldest first', async () => {
      const opened = await openEngine(subject);
      const leases = await createFinished(opened, 5);
      expect(await opened.engine.prune({ keepFinished: 0, limit: 2 })).toBe(2);
      expect(await findKept(opened, leases)).toEqual([2, 3, 4]);
      expect(await opened.engine.prune({ finishedBefore: LATER, limit: 1 })).toBe(1);
      expect(await findKept(opened, leases)).toEqual([3, 4]);
      expect(await opened.engine.prune({ keepFinished: 0, limit: 0 })).toBe(0);
    });

    test('takes the order in which tasks ended, not that of their creation', async () => {
      const opened = await openEngine(subject);
      const { engine, advance } = opened;
      const leases = [await createLeased(engine), await createLeased(engine)];
      for (const lease of leases.toReversed()) {
        await engine.append(lease, [statusEvent('completed')]);
        await advance(2);
      }
      expect(await engine.prune({ keepFinished: 1 })).toBe(1);
      expect(await findKept(opened, leases)).toEqual([0]);
    });

    test('leaves unfinished tasks alone', async () => {
      const opened = await openEngine(subject);
      const { engine } = opened;
      const leases = await Promise.all(range(4).map(() => createLeased(engine)));
      const states = ['working', 'input-required', 'auth-required', 'completed'] as const;
      for (const [index, state] of states.entries()) {
        await engine.append(need(leases[index]), [statusEvent(state)]);
      }
      const { taskId } = await engine.create(newTask());
      expect(await engine.prune({ finishedBefore: LATER, keepFinished: 0 })).toBe(1);
      expect(await findKept(opened, leases)).toEqual([0, 1, 2]);
      expect(await engine.claim(LONG_CLAIM, 10)).toMatchObject([{ taskId }]);
    });

    test('without anything to select by forgets nothing', async () => {
      const opened = await openEngine(subject);
      const leases = await createFinished(opened, 2);
      expect(await opened.engine.prune({})).toBe(0);
      expect(await findKept(opened, leases)).toEqual([0, 1]);
    });

    test('forgets keys, too, and hints at what is gone', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine, { idempotencyKey: keyOf('key') });
      await engine.append(lease, [statusEvent('completed')]);
      const heard: string[] = [];
      const stop = engine.watch((hint) => heard.push(hint));
      expect(await engine.prune({ keepFinished: 0 })).toBe(1);
      const again = newTask({ idempotencyKey: keyOf('key') });
      expect(await engine.create(again)).toEqual({ taskId: again.id, created: true });
      await expect.poll(() => heard.includes(lease.taskId) || heard.includes('*')).toBe(true);
      stop();
    });

    test.each<PruneRequest>([
      { finishedBefore: 'yesterday' },
      { keepFinished: -1 },
      { keepFinished: 1.5 },
      { keepFinished: 0, limit: -1 },
      { keepFinished: 0, limit: Number.NaN },
    ])('refuses %j', async (request) => {
      const opened = await openEngine(subject);
      const leases = await createFinished(opened, 1);
      await expect(opened.engine.prune(request)).rejects.toBeInstanceOf(RangeError);
      expect(await findKept(opened, leases)).toEqual([0]);
    });
  });
}

/** Tasks of two scopes that ended one after the other. */
async function createFinished(
  { engine, advance }: OpenedEngine,
  count: number,
): Promise<readonly Lease[]> {
  const leases: Lease[] = [];
  for (const index of range(count)) {
    const lease = await createLeased(engine, {
      scope: (index % 2 === 0 ? 'alice' : 'bob') as Scope,
    });
    await engine.append(lease, [statusEvent('completed')]);
    leases.push(lease);
    await advance(2);
  }
  return leases;
}

/** Which of the tasks, by their position, there still are. */
async function findKept(
  { other }: OpenedEngine,
  leases: readonly Lease[],
): Promise<readonly number[]> {
  const found = await Promise.all(leases.map(({ scope, taskId }) => other.get(scope, taskId)));
  return [...found.keys()].filter((index) => found[index] !== undefined);
}
