import type { LinkedEntry } from '../linked-list.ts';
import type { Stamp } from './monotonic-clock.ts';
import type { PushConfig } from './push-store.ts';
import type { Lease } from './lease.ts';
import type { NewTask } from './task-engine.ts';
import type { NewTaskEvent, TaskEvent, TaskStateName } from './task-event.ts';
import { foldEvents, toBlankSnapshot } from './fold-events.ts';
import type { TaskSnapshot } from './task-snapshot.ts';

/** A task as the memory engine holds it. */
export interface TaskRecord {
  readonly id: string;
  readonly scope: string;
  /** The idempotency key as it is looked up; absent when there is none. */
  readonly key: string | undefined;
  /** Grows with every task made. */
  readonly order: number;
  /** Where it stands among those that wait for a runner, and how it compares to others. */
  turn: number;
  log: TaskEvent[];
  /** As of its own `seq`; the rest of the log is folded in when somebody looks. */
  snapshot: TaskSnapshot;
  state: TaskStateName;
  /** When the state last changed, in milliseconds. */
  statusTime: number;
  epoch: number;
  /** How many claims count: those that were not given back. */
  attempts: number;
  /** When the lease, or the rest, runs out, in milliseconds; `undefined` when there is neither. */
  leaseEnd: number | undefined;
  /** True while nobody may claim the task, nor holds a lease. */
  isResting: boolean;
  cancelRequested: boolean;
  /** The keys of the replies that were accepted; absent when there are none. */
  replyKeys: Set<string> | undefined;
  /** Absent until there are any. */
  pushes: TaskPushes | undefined;
  /** Where it stands among the finished ones. */
  finished: LinkedEntry<TaskRecord> | undefined;
  /** Where it stands among those that wait for their callers. */
  waiting: LinkedEntry<TaskRecord> | undefined;
}

/** A push config as the memory engine holds it. */
export interface PushRecord {
  readonly record: TaskRecord;
  readonly number: number;
  config: PushConfig;
  /** Position in the log up to which the receiver knows everything. */
  seq: number;
  /** When it may be claimed, in milliseconds; `undefined` when there is nothing to tell. */
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
  scope: '',
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

/** A record without events. */
export function createTaskRecord(
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
    snapshot: toBlankSnapshot(task, stamp.timestamp),
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

/** Writes to the log, without asking who may. */
export function addToLog(
  record: TaskRecord,
  events: readonly NewTaskEvent[],
  { milliseconds, timestamp }: Stamp,
): void {
  for (const event of events) {
    record.log.push({ seq: record.log.length + 1, timestamp, event });
    if (event.kind === 'status') {
      record.state = event.state;
      record.statusTime = milliseconds;
    }
  }
}

/** The record with all of its log; folded once per change, however often it is asked for. */
export function toSnapshot(record: TaskRecord): TaskSnapshot {
  const { snapshot, log } = record;
  if (snapshot.seq < log.length) {
    record.snapshot = foldEvents(snapshot, log.slice(snapshot.seq));
  }
  return record.snapshot;
}

/**
 * Lets go of everything big. Tables that the record stood in may hold on to it until the next full
 * collection; what it refers to must not stay with it.
 */
export function emptyRecord(record: TaskRecord): void {
  record.log = [];
  record.snapshot = GONE;
  record.replyKeys = undefined;
  record.pushes = undefined;
  record.finished = undefined;
}

/** True while the lease is the newest of the task and has not ended; it may have run out. */
export function isHeldBy(record: TaskRecord, lease: Lease): boolean {
  return (
    record.leaseEnd !== undefined &&
    !record.isResting &&
    record.epoch === lease.epoch &&
    record.scope === lease.scope
  );
}

/** True while a lease protects the task. */
export function isLeased({ leaseEnd, isResting }: TaskRecord, time: number): boolean {
  return leaseEnd !== undefined && !isResting && leaseEnd > time;
}
