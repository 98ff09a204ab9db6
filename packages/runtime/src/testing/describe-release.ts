import { describe, expect, test } from 'vitest';
import type { Scope } from '../scope.ts';
import { type EngineUnderTest, openEngine, openEngines, toWays } from './engine-storage.ts';
import {
  LONG_CLAIM,
  PAST_SHORT,
  SCOPE,
  SHORT_CLAIM,
  createLeased,
  need,
  newTask,
  readLog,
  statusEvent,
  getTask,
  range,
} from './samples.ts';

/** Declares the tests of an engine's `release`, which ends a lease. */
export function describeRelease(subject: EngineUnderTest): void {
  describe('release()', () => {
    test.for(toWays(subject))(
      'lets a task be claimed at once, as the same attempt',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const lease = await createLeased(engine);
        await engine.append(lease, [statusEvent('working')]);
        await engine.release([lease]);
        const second = { ...lease, epoch: 2, attempt: 1 };
        expect(await other.claim(LONG_CLAIM, 10)).toEqual([second]);
        await other.release([second]);
        expect(await engine.claim(SHORT_CLAIM, 10)).toEqual([{ ...lease, epoch: 3, attempt: 1 }]);
        expect(await readLog(engine, lease)).toHaveLength(2);
      },
    );

    test('counts the attempts that were not given back', async () => {
      const { engine, advance } = await openEngine(subject);
      const lease = await createLeased(engine, {}, SHORT_CLAIM);
      await advance(PAST_SHORT);
      const second = { ...lease, epoch: 2, attempt: 2 };
      expect(await engine.claim(LONG_CLAIM, 1)).toEqual([second]);
      await engine.release([second]);
      expect(await engine.claim(LONG_CLAIM, 1)).toEqual([{ ...lease, epoch: 3, attempt: 2 }]);
    });

    test.for(toWays(subject))('ends the lease', async (way) => {
      const { engine, other } = await openEngines(way);
      const lease = await createLeased(engine);
      await engine.release([lease]);
      const writing = other.append(lease, [statusEvent('completed')]);
      await expect(writing).rejects.toMatchObject({ code: 'LEASE_LOST' });
      expect(await engine.renew([lease], 1000)).toEqual({ lost: [lease.taskId], cancel: [] });
      expect(await other.cancel(SCOPE, lease.taskId)).toEqual({ kind: 'canceled' });
    });

    test('puts tasks back where their creation had put them', async () => {
      const { engine, advance } = await openEngine(subject);
      const first = await createLeased(engine);
      await advance(2);
      const second = await createLeased(engine);
      await advance(2);
      const { taskId: third } = await engine.create(newTask());
      await engine.release([second, first]);
      const claimed = await engine.claim(LONG_CLAIM, 2);
      const rest = await engine.claim(LONG_CLAIM, 10);
      expect([...claimed, ...rest].map(({ taskId }) => taskId)).toEqual([
        first.taskId,
        second.taskId,
        third,
      ]);
    });

    test('takes a lease that has run out, while no newer one exists', async () => {
      const { engine, advance } = await openEngine(subject);
      const lease = await createLeased(engine, {}, SHORT_CLAIM);
      await advance(PAST_SHORT);
      await engine.release([lease]);
      expect(await engine.claim(LONG_CLAIM, 1)).toEqual([{ ...lease, epoch: 2, attempt: 1 }]);
    });

    test.for(toWays(subject))(
      'with runOut, lets the lease run out at once, and does not count the attempt',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const lease = await createLeased(engine);
        await engine.release([lease], { runOut: true });
        const second = { ...lease, epoch: 2, attempt: 1 };
        expect(await other.claim(LONG_CLAIM, 10)).toEqual([second]);
        const writing = engine.append(lease, [statusEvent('completed')]);
        await expect(writing).rejects.toMatchObject({ code: 'LEASE_LOST' });
      },
    );

    test.for(toWays(subject))('passes over leases that are lost', async (way) => {
      const { engine, other, advance } = await openEngines(way);
      const replaced = await createLeased(engine, {}, SHORT_CLAIM);
      const ended = await createLeased(engine);
      const kept = await createLeased(engine);
      await engine.append(ended, [statusEvent('completed')]);
      await advance(PAST_SHORT);
      const newer = { ...replaced, epoch: 2, attempt: 2 };
      expect(await other.claim(LONG_CLAIM, 1)).toEqual([newer]);
      const unknown = { ...kept, taskId: crypto.randomUUID() };
      const moved = { ...kept, scope: 'bob' as Scope };
      await engine.release([replaced, ended, unknown, moved]);
      await engine.release([]);
      expect(await engine.claim(LONG_CLAIM, 10)).toEqual([]);
      await engine.release([replaced, kept, kept]);
      expect(await engine.claim(LONG_CLAIM, 10)).toEqual([{ ...kept, epoch: 2, attempt: 1 }]);
      expect(await engine.append(newer, [statusEvent('completed')])).toBe(2);
    });

    test('tells the next runner of a cancellation that nobody heeded', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine);
      await engine.cancel(SCOPE, lease.taskId);
      await engine.release([lease]);
      expect(await engine.claim(LONG_CLAIM, 1)).toEqual([
        { ...lease, epoch: 2, attempt: 1, cancelRequested: true },
      ]);
    });
  });
}

