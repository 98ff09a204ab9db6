import { describe, expect, test } from 'vitest';
import { LeaseLostError } from '../errors.ts';
import { openEngine, type EngineUnderTest } from './engine-storage.ts';
import { createLeased, getTask, newTask, statusEvent } from './samples.ts';

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
