import { describe, expect, test } from 'vitest';
import type { Lease, NewTaskClaim } from '../engine/lease.ts';
import type { RenewResult, TaskEngine } from '../engine/task-engine.ts';
import { LeaseLostError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { type EngineUnderTest, openEngine, openEngines, toWays } from './engine-storage.ts';
import {
  keyOf,
  LONG_CLAIM,
  SCOPE,
  getTask,
  newTask,
  range,
  readLog,
  textMessage,
  readStates,
  statusEvent,
} from './samples.ts';

/** Declares the tests of an engine's `create`. */
export function describeCreate(subject: EngineUnderTest): void {
  describe('create()', () => {
    test('makes a submitted task whose log starts with its creation', async () => {
      const { engine } = await openEngine(subject);
      const task = newTask({ metadata: { priority: 1 } });
      expect(await engine.create(task)).toEqual({ taskId: task.id, created: true });

      const log = await readLog(engine, { scope: SCOPE, taskId: task.id });
      expect(log.map(({ seq, event }) => ({ seq, event }))).toEqual([
        { seq: 1, event: { kind: 'status', state: 'submitted' } },
      ]);
      const timestamp = log[0]?.timestamp;
      expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(await getTask(engine, { scope: SCOPE, taskId: task.id })).toEqual({
        id: task.id,
        scope: SCOPE,
        contextId: 'context',
        seq: 1,
        state: 'submitted',
        statusSeq: 1,
        statusTimestamp: timestamp,
        createdAt: timestamp,
        artifacts: [],
        history: [task.message],
        metadata: { priority: 1 },
        invocation: task.invocation,
      });
    });

    test.for(toWays(subject))(
      'is visible to another instance as soon as it resolved',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const { taskId } = await engine.create(newTask());
        expect(await getTask(other, { scope: SCOPE, taskId })).toMatchObject({
          id: taskId,
          seq: 1,
        });
      },
    );

    test.for(toWays(subject))(
      'with a claim leases the new task for the first time',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const task = newTask();
        expect(await engine.create(task, LONG_CLAIM)).toEqual({
          taskId: task.id,
          created: true,
          lease: { taskId: task.id, scope: SCOPE, epoch: 1, attempt: 1, cancelRequested: false },
        });
        expect(await other.claim(LONG_CLAIM, 10)).toEqual([]);
      },
    );

    test.for(toWays(subject))(
      'answers a repeated key with the task that it made first, and no lease',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const first = newTask({ idempotencyKey: keyOf('key'), message: textMessage('first') });
        const second = newTask({ idempotencyKey: keyOf('key'), message: textMessage('second') });
        await engine.create(first);
        expect(await other.create(second, LONG_CLAIM)).toEqual({
          taskId: first.id,
          created: false,
        });
        expect(await engine.get(SCOPE, second.id)).toBeUndefined();
        const task = await getTask(engine, { scope: SCOPE, taskId: first.id });
        expect(task.seq).toBe(1);
        expect(task.history).toEqual([first.message]);
      },
    );

    test('still knows the key after the task has ended', async () => {
      const { engine } = await openEngine(subject);
      const first = newTask({ idempotencyKey: keyOf('key') });
      await engine.create(first);
      await engine.cancel(SCOPE, first.id);
      const again = await engine.create(newTask({ idempotencyKey: keyOf('key') }));
      expect(again).toEqual({ taskId: first.id, created: false });
    });

    test.for(toWays(subject))(
      'makes one task of 20 creations at once with the same key',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const results = await Promise.all(
          range(20).map((index) =>
            (index % 2 === 0 ? engine : other).create(
              newTask({ idempotencyKey: keyOf('key') }),
              LONG_CLAIM,
            ),
          ),
        );
        expect(results.filter(({ created }) => created)).toHaveLength(1);
        expect(results.filter(({ lease }) => lease !== undefined)).toHaveLength(1);
        expect(new Set(results.map(({ taskId }) => taskId)).size).toBe(1);
        expect((await engine.list(SCOPE, { pageSize: 100 })).totalSize).toBe(1);
      },
    );

    test('keeps the same key of different scopes apart', async () => {
      const { engine } = await openEngine(subject);
      const scopes = [
        { scope: 'a' as Scope, idempotencyKey: keyOf('bc') },
        { scope: 'ab' as Scope, idempotencyKey: keyOf('c') },
        { scope: 'b' as Scope, idempotencyKey: keyOf('bc') },
        { scope: '' as Scope, idempotencyKey: keyOf('abc') },
      ];
      const results = await Promise.all(scopes.map((fields) => engine.create(newTask(fields))));
      expect(results.map(({ created }) => created)).toEqual([true, true, true, true]);
    });

    test('makes a new task every time without a key, also of the same message', async () => {
      const { engine } = await openEngine(subject);
      const message = textMessage('again');
      const first = await engine.create(newTask({ message }));
      const second = await engine.create(newTask({ message }));
      expect(first.created && second.created).toBe(true);
      expect(first.taskId).not.toBe(second.taskId);
    });

    test('rejects an id that another task has, and leaves that task alone', async () => {
      const { engine } = await openEngine(subject);
      const task = newTask();
      await engine.create(task);
      await expect(engine.create(newTask({ id: task.id }))).rejects.toBeInstanceOf(Error);
      await expect(
        engine.create(newTask({ id: task.id, scope: 'bob' as Scope })),
      ).rejects.toBeInstanceOf(Error);
      const found = await getTask(engine, { scope: SCOPE, taskId: task.id });
      expect(found.seq).toBe(1);
      expect(found.history).toEqual([task.message]);
    });
  });
}

