import { describe, expect, test } from 'vitest';
import { openEngine, type EngineUnderTest } from './engine-storage.ts';
import {
  LONG_CLAIM,
  SCOPE,
  createLeased,
  getTask,
  newTask,
  range,
  readLog,
  statusEvent,
} from './samples.ts';

const REST_MS = 300;
const HALF_MS = 150;

/** Tests of `release` with `retryAfterMs`. */
export function describeRest(subject: EngineUnderTest): void {
  describe('release() with retryAfterMs', () => {
    test('keeps a task from being claimed until the time has passed, then counts the attempt', async () => {
      const { engine, other, advance } = await openEngine(subject);
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
      expect(await other.claim(LONG_CLAIM, 10)).toEqual([{ ...hasty, epoch: 2, attempt: 2 }]);
      expect(await readLog(engine, lease)).toHaveLength(2);
    });

    test('ends the lease', async () => {
      const { engine, other, advance } = await openEngine(subject);
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
      expect(await engine.claim(LONG_CLAIM, 10)).toEqual([{ ...lease, epoch: 2, attempt: 2 }]);
    });

    test('lets a claim come without a rest when it is 0', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine);
      await engine.release([lease], { retryAfterMs: 0 });
      expect(await engine.claim(LONG_CLAIM, 10)).toEqual([{ ...lease, epoch: 2, attempt: 2 }]);
    });

    test('gives one of 20 racing claimers the task afterwards', async () => {
      const { engine, other, advance } = await openEngine(subject);
      const lease = await createLeased(engine);
      await engine.release([lease], { retryAfterMs: REST_MS });
      await advance(REST_MS + 1);
      const claimed = await Promise.all(
        range(20).map((index) => (index % 2 === 0 ? engine : other).claim(LONG_CLAIM, 1)),
      );
      expect(claimed.flat()).toEqual([{ ...lease, epoch: 2, attempt: 2 }]);
    });

    test('lets cancel() end the task at once', async () => {
      const { engine, other, advance } = await openEngine(subject);
      const lease = await createLeased(engine);
      await engine.release([lease], { retryAfterMs: REST_MS });
      expect(await other.cancel(SCOPE, lease.taskId)).toEqual({ kind: 'canceled' });
      await advance(REST_MS + 1);
      expect(await engine.claim(LONG_CLAIM, 10)).toEqual([]);
    });

    test('does not let a task rest that was asked to be canceled', async () => {
      const { engine, other } = await openEngine(subject);
      const lease = await createLeased(engine);
      expect(await other.cancel(SCOPE, lease.taskId)).toEqual({ kind: 'requested' });
      await engine.release([lease], { retryAfterMs: 60_000 });
      expect(await other.claim(LONG_CLAIM, 10)).toEqual([
        { ...lease, epoch: 2, attempt: 2, cancelRequested: true },
      ]);
    });

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
