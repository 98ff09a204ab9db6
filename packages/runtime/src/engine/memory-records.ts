import { Role } from '@a2a-js/sdk';
import { LinkedList, type LinkedEntry } from '../linked-list.ts';
import { ANONYMOUS_SCOPE, type Scope } from '../scope.ts';
import { foldEvents, createBlankSnapshot } from './fold-events.ts';
import type { Lease } from './lease.ts';
import { createImportedKey, isImportedKey, readCreationKey } from './memory-keys.ts';
import type { Stamp } from './monotonic-clock.ts';
import type { PushConfig } from './push-store.ts';
import { type Addressees, findAddressees } from './question-store.ts';
import type { Pruning } from './requests.ts';
import { measureBytes } from './stored-bytes.ts';
import type { NewTask } from './task-engine.ts';
import {
  isInterruptedState,
  isTerminalState,
  type TaskEvent,
  type TaskStateName,
} from './task-event.ts';
import type { TaskSnapshot } from './task-snapshot.ts';

/** Options of {@link MemoryRecords}. */
export interface MemoryRecordsOptions {
  readonly maxFinishedTasks: number;
  readonly maxWaitingTasks: number;
  /** Called with the record of a task that is about to be deleted. */
  readonly onForget: (record: TaskRecord) => void;
}

/**
 * The tasks of the memory engine; beyond its limits, the oldest ones are deleted. The cost of a
 * method does not grow with the number of tasks, except that it deletes tasks one by one.
 */
export class MemoryRecords {
  readonly #maxWaitingTasks: number;
  readonly #onForget: (record: TaskRecord) => void;
  readonly #finished = new LinkedList<TaskRecord>();
  readonly #waiting = new LinkedList<TaskRecord>();
  readonly #overflow: Pruning;
  readonly #records = new Map<string, TaskRecord>();
  readonly #idsByKey = new Map<string, string>();
  readonly #bytesByScope = new Map<Scope, number>();
  /** The number of tasks that were ever added. */
  #created = 0;
  /** True once a task was imported, whose key is found by its hash. */
  #hasImported = false;

  constructor({ maxFinishedTasks, maxWaitingTasks, onForget }: MemoryRecordsOptions) {
    this.#maxWaitingTasks = maxWaitingTasks;
    this.#onForget = onForget;
    this.#overflow = { before: -1, keep: maxFinishedTasks, limit: 1 };
  }

