import { describe, expect, test } from 'vitest';
import { openEngine, type EngineUnderTest } from './engine-storage.ts';
import {
  LONG_CLAIM,
  SCOPE,
  createLeased,
  newTask,
  pieceEvent,
  range,
  readStates,
  statusEvent,
} from './samples.ts';

const FORCE = { force: true };

/** Tests of `cancel` with `force`. */
export function describeForceCancel(subject: EngineUnderTest): void {
  describe('cancel() with force', () => {
    test('ends a leased task at once, and fences its runner', async () => {
      const { engine, other } = await openEngine(subject);
      const lease = await createLeased(engine);
      await engine.append(lease, [statusEvent('working')]);
      expect(await other.cancel(SCOPE, lease.taskId, FORCE)).toEqual({ kind: 'canceled' });
      for (const event of [pieceEvent('a', 'late'), statusEvent('completed')]) {
        const writing = engine.append(lease, [event]);
        await expect(writing).rejects.toMatchObject({ code: 'LEASE_LOST' });
      }
      const lost = { lost: [lease.taskId], cancel: [] };
      expect(await engine.renew([lease], LONG_CLAIM.ttlMs)).toEqual(lost);
      await engine.release([lease]);
      expect(await engine.claim(LONG_CLAIM, 10)).toEqual([]);
      expect(await readStates(engine, lease)).toEqual(['submitted', 'working', 'canceled']);
    });

    test('ends a leased task that was asked before', async () => {
      const { engine, other } = await openEngine(subject);
      const lease = await createLeased(engine);
      expect(await engine.cancel(SCOPE, lease.taskId)).toEqual({ kind: 'requested' });
      expect(await other.cancel(SCOPE, lease.taskId, FORCE)).toEqual({ kind: 'canceled' });
    });

    test('does what cancel() does to other tasks', async () => {
      const { engine } = await openEngine(subject);
      const { taskId } = await engine.create(newTask());
      expect(await engine.cancel('bob', taskId, FORCE)).toEqual({ kind: 'not-found' });
      expect(await engine.cancel(SCOPE, taskId, FORCE)).toEqual({ kind: 'canceled' });
      const terminal = { kind: 'terminal', state: 'canceled' };
      expect(await engine.cancel(SCOPE, taskId, FORCE)).toEqual(terminal);
    });

    test('wins or loses against a completion at the same moment', async () => {
      const { engine, other } = await openEngine(subject);
      for (const round of range(10)) {
        const lease = await createLeased(engine);
        const complete = () => engine.append(lease, [statusEvent('completed')]);
        const cancel = () => other.cancel(SCOPE, lease.taskId, FORCE);
        const [first, second] = round % 2 === 0 ? [complete, cancel] : [cancel, complete];
        await Promise.allSettled([first(), second()]);
        const states = await readStates(engine, lease);
        expect(states).toHaveLength(2);
        expect(['completed', 'canceled']).toContain(states[1]);
      }
    });
  });
}
