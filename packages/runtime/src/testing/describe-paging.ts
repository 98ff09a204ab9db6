import { describe, expect, test } from 'vitest';
import type { TaskEngine, TaskPage, TaskQuery } from '../engine/task-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { openEngine, type EngineUnderTest, type OpenedEngine } from './engine-storage.ts';
import { SCOPE, createLeased, need, newTask, pieceEvent, range, statusEvent } from './samples.ts';

/** Tests of walking through the pages of `list`. */
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

    test('goes on with another page size, and on another instance', async () => {
      const opened = await openEngine(subject);
      await createTasks(opened, 10);
      const { engine, other } = opened;
      const all = await engine.list(SCOPE, { pageSize: 10 });
      expect(all.nextPageToken).toBeUndefined();
      const first = await engine.list(SCOPE, { pageSize: 3 });
      const pageToken = need(first.nextPageToken);
      const second = await other.list(SCOPE, { pageSize: 5, pageToken });
      expect([...first.tasks, ...second.tasks]).toEqual(all.tasks.slice(0, 8));
      expect(await engine.list(SCOPE, { pageSize: 5, pageToken })).toEqual(second);
    });

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
        // One that was shown and one that was not change their status, a third only its artifacts.
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
      ];
      for (const made of filters) {
        const page = await engine.list(SCOPE, { ...made, pageSize: 1 });
        const pageToken = need(page.nextPageToken);
        for (const used of filters.filter((filter) => filter !== made)) {
          const listing = engine.list(SCOPE, { ...used, pageSize: 1, pageToken });
          await expect(listing).rejects.toMatchObject({ code: 'PAGE_TOKEN_INVALID' });
        }
        const listing = engine.list('bob', { ...made, pageSize: 1, pageToken });
        await expect(listing).rejects.toMatchObject({ code: 'PAGE_TOKEN_INVALID' });
      }
    });
  });
}

/** Some of the tasks have the same status time, some do not. */
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
  if (a.statusTimestamp !== b.statusTimestamp) {
    return a.statusTimestamp > b.statusTimestamp ? -1 : 1;
  }
  return a.id < b.id ? -1 : 1;
}
