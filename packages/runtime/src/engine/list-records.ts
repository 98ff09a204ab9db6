import { type PagePosition, parsePageToken, toPageToken } from './page-token.ts';
import { checkPageSize, parseTime } from './requests.ts';
import type { TaskPage, TaskQuery, WaitingQuery, WaitingTask } from './task-engine.ts';
import { isInterruptedState } from './task-event.ts';
import { type TaskRecord, toSnapshot } from './task-record.ts';

const PURPOSE = 'Cannot list tasks as statusTimestampAfter';

/** One page of the records that are of this scope and fit the query. */
export function listRecords(
  records: Iterable<TaskRecord>,
  scope: string,
  query: TaskQuery,
): TaskPage {
  const { pageSize, pageToken } = query;
  checkPageSize(pageSize);
  const after = pageToken === undefined ? undefined : parsePageToken(pageToken, { scope, query });
  const fitting = selectRecords(records, scope, query).toSorted(compareRecords);
  const start = after === undefined ? 0 : findIndexAfter(fitting, after);
  const page = fitting.slice(start, start + pageSize);
  const tasks = page.map(toSnapshot);
  const last = tasks.at(-1);
  if (last === undefined || start + pageSize >= fitting.length) {
    return { tasks, totalSize: fitting.length };
  }
  const position = { statusTimestamp: last.statusTimestamp, taskId: last.id };
  const nextPageToken = toPageToken(position, { scope, query });
  return { tasks, nextPageToken, totalSize: fitting.length };
}

function selectRecords(
  records: Iterable<TaskRecord>,
  scope: string,
  { contextId, state, statusTimestampAfter }: TaskQuery,
): TaskRecord[] {
  const since =
    statusTimestampAfter === undefined ? undefined : parseTime(statusTimestampAfter, PURPOSE);
  const selected: TaskRecord[] = [];
  for (const record of records) {
    if (
      record.scope === scope &&
      (contextId === undefined || record.snapshot.contextId === contextId) &&
      (state === undefined || record.state === state) &&
      (since === undefined || record.statusTime >= since)
    ) {
      selected.push(record);
    }
  }
  return selected;
}

function findIndexAfter(
  sorted: readonly TaskRecord[],
  { statusTimestamp, taskId }: PagePosition,
): number {
  const time = Date.parse(statusTimestamp);
  const start = sorted.findIndex(
    ({ statusTime, id }) => statusTime < time || (statusTime === time && id > taskId),
  );
  return start === -1 ? sorted.length : start;
}

/** Newest status first, then by id, so that a position stays valid while tasks come and go. */
function compareRecords(a: TaskRecord, b: TaskRecord): number {
  return b.statusTime - a.statusTime || (a.id < b.id ? -1 : 1);
}

/** See `TaskEngine.listWaiting`. */
export function listWaitingRecords(
  records: Iterable<TaskRecord>,
  { before, limit }: WaitingQuery,
): readonly WaitingTask[] {
  const time = parseTime(before, 'Cannot list waiting tasks as before');
  return [...records]
    .filter(({ state, statusTime }) => isInterruptedState(state) && statusTime < time)
    .toSorted((a, b) => a.statusTime - b.statusTime)
    .slice(0, Math.max(0, limit))
    .map(({ id, scope, snapshot: { contextId }, log }) => ({
      taskId: id,
      scope,
      contextId,
      seq: log.length,
    }));
}