interface Starting {
  readonly claim: NewTaskClaim;
  readonly leases: Lease[];
  /**
   * The outcomes of the appends that `start` made under its leases: a log position, or the error.
   */
  readonly appended: Promise<unknown>[];
}

/**
 * Makes a claim that completes each new task as soon as the engine leases it, even while `create`
 * is still running.
 */
function startOn(engine: TaskEngine): Starting {
  const leases: Lease[] = [];
  const appended: Promise<unknown>[] = [];
  function start(lease: Lease): void {
    leases.push(lease);
    const events = [statusEvent('working'), statusEvent('completed')];
    appended.push(engine.append(lease, events).catch((error: unknown) => error));
  }
  return { claim: { ...LONG_CLAIM, start }, leases, appended };
}

/**
 * Declares the tests of runners that start on a new task while `create` is still running
 * (`NewTaskClaim.start`).
 */
export function describeEarlyStart(subject: EngineUnderTest): void {
  describe('create() with a start', () => {
    test.for(toWays(subject))(
      'tells the lease and the task at most once, and takes what is appended',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const task = newTask();
        const { claim, leases, appended } = startOn(engine);
        const { created, lease } = await engine.create(task, {
          ...claim,
          start(early, snapshot) {
            expect(snapshot).toMatchObject({ id: task.id, seq: 1, state: 'submitted' });
            expect(snapshot.history).toEqual([task.message]);
            claim.start?.(early, snapshot);
          },
        });
        expect(created).toBe(true);
        expect(leases).toEqual(range(leases.length).map(() => lease));
        expect(leases.length).toBeLessThanOrEqual(1);
        expect(await Promise.all(appended)).toEqual(leases.map(() => 3));
        const late = leases.length === 0 ? [] : ['working', 'completed'];
        const states = await readStates(other, { scope: SCOPE, taskId: task.id });
        expect(states).toEqual(['submitted', ...late]);
      },
    );

    test('keeps a lease that is renewed while its task is being written', async () => {
      const { engine } = await openEngine(subject);
      const renewals: Promise<RenewResult>[] = [];
      const { lease } = await engine.create(newTask(), {
        ...LONG_CLAIM,
        start: (early) => renewals.push(engine.renew([early], LONG_CLAIM.ttlMs)),
      });
      for (const renewal of renewals) expect(await renewal).toEqual({ lost: [], cancel: [] });
      expect(lease).toBeDefined();
    });

    test.for(toWays(subject))('starts nothing for a key that is known', async (way) => {
      const { engine, other } = await openEngines(way);
      const first = newTask({ idempotencyKey: keyOf('key') });
      await engine.create(first);
      const { claim, leases } = startOn(other);
      const again = await other.create(newTask({ idempotencyKey: keyOf('key') }), claim);
      expect(again).toEqual({ taskId: first.id, created: false });
      expect(leases).toEqual([]);
    });

    test.for(toWays(subject))('of 20 at once with the same key lets one write', async (way) => {
      const { engine, other } = await openEngines(way);
      const starts = [startOn(engine), startOn(other)] as const;
      const results = await Promise.all(
        range(20).map((index) => {
          const isEven = index % 2 === 0;
          const task = newTask({ idempotencyKey: keyOf('key') });
          return (isEven ? engine : other).create(task, starts[isEven ? 0 : 1].claim);
        }),
      );
      const made = results.filter(({ created }) => created);
      expect(made).toHaveLength(1);
      const taskId = made[0]?.taskId ?? '';
      const outcomes = await Promise.all(
        starts.map(async ({ leases, appended }) => {
          const ends = await Promise.all(appended);
          return leases.map((lease, index) => ({ lease, result: ends[index] }));
        }),
      );
      const isMade = ({ lease }: { readonly lease: Lease }): boolean => lease.taskId === taskId;
      const written = outcomes.flat().filter(isMade);
      expect(written.map(({ result }) => result)).toEqual(written.map(() => 3));
      const refused = outcomes.flat().filter((outcome) => !isMade(outcome));
      expect(refused.every(({ result }) => result instanceof LeaseLostError)).toBe(true);
      expect((await engine.list(SCOPE, { pageSize: 100 })).totalSize).toBe(1);
      const { seq } = await getTask(other, { scope: SCOPE, taskId });
      expect([1, 3]).toContain(seq);
    });

    test('lets nobody write to a task by asking for its id', async () => {
      const { engine } = await openEngine(subject);
      const task = newTask();
      await engine.create(task, LONG_CLAIM);
      const { claim, appended } = startOn(engine);
      await expect(engine.create(newTask({ id: task.id }), claim)).rejects.toBeInstanceOf(Error);
      for (const outcome of await Promise.all(appended)) {
        expect(outcome).toBeInstanceOf(LeaseLostError);
      }
      expect(await readStates(engine, { scope: SCOPE, taskId: task.id })).toEqual(['submitted']);
    });
  });
}