const REST_MS = 300;
const HALF_MS = 150;

/** Declares the tests of `release` with `retryAfterMs`, after which a task rests for that time. */
export function describeRest(subject: EngineUnderTest): void {
  describe('release() with retryAfterMs', () => {
    test.for(toWays(subject))(
      'keeps a task from being claimed until the time has passed, then counts the attempt',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const lease = await createLeased(engine);
        await engine.append(lease, [statusEvent('working')]);
        await engine.release([lease], { retryAfterMs: 60_000 });
        expect(await engine.claim(LONG_CLAIM, 10)).toEqual([]);
        expect(await other.claim(LONG_CLAIM, 10)).toEqual([]);
        expect(await getTask(other, lease)).toMatchObject({ state: 'working', seq: 2 });
        const hasty = await createLeased(engine);
        await engine.release([hasty], { retryAfterMs: REST_MS });
        await advance(HALF_MS);
        expect(await other.claim(LONG_CLAIM, 10)).toEqual([]);
        await advance(REST_MS);
        expect(await other.claim(LONG_CLAIM, 10)).toEqual([
          { ...hasty, epoch: 2, attempt: 2, failures: 1 },
        ]);
        expect(await readLog(engine, lease)).toHaveLength(2);
      },
    );

    test.for(toWays(subject))(
      'with uncounted, lets the task rest and does not count the attempt',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const lease = await createLeased(engine);
        await engine.release([lease], { retryAfterMs: REST_MS, uncounted: true });
        expect(await other.claim(LONG_CLAIM, 10)).toEqual([]);
        await advance(REST_MS + HALF_MS);
        const second = { ...lease, epoch: 2, attempt: 1 };
        expect(await other.claim(LONG_CLAIM, 10)).toEqual([second]);
        await other.release([second], { retryAfterMs: REST_MS });
        await advance(REST_MS + HALF_MS);
        const third = { ...lease, epoch: 3, attempt: 2, failures: 1 };
        expect(await engine.claim(LONG_CLAIM, 10)).toEqual([third]);
        await engine.release([third], { retryAfterMs: REST_MS, uncounted: true });
        await advance(REST_MS + HALF_MS);
        expect(await other.claim(LONG_CLAIM, 10)).toEqual([{ ...third, epoch: 4 }]);
      },
    );

    test.for(toWays(subject))('ends the lease', async (way) => {
      const { engine, other, advance } = await openEngines(way);
      const lease = await createLeased(engine);
      await engine.release([lease], { retryAfterMs: REST_MS });
      const writing = other.append(lease, [statusEvent('completed')]);
      await expect(writing).rejects.toMatchObject({ code: 'LEASE_LOST' });
      expect(await engine.renew([lease], LONG_CLAIM.ttlMs)).toEqual({
        lost: [lease.taskId],
        cancel: [],
      });
      await engine.release([lease]);
      await advance(HALF_MS);
      expect(await other.claim(LONG_CLAIM, 10)).toEqual([]);
      await advance(REST_MS);
      const writingLate = engine.append(lease, [statusEvent('completed')]);
      await expect(writingLate).rejects.toMatchObject({ code: 'LEASE_LOST' });
      expect(await engine.claim(LONG_CLAIM, 10)).toEqual([
        { ...lease, epoch: 2, attempt: 2, failures: 1 },
      ]);
    });

    test('lets a claim come without a rest when it is 0', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine);
      await engine.release([lease], { retryAfterMs: 0 });
      expect(await engine.claim(LONG_CLAIM, 10)).toEqual([
        { ...lease, epoch: 2, attempt: 2, failures: 1 },
      ]);
    });

    test.for(toWays(subject))('takes parts of a millisecond, and any length', async (way) => {
      const { engine, other, advance } = await openEngines(way);
      const lease = await createLeased(engine, {}, { worker: 'w', ttlMs: 600_000.25 });
      expect((await engine.renew([lease], 600_000.5)).lost).toEqual([]);
      await engine.release([lease], { retryAfterMs: 0.5 });
      await advance(2);
      const [again] = await other.claim({ worker: 'w', ttlMs: 600_000.75 }, 10);
      expect(again).toEqual({ ...lease, epoch: 2, attempt: 2, failures: 1 });
      await engine.release([need(again)], { retryAfterMs: Number.MAX_VALUE });
      expect(await other.claim(LONG_CLAIM, 10)).toEqual([]);
      const { tasks } = await other.listAll({ pageSize: 10 });
      expect(tasks).toMatchObject([{ taskId: lease.taskId, restsUntil: expect.any(String) }]);
      expect(await other.wake(SCOPE, lease.taskId)).toBe(true);
      expect(await engine.claim(LONG_CLAIM, 10)).toMatchObject([{ taskId: lease.taskId }]);
    });

    test.each([NaN, -1, -Infinity])('refuses a time of %d', async (retryAfterMs) => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine);
      const releasing = engine.release([lease], { retryAfterMs });
      await expect(releasing).rejects.toBeInstanceOf(RangeError);
      await expect(engine.renew([lease], retryAfterMs)).rejects.toBeInstanceOf(RangeError);
      const claiming = engine.claim({ worker: 'w', ttlMs: retryAfterMs }, 1);
      await expect(claiming).rejects.toBeInstanceOf(RangeError);
      expect(await engine.append(lease, [])).toBe(1);
    });

    test.for(toWays(subject))(
      'gives one of 20 racing claimers the task afterwards',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const lease = await createLeased(engine);
        await engine.release([lease], { retryAfterMs: REST_MS });
        await advance(REST_MS + 1);
        const claimed = await Promise.all(
          range(20).map((index) => (index % 2 === 0 ? engine : other).claim(LONG_CLAIM, 1)),
        );
        expect(claimed.flat()).toEqual([{ ...lease, epoch: 2, attempt: 2, failures: 1 }]);
      },
    );

    test.for(toWays(subject))('lets cancel() end the task at once', async (way) => {
      const { engine, other, advance } = await openEngines(way);
      const lease = await createLeased(engine);
      await engine.release([lease], { retryAfterMs: REST_MS });
      expect(await other.cancel(SCOPE, lease.taskId)).toEqual({ kind: 'canceled' });
      await advance(REST_MS + 1);
      expect(await engine.claim(LONG_CLAIM, 10)).toEqual([]);
    });

    test.for(toWays(subject))(
      'does not let a task rest that was asked to be canceled',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const lease = await createLeased(engine);
        expect(await other.cancel(SCOPE, lease.taskId)).toEqual({ kind: 'requested' });
        await engine.release([lease], { retryAfterMs: 60_000 });
        expect(await other.claim(LONG_CLAIM, 10)).toEqual([
          { ...lease, epoch: 2, attempt: 2, failures: 1, cancelRequested: true },
        ]);
      },
    );

    test('keeps others in their order, and the task in its place', async () => {
      const { engine, advance } = await openEngine(subject);
      const first = await createLeased(engine);
      await advance(2);
      const { taskId: second } = await engine.create(newTask());
      await engine.release([first], { retryAfterMs: REST_MS });
      await advance(REST_MS + 1);
      const claimed = await engine.claim(LONG_CLAIM, 10);
      expect(claimed.map(({ taskId }) => taskId)).toEqual([first.taskId, second]);
    });
  });
}