  /** Adds a number of bytes to the sizes of a task and of its scope. */
  charge(record: TaskRecord, bytes: number): void {
    record.bytes += bytes;
    const sum = (this.#bytesByScope.get(record.scope) ?? 0) + bytes;
    if (sum === 0) this.#bytesByScope.delete(record.scope);
    else this.#bytesByScope.set(record.scope, sum);
  }

  /** Deletes the finished tasks that a request to prune selects, and returns their number. */
  prune({ before, keep, limit }: Pruning): number {
    let count = 0;
    for (
      let record = this.#finished.oldest;
      record !== undefined &&
      count < limit &&
      (this.#finished.size > keep || record.statusTime < before);
      record = this.#finished.oldest
    ) {
      this.forget(record);
      count += 1;
    }
    return count;
  }

  forget(record: TaskRecord): void {
    const { id, key, finished: entry } = record;
    this.#records.delete(id);
    if (key !== undefined) {
      this.#idsByKey.delete(key);
    }
    if (entry !== undefined) {
      this.#finished.remove(entry);
    }
    this.#endWait(record);
    record.question = undefined;
    this.charge(record, -record.bytes);
    this.#onForget(record);
    emptyRecord(record);
  }

  all(): Iterable<TaskRecord> {
    return this.#records.values();
  }

  /** Returns the tasks that wait for an answer. */
  allWaiting(): Iterable<TaskRecord> {
    return this.#waiting;
  }

  get(taskId: string): TaskRecord | undefined {
    return this.#records.get(taskId);
  }

  find(scope: Scope, taskId: string): TaskRecord | undefined {
    const record = this.#records.get(taskId);
    return record?.scope === scope ? record : undefined;
  }

  /**
   * Returns the id of the task of a scope that was created with a key, as {@link joinKey} makes it;
   * `undefined` if there is none.
   */
  findId(scope: Scope, key: string | undefined): string | undefined {
    if (key === undefined) return undefined;
    if (!this.#hasImported) return this.#idsByKey.get(key);
    const hash = readCreationKey({ key, scope }) ?? '';
    return this.#idsByKey.get(key) ?? this.#idsByKey.get(createImportedKey(hash));
  }

  /**
   * Adds the record of a new task, which is found by its key: that of {@link joinKey}, or of {@link
   * createImportedKey}.
   *
   * @throws TypeError if another task has the same id
   */
  add(task: NewTask, stamp: Stamp, key: string | undefined): TaskRecord {
    if (this.#records.has(task.id)) {
      throw new TypeError(
        `Cannot create a task because its id must be new: current value is ${JSON.stringify(task.id)}`,
      );
    }
    this.#created += 1;
    this.#hasImported ||= key !== undefined && isImportedKey(key);
    const record = createTaskRecord(task, { key, order: this.#created, stamp });
    this.#records.set(task.id, record);
    this.charge(record, measureBytes([task.message, task.metadata]));
    if (key !== undefined) {
      this.#idsByKey.set(key, task.id);
    }
    return record;
  }

  /**
   * Moves a task to the list of finished or waiting tasks that its state belongs to, and deletes
   * the oldest tasks of a list that is too long.
   */
  fileByState(record: TaskRecord): void {
    // An imported task took its state before tasks that are there already.
    const isAsOld = (other: TaskRecord): boolean => other.statusTime <= record.statusTime;
    if (isTerminalState(record.state)) {
      record.finished = this.#finished.insert(record, isAsOld);
      this.prune(this.#overflow);
    }
    this.#endWait(record);
    record.question = undefined;
    if (isInterruptedState(record.state)) {
      const question = record.log.findLast(({ event }) => event.kind === 'status')?.event;
      record.question = findAddressees(question, record.statusTime);
      record.waiting = this.#waiting.insert(record, isAsOld);
      if (this.#waiting.oldest !== undefined && this.#waiting.size > this.#maxWaitingTasks) {
        this.forget(this.#waiting.oldest);
      }
    }
  }

  /** Returns the number of bytes that the tasks of a scope take. */
  countBytes(scope: Scope): number {
    return this.#bytesByScope.get(scope) ?? 0;
  }

  /** Removes all tasks and sends no hints about it; called when the engine closes. */
  clear(): void {
    this.#records.clear();
    this.#idsByKey.clear();
    this.#bytesByScope.clear();
  }

  #endWait(record: TaskRecord): void {
    if (record.waiting !== undefined) {
      this.#waiting.remove(record.waiting);
      record.waiting = undefined;
    }
  }
}

/** The message, metadata and invocation that a task was created with, which never change. */
type TaskOrigin = Pick<NewTask, 'message' | 'metadata' | 'invocation'>;

/** The record of a task in the memory engine: its log, state, lease and push configs. */
export interface TaskRecord {
  readonly id: string;
  readonly scope: Scope;
  /**
   * The scope and idempotency key of the task, joined, or the hash of both if the task was
   * imported; `undefined` without a key.
   */
  readonly key: string | undefined;
  /** The number of the task in the order of creation, from 1. */
  readonly order: number;
  /** The task's place in the order of the tasks that wait for a runner. */
  turn: number;
  log: TaskEvent[];
  /** The size of the task's first message, metadata and log, in bytes. */
  bytes: number;
  /** The snapshot of the task up to an earlier event; later events are added when it is read. */
  snapshot: TaskSnapshot;
  state: TaskStateName;
  /** The time of the task's last status, in milliseconds since 1970. */
  statusTime: number;
  epoch: number;
  /** The id of the claim that gave the newest lease; `undefined` if none did, or it had none. */
  claimId: string | undefined;
  /**
   * The number of attempts at the task: its claims, without those that a runner has given back, or
   * whose handler failed so that the task rested.
   */
  attempts: number;
  /** The number of attempts after which the task rested. */
  failures: number;
  /**
   * The time at which the task's lease ends, or from which a task that was put off may be claimed,
   * in milliseconds since 1970; `undefined` without either.
   */
  leaseEnd: number | undefined;
  /** True while the task is without a lease, and no runner may claim it before `leaseEnd`. */
  isResting: boolean;
  cancelRequested: boolean;
  /** The message, metadata and invocation that the task was created with. */
  origin: TaskOrigin;
  /** The idempotency keys of the accepted replies; `undefined` if there are none. */
  replyKeys: Set<string> | undefined;
  /**
   * The hashes of the idempotency keys of replies that were accepted before the task was imported,
   * in hexadecimal; `undefined` if there are none.
   */
  importedReplyKeys: ReadonlySet<string> | undefined;
  /** The push configs of the task; `undefined` if it has had none. */
  pushes: TaskPushes | undefined;
  /** The addresses that the open question is given to; `undefined` unless it is given to people. */
  question: Addressees | undefined;
  /**
   * The entry of the task in the list of finished tasks, oldest first; `undefined` while the task
   * has not ended.
   */
  finished: LinkedEntry<TaskRecord> | undefined;
  /**
   * The entry of the task in the list of tasks that wait for their callers; `undefined` if the task
   * does not wait.
   */
  waiting: LinkedEntry<TaskRecord> | undefined;
}

/**
 * The record of a push config in the memory engine: the receiver, and how far it has been notified.
 */
export interface PushRecord {
  readonly record: TaskRecord;
  readonly number: number;
  config: PushConfig;
  /** The position in the task's log up to which the receiver has been notified. */
  seq: number;
  /**
   * The time from which the config may be claimed, in milliseconds since 1970; `undefined` if there
   * is nothing to send.
   */
  due: number | undefined;
  epoch: number;
  failures: number;
  failingSince: number | undefined;
  death: { readonly reason: string; readonly time: number } | undefined;
}

/** The push configs of a task by their ids, in the order in which they were set. */
export type TaskPushes = Map<string, PushRecord>;

const GONE: TaskSnapshot = {
  id: '',
  scope: ANONYMOUS_SCOPE,
  contextId: '',
  seq: 0,
  state: 'submitted',
  statusSeq: 0,
  statusTimestamp: '',
  createdAt: '',
  artifacts: [],
  history: [],
  metadata: {},
  invocation: { kind: 'text', text: '', acceptedOutputModes: [] },
};

/**
 * The empty origin (message, metadata and invocation) of deleted tasks, so that the garbage
 * collector can free their data.
 */
const GONE_ORIGIN: TaskOrigin = {
  message: {
    messageId: '',
    contextId: '',
    taskId: '',
    role: Role.ROLE_UNSPECIFIED,
    parts: [],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  },
  metadata: {},
  invocation: GONE.invocation,
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
    claimId: undefined,
    attempts: 0,
    failures: 0,
    leaseEnd: undefined,
    isResting: false,
    cancelRequested: false,
    origin: { message: task.message, metadata: task.metadata, invocation: task.invocation },
    replyKeys: undefined,
    importedReplyKeys: undefined,
    pushes: undefined,
    question: undefined,
    finished: undefined,
    waiting: undefined,
  };
}

/**
 * Returns the snapshot of a task at the end of its log. Events are folded once, however often the
 * snapshot is read.
 */
export function readSnapshot(record: TaskRecord): TaskSnapshot {
  const { snapshot, log } = record;
  if (snapshot.seq < log.length) {
    record.snapshot = foldEvents(snapshot, log.slice(snapshot.seq));
  }
  return record.snapshot;
}

/**
 * Removes all large data from the record of a deleted task: old tables may keep the record alive
 * until the next full garbage collection, and should not keep its data alive, too.
 */
function emptyRecord(record: TaskRecord): void {
  record.log = [];
  record.snapshot = GONE;
  record.origin = GONE_ORIGIN;
  record.replyKeys = undefined;
  record.importedReplyKeys = undefined;
  record.pushes = undefined;
  record.finished = undefined;
}

/**
 * Returns true while a lease is the newest of its task and was not ended. A lease whose time has
 * run out still counts.
 */
export function isHeldBy(record: TaskRecord, lease: Lease): boolean {
  return (
    record.leaseEnd !== undefined &&
    !record.isResting &&
    record.epoch === lease.epoch &&
    record.scope === lease.scope
  );
}

/** Returns true while a lease that has not expired protects a task from being claimed. */
export function isLeased({ leaseEnd, isResting }: TaskRecord, time: number): boolean {
  return leaseEnd !== undefined && !isResting && leaseEnd > time;
}
