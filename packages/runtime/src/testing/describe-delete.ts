import { describe, expect, test } from 'vitest';
import type { Lease } from '../engine/lease.ts';
import type { PruneRequest, TaskEngine } from '../engine/task-engine.ts';
import { EngineClosedError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import {
  crossWays,
  type EngineUnderTest,
  type OpenedEngine,
  type OpenedEngines,
  openEngine,
  openEngines,
  toWays,
} from './engine-storage.ts';
import {
  keyOf,
  LONG_CLAIM,
  PAST_SHORT,
  SCOPE,
  SHORT_CLAIM,
  createLeased,
  getTask,
  messageEvent,
  need,
  newTask,
  pieceEvent,
  PATIENCE,
  range,
  readLog,
  statusEvent,
  claimDelivery,
  pushConfig,
} from './samples.ts';

/** Declares the tests of an engine's `delete`. */
export function describeDelete(subject: EngineUnderTest): void {
  describe('delete()', () => {
    test.for(toWays(subject))('forgets a task with everything about it', async (way) => {
      const { engine, other } = await openEngines(way);
      const lease = await createLeased(engine, { idempotencyKey: keyOf('key') });
      const kept = await createLeased(engine);
      const { taskId } = lease;
      await engine.append(lease, [pieceEvent('a', 'x'), statusEvent('input-required')]);
      const events = [messageEvent('Lion'), statusEvent('completed')];
      const reply = { expectedSeq: 3, idempotencyKey: keyOf('reply'), events };
      await engine.reply(SCOPE, taskId, { reply });
      await getTask(other, lease);
      expect(await engine.delete(SCOPE, taskId)).toBe(true);

      expect(await other.get(SCOPE, taskId)).toBeUndefined();
      expect(await engine.get(SCOPE, taskId)).toBeUndefined();
      expect(await other.read(SCOPE, taskId, { after: 0 })).toEqual([]);
      const page = await other.list(SCOPE, { pageSize: 10 });
      expect(page.tasks.map(({ id }) => id)).toEqual([kept.taskId]);
      expect(page.totalSize).toBe(1);
      expect(await engine.cancel(SCOPE, taskId)).toEqual({ kind: 'not-found' });
      expect(await engine.reply(SCOPE, taskId, { reply })).toEqual({ kind: 'not-found' });
      expect(await other.delete(SCOPE, taskId)).toBe(false);
      const again = newTask({ idempotencyKey: keyOf('key') });
      expect(await engine.create(again)).toEqual({ taskId: again.id, created: true });
    });

    test.each(crossWays(subject, ['submitted', 'working', 'input-required', 'completed'] as const))(
      'forgets a task that is %s, of which nobody can claim or write anything then',
      async (state, way) => {
        const { engine, other, advance } = await openEngines(way);
        const lease = await createLeased(engine, {}, SHORT_CLAIM);
        await engine.append(lease, [statusEvent(state)]);
        const { taskId: waiting } = await engine.create(newTask());
        expect(await other.delete(SCOPE, lease.taskId)).toBe(true);
        expect(await other.delete(SCOPE, waiting)).toBe(true);
        const writing = engine.append(lease, [statusEvent('completed')]);
        await expect(writing).rejects.toMatchObject({ code: 'LEASE_LOST' });
        expect(await engine.renew([lease], 1000)).toEqual({ lost: [lease.taskId], cancel: [] });
        await engine.release([lease]);
        await advance(PAST_SHORT);
        expect(await engine.claim(LONG_CLAIM, 10)).toEqual([]);
        expect(await engine.prune({ keepFinished: 0 })).toBe(0);
      },
    );

    test.for(toWays(subject))(
      'lets the same id be a new task, of which nothing is old',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const old = await createLeased(engine);
        await engine.append(old, [pieceEvent('a', 'x'), statusEvent('completed')]);
        await getTask(engine, old);
        await engine.delete(SCOPE, old.taskId);
        const task = newTask({ id: old.taskId });
        expect(await engine.create(task)).toEqual({ taskId: task.id, created: true });
        const found = await getTask(engine, old);
        expect(found).toMatchObject({ seq: 1, state: 'submitted' });
        expect(found.history).toEqual([task.message]);
        expect(found.artifacts).toEqual([]);
        expect(await readLog(other, old)).toHaveLength(1);
        expect(await engine.claim(LONG_CLAIM, 10)).toMatchObject([{ taskId: task.id, attempt: 1 }]);
      },
    );

    test('knows nothing of a task of another scope, nor of ids that were never given', async () => {
      const { engine } = await openEngine(subject);
      const { taskId } = await engine.create(newTask());
      expect(await engine.delete('bob' as Scope, taskId)).toBe(false);
      expect(await engine.delete(SCOPE, crypto.randomUUID())).toBe(false);
      expect(await engine.get(SCOPE, taskId)).toMatchObject({ seq: 1 });
    });

    test.for(toWays(subject))('is true for one of those who delete a task at once', async (way) => {
      const { engine, other } = await openEngines(way);
      const { taskId } = await engine.create(newTask());
      const outcomes = await Promise.all(
        [engine, other, engine, other].map((instance) => instance.delete(SCOPE, taskId)),
      );
      expect(outcomes.filter(Boolean)).toHaveLength(1);
    });

    test.for(toWays(subject))('is hinted at, on every instance', async (way) => {
      const { engine, other } = await openEngines(way);
      const { taskId } = await engine.create(newTask());
      const hints: string[][] = [[], []];
      const stops = [engine, other].map((instance, index) =>
        instance.watch((hint) => hints[index]?.push(hint)),
      );
      await engine.delete(SCOPE, taskId);
      await expect
        .poll(() => hints.every((heard) => heard.includes(taskId) || heard.includes('*')), PATIENCE)
        .toBe(true);
      for (const stop of stops) {
        stop();
      }
    });
  });
}

