import { describe, expect, test } from 'vitest';
import type { Lease, NewTaskClaim } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { LeaseLostError } from '../errors.ts';
import { type EngineUnderTest, openEngine } from './engine-storage.ts';
import { getTask, LONG_CLAIM, newTask, range, readStates, SCOPE, statusEvent } from './samples.ts';

interface Starting {
  readonly claim: NewTaskClaim;
  readonly leases: Lease[];
  /** The outcome of what was appended at once under each lease. */
  readonly appended: Promise<unknown>[];
}

/** A claimant that works to the end as soon as it is let. */
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

/** Tests of claimants that start before the promise of `create` has settled. */
export function describeEarlyStart(subject: EngineUnderTest): void {
  describe('create() with a start', () => {
    test('tells the lease and the task at most once, and takes what is appended', async () => {
      const { engine, other } = await openEngine(subject);
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
    });

    test('starts nothing for a key that is known', async () => {
      const { engine, other } = await openEngine(subject);
      const first = newTask({ idempotencyKey: 'key' });
      await engine.create(first);
      const { claim, leases } = startOn(other);
      const again = await other.create(newTask({ idempotencyKey: 'key' }), claim);
      expect(again).toEqual({ taskId: first.id, created: false });
      expect(leases).toEqual([]);
    });

    test('of 20 at once with the same key lets one write', async () => {
      const { engine, other } = await openEngine(subject);
      const starts = [startOn(engine), startOn(other)] as const;
      const results = await Promise.all(
        range(20).map((index) => {
          const isEven = index % 2 === 0;
          const task = newTask({ idempotencyKey: 'key' });
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
