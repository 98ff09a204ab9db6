import { ANONYMOUS_SCOPE, type Scope } from '../scope.ts';
import { createLinkedList, type LinkedEntry } from '../linked-list.ts';
import { foldEvents, createBlankSnapshot } from './fold-events.ts';
import type { Lease } from './lease.ts';
import type { Stamp } from './monotonic-clock.ts';
import { type PagePosition, parsePageToken, createPageToken } from './page-token.ts';
import type { PushConfig } from './push-store.ts';
import { measureBytes } from './stored-bytes.ts';
import { type Pruning, checkPageSize, parseTime } from './requests.ts';
import type { NewTask, TaskPage, TaskQuery, WaitingQuery, WaitingTask } from './task-engine.ts';
import {
  isInterruptedState,
  isTerminalState,
  type TaskEvent,
  type TaskStateName,
} from './task-event.ts';
import type { TaskSnapshot } from './task-snapshot.ts';

/** The task records of the memory engine, and the rules for which of them are kept. */
export interface MemoryRecords {
  all(): Iterable<TaskRecord>;
  get(taskId: string): TaskRecord | undefined;
  find(scope: Scope, taskId: string): TaskRecord | undefined;
  /** Returns the id of the task that was created with an idempotency key. */
  findId(scope: Scope, idempotencyKey: string | undefined): string | undefined;
  /**
   * Adds the record of a new task.
   *
   * @throws TypeError if another task has its id
   */
  add(task: NewTask, stamp: Stamp): TaskRecord;
  /**
   * Puts a record among those of the state that it has come to, and forgets the oldest where there
   * are too many.
   */
  fileByState(record: TaskRecord): void;
  /** Forgets the oldest finished tasks, and returns how many. */
  prune(pruning: Pruning): number;
  forget(record: TaskRecord): void;
  /** Adds to the bytes that are kept for a task, and so for its scope. */
  charge(record: TaskRecord, bytes: number): void;
  /** Returns how many bytes are kept for a scope. */
  countBytes(scope: Scope): number;
  /** Drops all records without a hint, when the engine closes. */
  clear(): void;
}

/** Options of {@link createMemoryRecords}. */
export interface MemoryRecordsOptions {
  readonly maxFinishedTasks: number;
  readonly maxWaitingTasks: number;
  /** Called with the record of a task that is about to be forgotten. */
  readonly onForget: (record: TaskRecord) => void;
}

/**
 * Makes the records. Every method costs the same however many records there are, except for the
 * ones it forgets.
 */
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
  const bytesByScope = new Map<Scope, number>();
  let created = 0;

  function charge(record: TaskRecord, bytes: number): void {
    record.bytes += bytes;
    const left = (bytesByScope.get(record.scope) ?? 0) + bytes;
    if (left === 0) bytesByScope.delete(record.scope);
    else bytesByScope.set(record.scope, left);
  }

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
    charge(record, -record.bytes);
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
      charge(record, measureBytes([task.message, task.metadata]));
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
    charge,
    countBytes: (scope) => bytesByScope.get(scope) ?? 0,

    clear() {
      records.clear();
      idsByKey.clear();
      bytesByScope.clear();
    },
  };
}

/** Joins a scope and a key; the length in front keeps apart what would be equal when joined. */
function joinKey(scope: Scope, idempotencyKey: string | undefined): string | undefined {
  return idempotencyKey === undefined ? undefined : `${scope.length}:${scope}${idempotencyKey}`;
}

const PURPOSE = 'Cannot list tasks as statusTimestampAfter';

/** Lists one page of the tasks of a scope that fit a query. */
export function listRecords(
  records: Iterable<TaskRecord>,
  scope: Scope,
  query: TaskQuery,
): TaskPage {
  const { pageSize, pageToken } = query;
  checkPageSize(pageSize);
  const after = pageToken === undefined ? undefined : parsePageToken(pageToken, { scope, query });
  const fitting = selectRecords(records, scope, query).toSorted(compareRecords);
  const start = after === undefined ? 0 : findIndexAfter(fitting, after);
  const page = fitting.slice(start, start + pageSize);
  const tasks = page.map(readSnapshot);
  const last = tasks.at(-1);
  if (last === undefined || start + pageSize >= fitting.length) {
    return { tasks, totalSize: fitting.length };
  }
  const position = { statusTimestamp: last.statusTimestamp, taskId: last.id };
  const nextPageToken = createPageToken(position, { scope, query });
  return { tasks, nextPageToken, totalSize: fitting.length };
}

