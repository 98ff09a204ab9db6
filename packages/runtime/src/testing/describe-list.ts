import { describe, expect, test } from 'vitest';
import type { TaskQuery } from '../engine/task-engine.ts';
import { LeaseLostError } from '../errors.ts';
import { type EngineUnderTest, openEngine } from './engine-storage.ts';
import { createLeased, getTask, newTask, pieceEvent, SCOPE, statusEvent } from './samples.ts';

/** Tests of the filters and the order of `list`. */
export function describeList(subject: EngineUnderTest): void {
  describe('list()', () => {
    test('shows whole tasks, newest status first', async () => {
      const { engine, other, advance } = await openEngine(subject);
      const first = await createLeased(engine);
      await advance(2);
      const second = await createLeased(engine);
      await advance(2);
      const third = await createLeased(engine);
      await advance(2);
      await engine.append(first, [statusEvent('working', 'hello'), pieceEvent('a', 'x')]);
      await advance(2);
      // Not a change of status, so not a reason to come first.
      await engine.append(second, [pieceEvent('a', 'y')]);

      const page = await other.list(SCOPE, { pageSize: 10 });
      const order = [first, third, second];
      expect(page).toEqual({
        tasks: await Promise.all(order.map((lease) => getTask(engine, lease))),
        totalSize: 3,
      });
    });

    test('selects by context, state, both, and neither', async () => {
      const { engine, advance } = await openEngine(subject);
      const names = new Map<string, string>();
      for (const [name, contextId, state] of [
        ['a working', 'a', 'working'],
        ['b working', 'b', 'working'],
        ['a completed', 'a', 'completed'],
        ['b asking', 'b', 'input-required'],
      ] as const) {
        const lease = await createLeased(engine, { contextId });
        await engine.append(lease, [statusEvent(state)]);
        names.set(lease.taskId, name);
        await advance(2);
      }
      const { taskId } = await engine.create(newTask({ contextId: 'a' }));
      names.set(taskId, 'a submitted');

      async function find(query: Omit<TaskQuery, 'pageSize'>): Promise<unknown> {
        const { tasks, totalSize } = await engine.list(SCOPE, { ...query, pageSize: 100 });
        expect(totalSize).toBe(tasks.length);
        return tasks.map(({ id }) => names.get(id));
      }
      expect(await find({})).toEqual([
        'a submitted',
        'b asking',
        'a completed',
        'b working',
        'a working',
      ]);
      expect(await find({ contextId: 'a' })).toEqual(['a submitted', 'a completed', 'a working']);
      expect(await find({ state: 'working' })).toEqual(['b working', 'a working']);
      expect(await find({ state: 'submitted' })).toEqual(['a submitted']);
      expect(await find({ contextId: 'b', state: 'input-required' })).toEqual(['b asking']);
      expect(await find({ contextId: 'b', state: 'completed' })).toEqual([]);
      expect(await find({ contextId: 'c' })).toEqual([]);
    });

    test('selects tasks whose status changed at or after a time', async () => {
      const { engine, advance } = await openEngine(subject);
      const old = await createLeased(engine);
      await advance(5);
      const young = await createLeased(engine);
      const { statusTimestamp: oldTime } = await getTask(engine, old);
      const { statusTimestamp: youngTime } = await getTask(engine, young);

      async function find(statusTimestampAfter: string, contextId = 'context'): Promise<unknown> {
        const query = { statusTimestampAfter, contextId, pageSize: 10 };
        const { tasks, totalSize } = await engine.list(SCOPE, query);
        expect(totalSize).toBe(tasks.length);
        return tasks.map(({ id }) => id);
      }
      const both = [young.taskId, old.taskId];
      expect(await find(oldTime)).toEqual(both);
      expect(await find(addMilliseconds(oldTime, 1))).toEqual([young.taskId]);
      expect(await find(youngTime)).toEqual([young.taskId]);
      expect(await find(addMilliseconds(youngTime, 1))).toEqual([]);
      expect(await find('2000-01-01T00:00:00Z')).toEqual(both);
      expect(await find('2000-01-01T00:00:00+02:00')).toEqual(both);
      expect(await find(youngTime.replace('Z', '+00:00'))).toEqual([young.taskId]);
      expect(await find(oldTime, 'another context')).toEqual([]);

      await advance(5);
      await engine.append(old, [statusEvent('working')]);
      expect(await find(addMilliseconds(youngTime, 1))).toEqual([old.taskId]);
    });

    test('counts all that fit, also those on other pages', async () => {
      const { engine } = await openEngine(subject);
      await Promise.all(
        ['a', 'a', 'a', 'b'].map((contextId) => engine.create(newTask({ contextId }))),
      );
      const page = await engine.list(SCOPE, { contextId: 'a', pageSize: 1 });
      expect(page.tasks).toHaveLength(1);
      expect(page.totalSize).toBe(3);
      expect(page.nextPageToken).toEqual(expect.any(String));
    });
  });
}

function addMilliseconds(timestamp: string, milliseconds: number): string {
  return new Date(Date.parse(timestamp) + milliseconds).toISOString();
}

/** Tests that a task is nothing to other scopes. */
export function describeScopes(subject: EngineUnderTest): void {
  describe('scopes', () => {
    test('get(), read() and cancel() know nothing of a task of another scope', async () => {
      const { engine } = await openEngine(subject);
      const { taskId } = await engine.create(newTask({ scope: 'alice' }));
      expect(await engine.get('bob', taskId)).toBeUndefined();
      expect(await engine.read('bob', taskId, { after: 0 })).toEqual([]);
      expect(await engine.cancel('bob', taskId)).toEqual({ kind: 'not-found' });
      expect(await getTask(engine, { scope: 'alice', taskId })).toMatchObject({ seq: 1 });
    });

    test('list() shows and counts the tasks of its own scope only', async () => {
      const { engine } = await openEngine(subject);
      const { taskId } = await engine.create(newTask({ scope: 'alice' }));
      await engine.create(newTask({ scope: 'bob' }));
      const page = await engine.list('alice', { pageSize: 10 });
      expect(page.tasks.map(({ id }) => id)).toEqual([taskId]);
      expect(page.totalSize).toBe(1);
      expect(await engine.list('carol', { pageSize: 10 })).toEqual({ tasks: [], totalSize: 0 });
    });

    test('append() and renew() refuse a lease that was moved to another scope', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine, { scope: 'alice' });
      const moved = { ...lease, scope: 'bob' };
      const writing = engine.append(moved, [statusEvent('completed')]);
      await expect(writing).rejects.toBeInstanceOf(LeaseLostError);
      expect(await engine.renew([moved], 1000)).toEqual({ lost: [lease.taskId], cancel: [] });
      expect(await getTask(engine, lease)).toMatchObject({ seq: 1, state: 'submitted' });
    });
  });
}