/** Declares the tests of an engine's `close`. */
export function describeClose(subject: EngineUnderTest): void {
  describe('close()', () => {
    test('makes every later call fail with EngineClosedError', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine, { push: pushConfig('a') });
      const { taskId } = lease;
      const delivery = await claimDelivery(engine);
      const reply = { expectedSeq: 2, events: [statusEvent('working')] };
      const change = { config: pushConfig('b'), maxConfigs: 2 };
      await engine.close();
      const calls: readonly (() => Promise<unknown>)[] = [
        () => engine.create(newTask()),
        () => engine.get(SCOPE, lease.taskId),
        () => engine.list(SCOPE, { pageSize: 10 }),
        () => engine.append(lease, [statusEvent('completed')]),
        () => engine.read(SCOPE, lease.taskId, { after: 0 }),
        () => engine.claim(LONG_CLAIM, 1),
        () => engine.renew([lease], 1000),
        () => engine.cancel(SCOPE, lease.taskId),
        () => engine.reply(SCOPE, lease.taskId, { reply }),
        () => engine.release([lease]),
        () => engine.delete(SCOPE, lease.taskId),
        () => engine.countBytes(SCOPE),
        () => engine.findScope(lease.taskId),
        () => engine.listWaiting({ before: '2999-01-01T00:00:00Z', limit: 1 }),
        () => engine.prune({ keepFinished: 0 }),
        () => engine.setPushConfig(SCOPE, taskId, change),
        () => engine.listPushConfigs(SCOPE, taskId),
        () => engine.deletePushConfig(SCOPE, taskId, 'a'),
        () => engine.claimDeliveries(LONG_CLAIM, 1),
        () => engine.settleDelivery(delivery, { kind: 'released' }),
        () => engine.listDeadLetters(),
        () => engine.reviveDeadLetter({ scope: SCOPE, taskId, configId: 'a' }),
      ];
      for (const call of calls) {
        await expect(call()).rejects.toMatchObject({
          name: 'EngineClosedError',
          code: 'ENGINE_CLOSED',
        });
      }
      expect(() => engine.watch(() => undefined)).toThrow(EngineClosedError);
    });

    test('may be called again, and stopping a watch afterwards does no harm', async () => {
      const { engine } = await openEngine(subject);
      const stop = engine.watch(() => undefined);
      await Promise.all([engine.close(), engine.close()]);
      await engine.close();
      expect(() => stop()).not.toThrow();
    });

    test.for(toWays(subject))('leaves other instances and what was stored alone', async (way) => {
      const { engine, other, isShared } = await openEngines(way);
      const lease = await createLeased(engine);
      const survivors = isShared ? [other] : [];
      await engine.close();
      for (const survivor of survivors) {
        expect(await survivor.append(lease, [statusEvent('completed')])).toBe(2);
        expect(await survivor.get(SCOPE, lease.taskId)).toMatchObject({ state: 'completed' });
      }
    });
  });
}

const LATER = '2999-01-01T00:00:00Z';

