import { describe, expect, test } from 'vitest';
import type { Lease } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { LeaseLostError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import {
  crossWays,
  type EngineUnderTest,
  openEngine,
  openEngines,
  toWays,
} from './engine-storage.ts';
import {
  createLeased,
  getTask,
  LONG_CLAIM,
  need,
  newTask,
  PAST_SHORT,
  pieceEvent,
  range,
  readLog,
  readStates,
  SCOPE,
  SHORT_CLAIM,
  statusEvent,
} from './samples.ts';

const CANCELED = { kind: 'canceled' };

const REQUESTED = { kind: 'requested' };

/** Declares the tests of an engine's `cancel`. */
export function describeCancel(subject: EngineUnderTest): void {
  describe('cancel()', () => {
    test.for(toWays(subject))('ends a task that waits for a runner at once', async (way) => {
      const { engine, other } = await openEngines(way);
      const { taskId } = await engine.create(newTask());
      expect(await other.cancel(SCOPE, taskId)).toEqual(CANCELED);
      const log = await readLog(engine, { scope: SCOPE, taskId });
      expect(log.map(({ seq, event }) => ({ seq, event }))).toEqual([
        { seq: 1, event: { kind: 'status', state: 'submitted' } },
        { seq: 2, event: { kind: 'status', state: 'canceled' } },
      ]);
      expect(await getTask(engine, { scope: SCOPE, taskId })).toMatchObject({
        seq: 2,
        state: 'canceled',
        statusTimestamp: log[1]?.timestamp,
      });
      expect(await engine.claim(LONG_CLAIM, 10)).toEqual([]);
    });

    test.for(toWays(subject))(
      'asks the runner of a leased task, which learns it when it renews',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const lease = await createLeased(engine);
        const bystander = await createLeased(engine);
        expect(await other.cancel(SCOPE, lease.taskId)).toEqual(REQUESTED);
        expect(await other.cancel(SCOPE, lease.taskId)).toEqual(REQUESTED);
        const told = { lost: [], cancel: [lease.taskId] };
        expect(await engine.renew([bystander, lease], LONG_CLAIM.ttlMs)).toEqual(told);
        expect(await engine.renew([lease], LONG_CLAIM.ttlMs)).toEqual(told);
        expect(await getTask(engine, lease)).toMatchObject({ seq: 1, state: 'submitted' });
        await engine.append(lease, [statusEvent('canceled')]);
        const terminal = { kind: 'terminal', state: 'canceled' };
        expect(await other.cancel(SCOPE, lease.taskId)).toEqual(terminal);
      },
    );

    test('leaves the runner free to finish otherwise', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine);
      await engine.cancel(SCOPE, lease.taskId);
      expect(await engine.append(lease, [pieceEvent('a', 'x'), statusEvent('completed')])).toBe(3);
      expect(await readStates(engine, lease)).toEqual(['submitted', 'completed']);
    });

    test.for(toWays(subject))('that nobody heeded is told to the next runner', async (way) => {
      const { engine, other, advance } = await openEngines(way);
      const lease = await createLeased(engine, {}, SHORT_CLAIM);
      const renewed = await engine.renew([lease], LONG_CLAIM.ttlMs);
      expect(renewed).toEqual({ lost: [], cancel: [] });
      expect(await engine.cancel(SCOPE, lease.taskId)).toEqual(REQUESTED);
      await engine.renew([lease], SHORT_CLAIM.ttlMs);
      await advance(PAST_SHORT);
      expect(await other.claim(LONG_CLAIM, 10)).toEqual([
        { ...lease, epoch: 2, attempt: 2, cancelRequested: true },
      ]);
    });

    test.for(toWays(subject))(
      'ends a task whose lease has run out at once, and fences its runner',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const lease = await createLeased(engine, {}, SHORT_CLAIM);
        await engine.append(lease, [statusEvent('working')]);
        await advance(PAST_SHORT);
        expect(await other.cancel(SCOPE, lease.taskId)).toEqual(CANCELED);
        const writing = engine.append(lease, [statusEvent('completed')]);
        await expect(writing).rejects.toBeInstanceOf(LeaseLostError);
        const lost = { lost: [lease.taskId], cancel: [] };
        expect(await engine.renew([lease], LONG_CLAIM.ttlMs)).toEqual(lost);
        expect(await engine.claim(LONG_CLAIM, 10)).toEqual([]);
        expect(await readStates(engine, lease)).toEqual(['submitted', 'working', 'canceled']);
      },
    );

    test.each(['input-required', 'auth-required'] as const)(
      'ends a task in state %s at once',
      async (state) => {
        const { engine } = await openEngine(subject);
        const lease = await createLeased(engine);
        await engine.append(lease, [statusEvent(state, 'Which one?')]);
        expect(await engine.cancel(SCOPE, lease.taskId)).toEqual(CANCELED);
        const task = await getTask(engine, lease);
        expect(task).toMatchObject({ seq: 3, state: 'canceled' });
        expect(task.statusMessage).toBeUndefined();
      },
    );

    test.each(crossWays(subject, ['input-required', 'auth-required'] as const))(
      'that was asked for comes after %s, in the same transaction',
      async (state, way) => {
        const { engine, other } = await openEngines(way);
        const lease = await createLeased(engine);
        expect(await other.cancel(SCOPE, lease.taskId)).toEqual(REQUESTED);
        const question = [pieceEvent('a', 'x'), statusEvent(state, 'Which one?')];
        expect(await engine.append(lease, question)).toBe(4);
        const log = await readLog(other, lease);
        expect(log.slice(1).map(({ event }) => event)).toEqual([
          ...question,
          { kind: 'status', state: 'canceled' },
        ]);
        const task = await getTask(engine, lease);
        expect(task).toMatchObject({ seq: 4, state: 'canceled' });
        expect(task.statusMessage).toBeUndefined();
        await expect(engine.append(lease, [])).rejects.toBeInstanceOf(LeaseLostError);
        const terminal = { kind: 'terminal', state: 'canceled' };
        expect(await engine.cancel(SCOPE, lease.taskId)).toEqual(terminal);
      },
    );

    test.for(toWays(subject))(
      'that the runner before did not heed also comes after an interruption',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const lease = await createLeased(engine, {}, SHORT_CLAIM);
        await engine.cancel(SCOPE, lease.taskId);
        await advance(PAST_SHORT);
        const next = need((await other.claim(LONG_CLAIM, 1))[0]);
        expect(await other.append(next, [statusEvent('input-required')])).toBe(3);
        const states = await readStates(engine, lease);
        expect(states).toEqual(['submitted', 'input-required', 'canceled']);
      },
    );

    test.for(toWays(subject))(
      'at the moment of an interruption ends the task, in 40 rounds',
      async (way) => {
        const { engine, other } = await openEngines(way);
        for (const index of range(40)) {
          const lease = await createLeased(engine);
          const cancelEarly = index % 2 === 0 ? other.cancel(SCOPE, lease.taskId) : undefined;
          const asking = engine.append(lease, [statusEvent('input-required')]);
          const outcome = await (cancelEarly ?? other.cancel(SCOPE, lease.taskId));
          const seq = await asking;
          expect([
            { outcome: REQUESTED, seq: 3 },
            { outcome: CANCELED, seq: 2 },
          ]).toContainEqual({ outcome, seq });
          const states = await readStates(engine, lease);
          expect(states).toEqual(['submitted', 'input-required', 'canceled']);
        }
      },
    );

    test.each(['completed', 'failed', 'canceled', 'rejected'] as const)(
      'tells that a task in state %s has ended before',
      async (state) => {
        const { engine } = await openEngine(subject);
        const lease = await createLeased(engine);
        await engine.append(lease, [statusEvent(state)]);
        expect(await engine.cancel(SCOPE, lease.taskId)).toEqual({ kind: 'terminal', state });
        expect(await readLog(engine, lease)).toHaveLength(2);
      },
    );

    test('finds nothing under an id that was never given', async () => {
      const { engine } = await openEngine(subject);
      const outcome = await engine.cancel(SCOPE, crypto.randomUUID());
      expect(outcome).toEqual({ kind: 'not-found' });
    });

    test.for(toWays(subject))(
      'or the completion wins a race for an expired lease, never both, in 40 rounds',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const leases = await Promise.all(
          range(40).map(() => createLeased(engine, {}, SHORT_CLAIM)),
        );
        await advance(PAST_SHORT);
        for (const [index, lease] of leases.entries()) {
          const cancelEarly = index % 2 === 0 ? other.cancel(SCOPE, lease.taskId) : undefined;
          const completing = tryToComplete(engine, lease);
          const cancellation = await (cancelEarly ?? other.cancel(SCOPE, lease.taskId));
          const completion = await completing;
          const states = await readStates(engine, lease);
          expect([
            {
              completion: 'completed',
              cancellation: { kind: 'terminal', state: 'completed' },
              states: ['submitted', 'completed'],
            },
            { completion: 'lost', cancellation: CANCELED, states: ['submitted', 'canceled'] },
          ]).toContainEqual({ completion, cancellation, states });
        }
      },
    );

    test.for(toWays(subject))(
      'never undoes the completion of a leased task, in 40 rounds',
      async (way) => {
        const { engine, other } = await openEngines(way);
        for (const index of range(40)) {
          const lease = await createLeased(engine);
          const cancelEarly = index % 2 === 0 ? other.cancel(SCOPE, lease.taskId) : undefined;
          const completing = engine.append(lease, [statusEvent('completed')]);
          const outcome = await (cancelEarly ?? other.cancel(SCOPE, lease.taskId));
          expect(await completing).toBe(2);
          expect([REQUESTED, { kind: 'terminal', state: 'completed' }]).toContainEqual(outcome);
          expect(await readStates(engine, lease)).toEqual(['submitted', 'completed']);
        }
      },
    );

    test.for(toWays(subject))('asked 20 times at once ends a task once', async (way) => {
      const { engine, other } = await openEngines(way);
      const { taskId } = await engine.create(newTask());
      const outcomes = await Promise.all(
        range(20).map((index) => (index % 2 === 0 ? engine : other).cancel(SCOPE, taskId)),
      );
      expect(outcomes.filter(({ kind }) => kind === 'canceled')).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === 'terminal')).toHaveLength(19);
      expect(await readLog(engine, { scope: SCOPE, taskId })).toHaveLength(2);
    });
  });
}

