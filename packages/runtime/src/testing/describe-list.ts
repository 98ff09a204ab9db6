import { compareTexts } from '@formwork/schema/json';
import { describe, expect, test } from 'vitest';
import type { TaskQuery, TaskEngine, TaskPage } from '../engine/task-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { LeaseLostError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import {
  type EngineUnderTest,
  type OpenedEngine,
  openEngine,
  openEngines,
  toWays,
} from './engine-storage.ts';
import {
  createLeased,
  getTask,
  newTask,
  pieceEvent,
  SCOPE,
  statusEvent,
  need,
  range,
} from './samples.ts';

/** Declares the tests of the filters and the order of an engine's `list`. */
export function describeList(subject: EngineUnderTest): void {
  describe('list()', () => {
    test.for(toWays(subject))('shows whole tasks, newest status first', async (way) => {
      const { engine, other, advance } = await openEngines(way);
      const first = await createLeased(engine);
      await advance(2);
      const second = await createLeased(engine);
      await advance(2);
      const third = await createLeased(engine);
      await advance(2);
      await engine.append(first, [statusEvent('working', 'hello'), pieceEvent('a', 'x')]);
      await advance(2);
      // An artifact does not change the status, so this task does not move to the front.
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

    test('selects by skill, and by a span of time that leaves out its end', async () => {
      const { engine, advance } = await openEngine(subject);
      const invocation = (skillId: string) =>
        ({ kind: 'text', skillId, text: 'x', acceptedOutputModes: [] }) as const;
      const { taskId: first } = await engine.create(newTask({ invocation: invocation('ä/1') }));
      await advance(5);
      const { taskId: second } = await engine.create(newTask({ invocation: invocation('b') }));
      await advance(5);
      const { taskId: third } = await engine.create(newTask({ invocation: invocation('ä/1') }));
      const find = async (query: Omit<TaskQuery, 'pageSize'>): Promise<unknown> => {
        const { tasks, totalSize } = await engine.list(SCOPE, { ...query, pageSize: 10 });
        expect(totalSize).toBe(tasks.length);
        return tasks.map(({ id }) => id);
      };
      const [, { statusTimestamp: from } = { statusTimestamp: '' }] = (
        await engine.list(SCOPE, { pageSize: 10 })
      ).tasks;
      expect(await find({ skillId: 'ä/1' })).toEqual([third, first]);
      expect(await find({ skillId: 'Ä/1' })).toEqual([]);
      expect(await find({ statusTimestampBefore: from })).toEqual([first]);
      const end = addMilliseconds(from, 1);
      expect(await find({ statusTimestampBefore: end })).toEqual([second, first]);
      const span = { statusTimestampAfter: from, statusTimestampBefore: end };
      expect(await find(span)).toEqual([second]);
      expect(await find({ ...span, skillId: 'ä/1', state: 'submitted' })).toEqual([]);
      const wrong = engine.list(SCOPE, { statusTimestampBefore: 'soon', pageSize: 1 });
      await expect(wrong).rejects.toThrow(RangeError);
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

/**
 * Declares the tests that no method of an engine shows, changes or counts the task of another
 * scope.
 */
export function describeScopes(subject: EngineUnderTest): void {
  describe('scopes', () => {
    test('get(), read() and cancel() know nothing of a task of another scope', async () => {
      const { engine } = await openEngine(subject);
      const { taskId } = await engine.create(newTask({ scope: 'alice' as Scope }));
      expect(await engine.get('bob' as Scope, taskId)).toBeUndefined();
      expect(await engine.read('bob' as Scope, taskId, { after: 0 })).toEqual([]);
      expect(await engine.cancel('bob' as Scope, taskId)).toEqual({ kind: 'not-found' });
      expect(await getTask(engine, { scope: 'alice' as Scope, taskId })).toMatchObject({ seq: 1 });
    });

    test('list() shows and counts the tasks of its own scope only', async () => {
      const { engine } = await openEngine(subject);
      const { taskId } = await engine.create(newTask({ scope: 'alice' as Scope }));
      await engine.create(newTask({ scope: 'bob' as Scope }));
      const page = await engine.list('alice' as Scope, { pageSize: 10 });
      expect(page.tasks.map(({ id }) => id)).toEqual([taskId]);
      expect(page.totalSize).toBe(1);
      expect(await engine.list('carol' as Scope, { pageSize: 10 })).toEqual({
        tasks: [],
        totalSize: 0,
      });
    });

    test('append() and renew() refuse a lease that was moved to another scope', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createLeased(engine, { scope: 'alice' as Scope });
      const moved = { ...lease, scope: 'bob' as Scope };
      const writing = engine.append(moved, [statusEvent('completed')]);
      await expect(writing).rejects.toBeInstanceOf(LeaseLostError);
      expect(await engine.renew([moved], 1000)).toEqual({ lost: [lease.taskId], cancel: [] });
      expect(await getTask(engine, lease)).toMatchObject({ seq: 1, state: 'submitted' });
    });
  });
}

/** Declares the tests of walking through the pages of an engine's `list`. */
export function describePaging(subject: EngineUnderTest): void {
  describe('list() page by page', () => {
    test.each([1, 4, 5, 24, 25])('shows 25 tasks once each, %i at a time', async (pageSize) => {
      const opened = await openEngine(subject);
      const ids = await createTasks(opened, 25);
      const pages = await walk(opened.engine, { pageSize });
      const tasks = pages.flatMap((page) => page.tasks);
      expect(tasks.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      expect(tasks).toEqual(tasks.toSorted(compareTasks));
      expect(pages).toHaveLength(Math.ceil(25 / pageSize));
      expect(pages.slice(0, -1).every((page) => page.tasks.length === pageSize)).toBe(true);
      expect(pages.every((page) => page.totalSize === 25)).toBe(true);
    });

    test('walks through filtered tasks', async () => {
      const opened = await openEngine(subject);
      await createTasks(opened, 6, 'other');
      const ids = await createTasks(opened, 7, 'mine');
      const pages = await walk(opened.engine, {
        pageSize: 3,
        contextId: 'mine',
        state: 'submitted',
        statusTimestampAfter: '2000-01-01T00:00:00Z',
      });
      const found = pages.flatMap((page) => page.tasks.map(({ id }) => id));
      expect(found.toSorted()).toEqual(ids.toSorted());
      expect(pages.map((page) => page.tasks.length)).toEqual([3, 3, 1]);
    });

    test.for(toWays(subject))(
      'goes on with another page size, and on another instance',
      async (way) => {
        const opened = await openEngines(way);
        await createTasks(opened, 10);
        const { engine, other } = opened;
        const all = await engine.list(SCOPE, { pageSize: 10 });
        expect(all.nextPageToken).toBeUndefined();
        const first = await engine.list(SCOPE, { pageSize: 3 });
        const pageToken = need(first.nextPageToken);
        const second = await other.list(SCOPE, { pageSize: 5, pageToken });
        expect([...first.tasks, ...second.tasks]).toEqual(all.tasks.slice(0, 8));
        expect(await engine.list(SCOPE, { pageSize: 5, pageToken })).toEqual(second);
      },
    );

    test.each([{}, { state: 'submitted' }, { contextId: 'context' }, { text: 'lion' }] as const)(
      'walks %o oldest first, and equal times by id, while tasks come, change and go',
      async (filters) => {
        const opened = await openEngine(subject);
        const { engine, advance } = opened;
        await createTasks(opened, 13);
        const query = { ...filters, order: 'oldest-first', pageSize: 4 } as const;
        const all = (await engine.list(SCOPE, { ...query, pageSize: 100 })).tasks;
        expect(all).toEqual(all.toSorted(compareOldest));
        expect(new Set(all.map(({ statusTimestamp }) => statusTimestamp)).size).toBeLessThan(13);
        const newest = await engine.list(SCOPE, { ...query, order: 'newest-first', pageSize: 100 });
        expect(newest.tasks).toEqual(all.toSorted(compareTasks));
        const first = await engine.list(SCOPE, query);
        expect(first.tasks).toEqual(all.slice(0, 4));
        await advance(2);
        // The place of the last one on a page stays when its task is deleted.
        await engine.delete(SCOPE, need(all[3]).id);
        await engine.cancel(SCOPE, need(all[5]).id);
        const { taskId: added } = await engine.create(newTask());
        const rest = await walk(engine, { ...query, pageToken: need(first.nextPageToken) });
        const left = [...all.slice(4, 5), ...all.slice(6)].map(({ id }) => id);
        const canceled = 'state' in filters ? [] : [need(all[5]).id];
        const found = rest.flatMap((page) => page.tasks.map(({ id }) => id));
        expect(found.slice(0, left.length)).toEqual(left);
        expect(found.slice(left.length).toSorted()).toEqual([...canceled, added].toSorted());
      },
    );

    test('shows a task again only if its status changed, while tasks come and change', async () => {
      const { engine, advance } = await openEngine(subject);
      const leases = [];
      for (const _ of range(25)) {
        leases.push(await createLeased(engine));
        await advance(2);
      }
      const shown = new Map<string, string>();
      let pageToken: string | undefined;
      let untouched = leases.map(({ taskId }) => taskId);
      do {
        const query = pageToken === undefined ? { pageSize: 4 } : { pageSize: 4, pageToken };
        const page = await engine.list(SCOPE, query);
        for (const { id, statusTimestamp } of page.tasks) {
          expect(shown.get(id)).not.toBe(statusTimestamp);
          shown.set(id, statusTimestamp);
        }
        ({ nextPageToken: pageToken } = page);
        await advance(2);
        // Two tasks change their status, one from a page already read and any other; the rest only
        // get artifacts.
        const touched = new Set([page.tasks[0]?.id, leases[shown.size % 25]?.taskId]);
        untouched = untouched.filter((id) => !touched.has(id));
        await Promise.all(
          leases.map(async (lease) => {
            const event = touched.has(lease.taskId) ? statusEvent('working') : pieceEvent('a', 'x');
            await engine.append(lease, [event]);
          }),
        );
        await engine.create(newTask());
      } while (pageToken !== undefined);
      expect([...shown.keys()]).toEqual(expect.arrayContaining(untouched));
    });

    test('refuses tokens that are not its own', async () => {
      const opened = await openEngine(subject);
      await createTasks(opened, 3);
      const { engine } = opened;
      const token = need((await engine.list(SCOPE, { pageSize: 1 })).nextPageToken);
      const garbage = [
        '',
        'x',
        '%%%',
        'null',
        token.slice(0, -4),
        token.slice(4),
        ...['', 'null', '{}', '[]', '[1,2,3]', '["2026","",""]', '\ud800'].map((text) =>
          Buffer.from(text).toString('base64url'),
        ),
      ];
      for (const pageToken of garbage) {
        const listing = engine.list(SCOPE, { pageSize: 1, pageToken });
        await expect(listing).rejects.toMatchObject({
          name: 'InvalidPageTokenError',
          code: 'PAGE_TOKEN_INVALID',
        });
      }
    });

    test('refuses tokens of other filters and of other scopes', async () => {
      const opened = await openEngine(subject);
      await createTasks(opened, 3, 'a');
      const { engine } = opened;
      const filters: readonly Omit<TaskQuery, 'pageSize'>[] = [
        {},
        { contextId: 'a' },
        { state: 'submitted' },
        { contextId: 'a', state: 'submitted' },
        { statusTimestampAfter: '2000-01-01T00:00:00Z' },
        { statusTimestampBefore: '2100-01-01T00:00:00Z' },
        { text: 'lion' },
        { order: 'oldest-first' },
        { text: 'lion', order: 'oldest-first' },
      ];
      for (const made of filters) {
        const page = await engine.list(SCOPE, { ...made, pageSize: 1 });
        const pageToken = need(page.nextPageToken);
        for (const used of filters.filter((filter) => filter !== made)) {
          const listing = engine.list(SCOPE, { ...used, pageSize: 1, pageToken });
          await expect(listing).rejects.toMatchObject({ code: 'PAGE_TOKEN_INVALID' });
        }
        const listing = engine.list('bob' as Scope, { ...made, pageSize: 1, pageToken });
        await expect(listing).rejects.toMatchObject({ code: 'PAGE_TOKEN_INVALID' });
      }
    });
  });
}

/**
 * Creates tasks for the paging tests; some share a status time, so that the order of ties is tested
 * too.
 */
async function createTasks(
  { engine, advance }: OpenedEngine,
  count: number,
  contextId = 'context',
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const index of range(count)) {
    const { taskId } = await engine.create(newTask({ contextId }));
    ids.push(taskId);
    if (index % 3 === 0) {
      await advance(2);
    }
  }
  return ids;
}

async function walk(engine: TaskEngine, query: TaskQuery): Promise<readonly TaskPage[]> {
  const page = await engine.list(SCOPE, query);
  return page.nextPageToken === undefined
    ? [page]
    : [page, ...(await walk(engine, { ...query, pageToken: page.nextPageToken }))];
}

function compareTasks(a: TaskSnapshot, b: TaskSnapshot): number {
  return compareTexts(b.statusTimestamp, a.statusTimestamp) || compareTexts(a.id, b.id);
}

function compareOldest(a: TaskSnapshot, b: TaskSnapshot): number {
  return a.statusTimestamp === b.statusTimestamp ? compareTasks(a, b) : compareTasks(b, a);
}