/** Declares the tests of an engine's `prune`, which deletes old tasks. */
export function describePrune(subject: EngineUnderTest): void {
  describe('prune()', () => {
    test('goes by the same clock as now(), where there is one', async () => {
      const { engine, advance } = await openEngine(subject);
      if (engine.now === undefined) return;
      const before = await engine.now();
      await advance(1_000);
      const { taskId } = await engine.create(newTask());
      await engine.cancel(SCOPE, taskId);
      expect(await engine.now()).toBe(before + 1_000);
      const toCutoff = (time: number): string => new Date(time).toISOString();
      expect(await engine.prune({ finishedBefore: toCutoff(before + 1_000) })).toBe(0);
      expect(await engine.prune({ finishedBefore: toCutoff(before + 1_001) })).toBe(1);
    });

    test.for(toWays(subject))(
      'forgets tasks that ended before a time, of every scope',
      async (way) => {
        const opened = await openEngines(way);
        const { engine, other } = opened;
        const leases = await createFinished(opened, 4);
        const { statusTimestamp } = await getTask(engine, need(leases[2]));
        expect(await engine.prune({ finishedBefore: '2000-01-01T00:00:00Z' })).toBe(0);
        expect(await other.prune({ finishedBefore: statusTimestamp })).toBe(2);
        expect(await findKept(opened, leases)).toEqual([2, 3]);
        expect(await engine.prune({ finishedBefore: statusTimestamp })).toBe(0);
      },
    );

    test.for(toWays(subject))('keeps as many as it is told, the newest', async (way) => {
      const opened = await openEngines(way);
      const leases = await createFinished(opened, 5);
      expect(await opened.engine.prune({ keepFinished: 5 })).toBe(0);
      expect(await opened.engine.prune({ keepFinished: 2 })).toBe(3);
      expect(await findKept(opened, leases)).toEqual([3, 4]);
      expect(await opened.engine.prune({ keepFinished: 0 })).toBe(2);
      expect(await findKept(opened, leases)).toEqual([]);
    });

    test.for(toWays(subject))('forgets what either the time or the number selects', async (way) => {
      const opened = await openEngines(way);
      const leases = await createFinished(opened, 5);
      const { statusTimestamp } = await getTask(opened.engine, need(leases[1]));
      const byCount = { finishedBefore: statusTimestamp, keepFinished: 3 };
      expect(await opened.engine.prune(byCount)).toBe(2);
      expect(await opened.engine.prune({ finishedBefore: LATER, keepFinished: 3 })).toBe(3);
      expect(await findKept(opened, leases)).toEqual([]);
    });

    test.for(toWays(subject))(
      'deletes at most as many as it is told, the oldest first',
      async (way) => {
        const opened = await openEngines(way);
        const leases = await createFinished(opened, 5);
        expect(await opened.engine.prune({ keepFinished: 0, limit: 2 })).toBe(2);
        expect(await findKept(opened, leases)).toEqual([2, 3, 4]);
        expect(await opened.engine.prune({ finishedBefore: LATER, limit: 1 })).toBe(1);
        expect(await findKept(opened, leases)).toEqual([3, 4]);
        expect(await opened.engine.prune({ keepFinished: 0, limit: 0 })).toBe(0);
      },
    );

    test.for(toWays(subject))('keeps the number when several prune at once', async (way) => {
      const opened = await openEngines(way);
      const { engine, other } = opened;
      const leases = await createFinished(opened, 20);
      const sweepers = [engine, other, engine, other].map((one) => pruneAll(one));
      // A program that deletes one of the oldest meanwhile takes the place of one that is pruned.
      const deleting = other.delete(need(leases[0]).scope, need(leases[0]).taskId);
      const pruned = (await Promise.all(sweepers)).reduce((sum, count) => sum + count, 0);
      expect(pruned + Number(await deleting)).toBe(12);
      expect(await findKept(opened, leases)).toEqual(range(8).map((index) => 12 + index));
    });

    test.for(toWays(subject))(
      'takes the order in which tasks ended, not that of their creation',
      async (way) => {
        const opened = await openEngines(way);
        const { engine, advance } = opened;
        const leases = [await createLeased(engine), await createLeased(engine)];
        for (const lease of leases.toReversed()) {
          await engine.append(lease, [statusEvent('completed')]);
          await advance(2);
        }
        expect(await engine.prune({ keepFinished: 1 })).toBe(1);
        expect(await findKept(opened, leases)).toEqual([0]);
      },
    );

    test.for(toWays(subject))('leaves unfinished tasks alone', async (way) => {
      const opened = await openEngines(way);
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

    test.for(toWays(subject))('without anything to select by forgets nothing', async (way) => {
      const opened = await openEngines(way);
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

    test.each(
      crossWays<PruneRequest>(subject, [
        { finishedBefore: 'yesterday' },
        { keepFinished: -1 },
        { keepFinished: 1.5 },
        { keepFinished: 0, limit: -1 },
        { keepFinished: 0, limit: Number.NaN },
      ]),
    )('refuses %j', async (request, way) => {
      const opened = await openEngines(way);
      const leases = await createFinished(opened, 1);
      await expect(opened.engine.prune(request)).rejects.toBeInstanceOf(RangeError);
      expect(await findKept(opened, leases)).toEqual([0]);
    });
  });
}

/**
 * Creates tasks in two scopes by turns and completes each, 2 ms apart, so that `prune` can tell
 * their ages.
 */
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

/** Prunes in small steps, as a sweeper does, until eight finished tasks are left; counts them. */
async function pruneAll(engine: TaskEngine): Promise<number> {
  for (let total = 0; ;) {
    const count = await engine.prune({ keepFinished: 8, limit: 3 });
    if (count === 0) return total;
    total += count;
  }
}

/** Returns the positions, in the order of creation, of the tasks that `prune` has not deleted. */
async function findKept(
  { other }: OpenedEngines,
  leases: readonly Lease[],
): Promise<readonly number[]> {
  const found = await Promise.all(leases.map(({ scope, taskId }) => other.get(scope, taskId)));
  return [...found.keys()].filter((index) => found[index] !== undefined);
}