async function tryToComplete(engine: TaskEngine, lease: Lease): Promise<unknown> {
  try {
    await engine.append(lease, [statusEvent('completed')]);
    return 'completed';
  } catch (error) {
    return error instanceof LeaseLostError ? 'lost' : error;
  }
}

const FORCE = { force: true };

/** Declares the tests of an engine's `cancel` with `force`. */
export function describeForceCancel(subject: EngineUnderTest): void {
  describe('cancel() with force', () => {
    test.for(toWays(subject))('ends a leased task at once, and fences its runner', async (way) => {
      const { engine, other } = await openEngines(way);
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

    test.for(toWays(subject))('ends a leased task that was asked before', async (way) => {
      const { engine, other } = await openEngines(way);
      const lease = await createLeased(engine);
      expect(await engine.cancel(SCOPE, lease.taskId)).toEqual({ kind: 'requested' });
      expect(await other.cancel(SCOPE, lease.taskId, FORCE)).toEqual({ kind: 'canceled' });
    });

    test('does what cancel() does to other tasks', async () => {
      const { engine } = await openEngine(subject);
      const { taskId } = await engine.create(newTask());
      expect(await engine.cancel('bob' as Scope, taskId, FORCE)).toEqual({ kind: 'not-found' });
      expect(await engine.cancel(SCOPE, taskId, FORCE)).toEqual({ kind: 'canceled' });
      const terminal = { kind: 'terminal', state: 'canceled' };
      expect(await engine.cancel(SCOPE, taskId, FORCE)).toEqual(terminal);
    });

    test.for(toWays(subject))(
      'wins or loses against a completion at the same moment',
      async (way) => {
        const { engine, other } = await openEngines(way);
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
      },
    );
  });
}
