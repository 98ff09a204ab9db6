import { compareTexts } from '@formwork/schema/json';
import type { Scope } from '../scope.ts';
import { isLeased, type TaskRecord, readSnapshot } from './memory-records.ts';
import { type PagePosition, parsePageToken, createPageToken } from './page-token.ts';
import type { QueuedTask } from './queued-task.ts';
import { checkPageSize, parseTime } from './requests.ts';
import { fitPage } from './stored-bytes.ts';
import type {
  AllTasksPage,
  AllTasksQuery,
  TaskOrder,
  TaskPage,
  TaskQuery,
  TaskSummary,
  WaitingQuery,
  WaitingTask,
} from './task-engine.ts';
import { isInterruptedState } from './task-event.ts';
import { hasWords, parseTextSearch } from './text-search.ts';

const SINCE = 'Cannot list tasks because statusTimestampAfter';
const BEFORE = 'Cannot list tasks because statusTimestampBefore';

/** Lists one page of the tasks of a scope that match a query. */
export function listRecords(
  records: Iterable<TaskRecord>,
  scope: Scope,
  query: TaskQuery,
): TaskPage {
  const { pageSize, pageToken } = query;
  checkPageSize(pageSize);
  const after = pageToken === undefined ? undefined : parsePageToken(pageToken, { scope, query });
  const compare = compareIn(query.order);
  const selected = selectRecords(records, scope, query).toSorted(compare);
  const totalSize = selected.length;
  const search = query.text === undefined ? undefined : parseTextSearch(query.text);
  const fitting =
    search === undefined
      ? selected
      : selected.filter((record) => hasWords(readSnapshot(record), search));
  const start = after === undefined ? 0 : findIndexAfter(fitting, after, compare);
  const page = fitPage(fitting.slice(start, start + pageSize));
  const tasks = page.map(readSnapshot);
  const last = tasks.at(-1);
  if (last === undefined || start + tasks.length >= fitting.length) {
    return { tasks, totalSize };
  }
  const position = { statusTimestamp: last.statusTimestamp, taskId: last.id };
  const nextPageToken = createPageToken(position, { scope, query });
  return { tasks, nextPageToken, totalSize };
}

function selectRecords(
  records: Iterable<TaskRecord>,
  scope: Scope,
  { contextId, skillId, state, statusTimestampAfter, statusTimestampBefore }: TaskQuery,
): TaskRecord[] {
  const since =
    statusTimestampAfter === undefined ? undefined : parseTime(statusTimestampAfter, SINCE);
  const end =
    statusTimestampBefore === undefined ? undefined : parseTime(statusTimestampBefore, BEFORE);
  const selected: TaskRecord[] = [];
  for (const record of records) {
    if (
      record.scope === scope &&
      (contextId === undefined || record.snapshot.contextId === contextId) &&
      (state === undefined || record.state === state) &&
      (skillId === undefined || record.origin.invocation.skillId === skillId) &&
      (since === undefined || record.statusTime >= since) &&
      (end === undefined || record.statusTime < end)
    ) {
      selected.push(record);
    }
  }
  return selected;
}

function findIndexAfter(
  sorted: readonly TaskRecord[],
  { statusTimestamp, taskId }: PagePosition,
  compare: Compare,
): number {
  const last = { statusTime: Date.parse(statusTimestamp), id: taskId };
  const start = sorted.findIndex((record) => compare(record, last) > 0);
  return start === -1 ? sorted.length : start;
}

type ListedRecord = Pick<TaskRecord, 'statusTime' | 'id'>;

type Compare = (a: ListedRecord, b: ListedRecord) => number;

/**
 * Makes the function that compares two tasks for lists: by the time of the status, then the lower id
 * comes first. With such an order, the position of a page stays valid while tasks come and go.
 */
function compareIn(order: TaskOrder = 'newest-first'): Compare {
  const sign = order === 'oldest-first' ? 1 : -1;
  return (a, b) => sign * (a.statusTime - b.statusTime) || compareTexts(a.id, b.id);
}

/** Lists the tasks that wait for their callers: see `TaskEngine.listWaiting`. */
export function listWaitingRecords(
  records: Iterable<TaskRecord>,
  { before, limit }: WaitingQuery,
): readonly WaitingTask[] {
  const time = parseTime(before, 'Cannot list waiting tasks because before');
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

/** Returns the task that has waited longest for a runner: see `TaskQueue.findLongestQueued`. */
export function findLongestQueued(
  records: Iterable<TaskRecord>,
  time: number,
): QueuedTask | undefined {
  let oldest: TaskRecord | undefined;
  for (const record of records) {
    const { state, leaseEnd } = record;
    const isQueued =
      (state === 'submitted' || state === 'working') &&
      (leaseEnd === undefined || leaseEnd <= time);
    if (isQueued && (oldest === undefined || waitsSince(record) < waitsSince(oldest)))
      oldest = record;
  }
  if (oldest === undefined) return undefined;
  const { skillId } = oldest.origin.invocation;
  return {
    taskId: oldest.id,
    scope: oldest.scope,
    ...(skillId !== undefined && { skillId }),
    waitedMs: Math.max(0, time - waitsSince(oldest)),
  };
}

function waitsSince({ statusTime, leaseEnd = 0 }: TaskRecord): number {
  return Math.max(statusTime, leaseEnd);
}

/** Lists one page of the tasks of all scopes: see `TaskEngine.listAll`. */
export function listAllRecords(
  records: Iterable<TaskRecord>,
  query: AllTasksQuery,
  time: number,
): AllTasksPage {
  const { pageSize, pageToken } = query;
  checkPageSize(pageSize);
  const fits = createFilter(query);
  const after = pageToken === undefined ? undefined : parsePageToken(pageToken, { query });
  const compare = compareIn();
  const fitting = [...records].filter(fits).toSorted(compare);
  const start = after === undefined ? 0 : findIndexAfter(fitting, after, compare);
  const page = fitting.slice(start, start + pageSize);
  const tasks = page.map((record) => summarize(record, time));
  const last = tasks.at(-1);
  if (last === undefined || start + pageSize >= fitting.length) return { tasks };
  return { tasks, nextPageToken: createPageToken(last, { query }) };
}

function createFilter(query: AllTasksQuery): (record: TaskRecord) => boolean {
  const { taskId, scope, contextId, state, skillId, statusTimestampBefore: before } = query;
  const end = before === undefined ? Number.POSITIVE_INFINITY : parseTime(before, BEFORE);
  return (record) =>
    (taskId === undefined || record.id === taskId) &&
    (scope === undefined || record.scope === scope) &&
    (contextId === undefined || record.snapshot.contextId === contextId) &&
    (state === undefined || record.state === state) &&
    (skillId === undefined || record.origin.invocation.skillId === skillId) &&
    record.statusTime < end;
}

function summarize(record: TaskRecord, time: number): TaskSummary {
  const { leaseEnd = 0, isResting } = record;
  const { skillId } = record.origin.invocation;
  const end = new Date(leaseEnd).toISOString();
  return {
    taskId: record.id,
    scope: record.scope,
    contextId: record.snapshot.contextId,
    ...(skillId !== undefined && { skillId }),
    state: record.state,
    statusTimestamp: new Date(record.statusTime).toISOString(),
    seq: record.log.length,
    attempts: record.attempts + record.failures,
    ...(isLeased(record, time) && { leasedUntil: end }),
    ...(isResting && leaseEnd > time && { restsUntil: end }),
    cancelRequested: record.cancelRequested,
  };
}
