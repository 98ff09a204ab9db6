import { setImmediate } from 'node:timers/promises';
import { TaskDamagedError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { createPageToken, parsePageToken } from '../page-token.ts';
import { checkPageSize, toTimestamp } from '../requests.ts';
import { FULL_PAGE_BYTES, measureBytes } from '../stored-bytes.ts';
import type { TaskPage, TaskQuery } from '../task-engine.ts';
import { parseTextSearch, type ReadTask, searchPage } from '../text-search.ts';
import type { Tables } from './open-tables.ts';
import { type TaskRow, positionOf } from './task-row.ts';

/** The parts of the engine that a list needs. */
type ListTables = Pick<Tables, 'list' | 'store' | 'reader'>;

/** Lists one page of the tasks of a scope: see `TaskEngine.list`. */
export async function listTasks(
  tables: ListTables,
  scope: Scope,
  query: TaskQuery,
): Promise<TaskPage> {
  const { text } = query;
  if (text !== undefined) return searchTasks(tables, scope, { ...query, text });
  const { rows, isLastPage, totalSize } = tables.list.list(scope, query);
  const readTasks = await readPage(tables, rows);
  const damaged = readTasks.flatMap((task) => (task instanceof TaskDamagedError ? [task] : []));
  const tasks = readTasks.flatMap((task) =>
    task === undefined || task instanceof TaskDamagedError ? [] : [task],
  );
  const page = { tasks, totalSize, ...(damaged.length > 0 && { damaged }) };
  const last = rows[readTasks.length - 1];
  if (last === undefined || (isLastPage && readTasks.length === rows.length)) return page;
  return { ...page, nextPageToken: createPageToken(positionOf(last), { scope, query }) };
}

/** The number of tasks that are read at the same time, because a blob store takes long for each. */
const READ_AT_ONCE = 4;

/** Reads tasks of rows, from the first, until all are read or the page is full. */
async function readPage(
  tables: ListTables,
  rows: readonly TaskRow[],
): Promise<readonly ReadTask[]> {
  const page: ReadTask[] = [];
  for (let bytes = 0; page.length < rows.length && bytes < FULL_PAGE_BYTES;) {
    const nextRows = rows.slice(page.length, page.length + READ_AT_ONCE);
    const tasks = await Promise.all(nextRows.map((row) => getReadable(tables, row)));
    page.push(...tasks);
    bytes += measureBytes(tasks);
  }
  return page;
}

async function searchTasks(
  tables: ListTables,
  scope: Scope,
  query: TaskQuery & { readonly text: string },
): Promise<TaskPage> {
  const { pageSize, pageToken } = query;
  checkPageSize(pageSize);
  const search = parseTextSearch(query.text);
  const start = pageToken === undefined ? undefined : parsePageToken(pageToken, { scope, query });
  const totalSize = tables.list.count(scope, query);
  const { tasks, damaged, next } = await searchPage(
    {
      // Other work gets its turn between two statements, because each blocks the event loop.
      maxRows: 2_000,
      async readRows(after, limit) {
        await setImmediate();
        return tables.list.search(scope, query, { row: search.row, after, limit });
      },
      toPosition: ({ id, statusTime }) => {
        return { taskId: id, statusTimestamp: toTimestamp(statusTime) };
      },
      readTasks: (rows) =>
        Promise.all(
          rows.map(async ({ id }) => {
            const row = tables.store.findIn(scope, id);
            return row && getReadable(tables, row);
          }),
        ),
    },
    { search, pageSize, after: start },
  );
  return {
    tasks,
    totalSize,
    ...(damaged.length > 0 && { damaged }),
    ...(next && { nextPageToken: createPageToken(next, { scope, query }) }),
  };
}

/**
 * Reads a task for a list; returns the error instead if the task is damaged, so that the other
 * tasks are listed all the same.
 */
async function getReadable(
  { store, reader }: Pick<ListTables, 'store' | 'reader'>,
  row: TaskRow,
): Promise<ReadTask> {
  try {
    return await reader.getSnapshot(row);
  } catch (error) {
    if (error instanceof TaskDamagedError) {
      return store.find(error.taskId) === undefined ? undefined : error;
    }
    throw error;
  }
}