function selectRecords(
  records: Iterable<TaskRecord>,
  scope: Scope,
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

/**
 * Puts the newest status first, then goes by id, so that a position stays valid while tasks come
 * and go.
 */
function compareRecords(a: TaskRecord, b: TaskRecord): number {
  return b.statusTime - a.statusTime || (a.id < b.id ? -1 : 1);
}

/** Lists records that wait for their callers: see `TaskEngine.listWaiting`. */
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

/** A task as the memory engine holds it. */
export interface TaskRecord {
  readonly id: string;
  readonly scope: Scope;
  /** Scope and idempotency key, by which the task is found again; `undefined` without a key. */
  readonly key: string | undefined;
  /** The number of the task, which grows with every task that is created. */
  readonly order: number;
  /** The turn of the task among those that wait for a runner. */
  turn: number;
  log: TaskEvent[];
  /** The bytes of its message and its log. */
  bytes: number;
  /** The task as of the snapshot's `seq`; later events are folded in when it is read. */
  snapshot: TaskSnapshot;
  state: TaskStateName;
  /** When the state last changed, in milliseconds. */
  statusTime: number;
  epoch: number;
  /** The number of claims of the task, without those that were given back. */
  attempts: number;
  /** The end of the task's lease or rest, in milliseconds; `undefined` without either. */
  leaseEnd: number | undefined;
  /** True while the task rests: nobody holds a lease on it, and nobody may claim it yet. */
  isResting: boolean;
  cancelRequested: boolean;
  /** The keys of the replies that were accepted; absent when there are none. */
  replyKeys: Set<string> | undefined;
  /** The push configs of the task; absent until there are any. */
  pushes: TaskPushes | undefined;
  /** The entry of the task in the list of finished ones, the oldest first. */
  finished: LinkedEntry<TaskRecord> | undefined;
  /** The entry of the task in the list of those that wait for their callers. */
  waiting: LinkedEntry<TaskRecord> | undefined;
}

/** A push config as the memory engine holds it. */
export interface PushRecord {
  readonly record: TaskRecord;
  readonly number: number;
  config: PushConfig;
  /** The position in the log up to which the receiver knows everything. */
  seq: number;
  /** When it may be delivered, in milliseconds; `undefined` if there is nothing to send. */
  due: number | undefined;
  epoch: number;
  failures: number;
  failingSince: number | undefined;
  death: { readonly reason: string; readonly time: number } | undefined;
}

/** The configs of a task by their ids, in the order of their making. */
export type TaskPushes = Map<string, PushRecord>;

const GONE: TaskSnapshot = {
  id: '',
  scope: ANONYMOUS_SCOPE,
  contextId: '',
  seq: 0,
  state: 'submitted',
  statusTimestamp: '',
  createdAt: '',
  artifacts: [],
  history: [],
  metadata: {},
  invocation: { kind: 'text', text: '', acceptedOutputModes: [] },
};

/** Makes the record of a new task, with an empty log. */
function createTaskRecord(
  task: NewTask,
  {
    key,
    order,
    stamp,
  }: { readonly key: string | undefined; readonly order: number; readonly stamp: Stamp },
): TaskRecord {
  return {
    id: task.id,
    scope: task.scope,
    key,
    order,
    turn: 0,
    log: [],
    bytes: 0,
    snapshot: createBlankSnapshot(task, stamp.timestamp),
    state: 'submitted',
    statusTime: stamp.milliseconds,
    epoch: 0,
    attempts: 0,
    leaseEnd: undefined,
    isResting: false,
    cancelRequested: false,
    replyKeys: undefined,
    pushes: undefined,
    finished: undefined,
    waiting: undefined,
  };
}

/**
 * Reads the task with all of its log, which is folded once per change, however often it is asked
 * for.
 */
export function readSnapshot(record: TaskRecord): TaskSnapshot {
  const { snapshot, log } = record;
  if (snapshot.seq < log.length) {
    record.snapshot = foldEvents(snapshot, log.slice(snapshot.seq));
  }
  return record.snapshot;
}

/**
 * Lets go of everything big in a record. Tables that the record stood in may hold on to it until
 * the next full collection, and nothing that it refers to must stay with it.
 */
function emptyRecord(record: TaskRecord): void {
  record.log = [];
  record.snapshot = GONE;
  record.replyKeys = undefined;
  record.pushes = undefined;
  record.finished = undefined;
}

/** True while a lease is the newest of its task and was not ended, even if it has expired. */
export function isHeldBy(record: TaskRecord, lease: Lease): boolean {
  return (
    record.leaseEnd !== undefined &&
    !record.isResting &&
    record.epoch === lease.epoch &&
    record.scope === lease.scope
  );
}

/** True while an unexpired lease protects a task from being claimed. */
export function isLeased({ leaseEnd, isResting }: TaskRecord, time: number): boolean {
  return leaseEnd !== undefined && !isResting && leaseEnd > time;
}
