import { createLinkedList } from '../linked-list.ts';
import type { Stamp } from './monotonic-clock.ts';
import { type PagePosition, parsePageToken, toPageToken } from './page-token.ts';
import { type Pruning, checkPageSize, parseTime } from './requests.ts';
import type { NewTask, TaskPage, TaskQuery, WaitingQuery, WaitingTask } from './task-engine.ts';
import { isInterruptedState, isTerminalState } from './task-event.ts';
import { createTaskRecord, emptyRecord, type TaskRecord, toSnapshot } from './task-record.ts';

/** The records of the memory engine, and which of them are kept. */
export interface MemoryRecords {
  all(): Iterable<TaskRecord>;
  get(taskId: string): TaskRecord | undefined;
  find(scope: string, taskId: string): TaskRecord | undefined;
  /** The id of the task that was made with a key. */
  findId(scope: string, idempotencyKey: string | undefined): string | undefined;
  /** Throws `TypeError` if another task has the id. */
  add(task: NewTask, stamp: Stamp): TaskRecord;
  /**
   * Puts a record among those of the state that it has come to, and forgets the oldest where there
   * are too many.
   */
  fileByState(record: TaskRecord): void;
  /** Forgets terminal tasks, and returns how many. */
  prune(pruning: Pruning): number;
  forget(record: TaskRecord): void;
  /** Lets go of all, and tells nobody. */
  clear(): void;
}

/** Options of {@link createMemoryRecords}. */
export interface MemoryRecordsOptions {
  readonly maxFinishedTasks: number;
  readonly maxWaitingTasks: number;
  /** Called with a record that is about to be emptied. */
  readonly onForget: (record: TaskRecord) => void;
}

/** Every method costs the same however many records there are, but for what it forgets. */
export function createMemoryRecords({
  maxFinishedTasks,
  maxWaitingTasks,
  onForget,
}: MemoryRecordsOptions): MemoryRecords {
  const finished = createLinkedList<TaskRecord>();
  const waiting = createLinkedList<TaskRecord>();
  const overflow: Pruning = { before: -1, keep: maxFinishedTasks, limit: 1 };
  const records = new Map<string, TaskRecord>();
  const idsByKey = new Map<string, string>();
  let created = 0;

  function prune({ before, keep, limit }: Pruning): number {
    let count = 0;
    for (
      let record = finished.oldest;
      record !== undefined && count < limit && (finished.size > keep || record.statusTime < before);
      record = finished.oldest
    ) {
      forget(record);
      count += 1;
    }
    return count;
  }

  function endWait(record: TaskRecord): void {
    if (record.waiting !== undefined) {
      waiting.remove(record.waiting);
      record.waiting = undefined;
    }
  }

  function forget(record: TaskRecord): void {
    const { id, key, finished: entry } = record;
    records.delete(id);
    if (key !== undefined) {
      idsByKey.delete(key);
    }
    if (entry !== undefined) {
      finished.remove(entry);
    }
    endWait(record);
    onForget(record);
    emptyRecord(record);
  }

  return {
    all: () => records.values(),

    get: (taskId) => records.get(taskId),

    find(scope, taskId) {
      const record = records.get(taskId);
      return record?.scope === scope ? record : undefined;
    },

    findId(scope, idempotencyKey) {
      const key = joinKey(scope, idempotencyKey);
      return key === undefined ? undefined : idsByKey.get(key);
    },

    add(task, stamp) {
      if (records.has(task.id)) {
        throw new TypeError(
          `Cannot create a task as its id must be new: current value is ${JSON.stringify(task.id)}`,
        );
      }
      created += 1;
      const key = joinKey(task.scope, task.idempotencyKey);
      const record = createTaskRecord(task, { key, order: created, stamp });
      records.set(task.id, record);
      if (key !== undefined) {
        idsByKey.set(key, task.id);
      }
      return record;
    },

    fileByState(record) {
      if (isTerminalState(record.state)) {
        record.finished = finished.add(record);
        prune(overflow);
      }
      endWait(record);
      if (isInterruptedState(record.state)) {
        record.waiting = waiting.add(record);
        if (waiting.oldest !== undefined && waiting.size > maxWaitingTasks) {
          forget(waiting.oldest);
        }
      }
    },

    prune,
    forget,

    clear() {
      records.clear();
      idsByKey.clear();
    },
  };
}

/** The length in front keeps apart what is equal when joined. */
function joinKey(scope: string, idempotencyKey: string | undefined): string | undefined {
  return idempotencyKey === undefined ? undefined : `${scope.length}:${scope}${idempotencyKey}`;
}

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
