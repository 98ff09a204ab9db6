import type { Message } from '@a2a-js/sdk';
import type { IdempotencyKey } from '../idempotency-key.ts';
import type { Scope } from '../scope.ts';
import type { ClaimRequest, LateMemos, Lease, NewTaskClaim, WorkRequest } from './lease.ts';
import type { PushConfig, PushStore } from './push-store.ts';
import type { QuestionStore } from './question-store.ts';
import type { TaskQueue } from './queued-task.ts';
import type { StorageChecks } from './storage-checks.ts';
import type { TaskArchive } from './task-archive.ts';
import type { NewTaskEvent, TaskEvent, TaskStateName } from './task-event.ts';
import type { TaskPage, TaskQuery } from './task-query.ts';
import type { Invocation, TaskSnapshot } from './task-snapshot.ts';

export type { TaskOrder, TaskPage, TaskQuery } from './task-query.ts';

/** A task that is to be created. */
export interface NewTask {
  /** The id of the task: a UUID, which cannot be guessed. */
  readonly id: string;
  readonly scope: Scope;
  readonly contextId: string;
  /**
   * The idempotency key: two creations with the same scope and key are the same task. Without a
   * key, the task is always new.
   */
  readonly idempotencyKey?: IdempotencyKey;
  /** The caller's message that starts the task: the first entry of its history. */
  readonly message: Message;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly invocation: Invocation;
  /**
   * The first push config of the task; its receiver is notified of all events, including the
   * creation.
   */
  readonly push?: PushConfig;
}

/** The outcome of {@link TaskEngine.create}: the new task, or the one with the same key. */
export interface CreateResult {
  readonly taskId: string;
  /** False when the task existed already: the same scope and idempotency key. */
  readonly created: boolean;
  /** The lease of the task; present if the caller of `create` claimed it and the task is new. */
  readonly lease?: Lease;
}

/** The answer of a caller to an interrupted task. */
export interface Reply {
  /** The number of the status that asked the question, or of a memo that was kept since. */
  readonly expectedSeq: number;
  /**
   * The idempotency key: two replies to one task with the same key are the same reply. Without a
   * key, the reply is always new.
   */
  readonly idempotencyKey?: IdempotencyKey;
  /**
   * The events to write, in this order. The last MUST be a status, and the only one: `working` lets
   * the task run again, an interrupted state asks another question, a terminal state ends the task.
   * `submitted` is not allowed: a task that has begun does not go back to it.
   */
  readonly events: readonly NewTaskEvent[];
}

/** The outcome of {@link TaskEngine.reply}. */
export type ReplyOutcome =
  /** The reply was written. The lease is present if it was claimed and the task runs again. */
  | { readonly kind: 'accepted'; readonly seq: number; readonly lease?: Lease }
  /** The same reply was accepted before; nothing was written. */
  | { readonly kind: 'repeated' }
  /** The task no longer waits for an answer to that question; nothing was written. */
  | { readonly kind: 'stale'; readonly state: TaskStateName }
  /** The scope has no such task. */
  | { readonly kind: 'not-found' };

/**
 * Selects the finished tasks that {@link TaskEngine.prune} deletes: those that match either field.
 */
export interface PruneRequest {
  /** Selects tasks that ended before this time, ISO 8601. */
  readonly finishedBefore?: string;
  /** The number of finished tasks to keep: the newest of all scopes together. */
  readonly keepFinished?: number;
  /**
   * The largest number of tasks that one call deletes, so that it does not delay others. Default
   * 1,000.
   */
  readonly limit?: number;
}

/** Options of {@link TaskEngine.release}. */
export interface ReleaseOptions {
  /**
   * The time before which the tasks MUST NOT be claimed again, in milliseconds; the attempt then
   * counts. Default: they can be claimed at once, and the attempt does not count.
   */
  readonly retryAfterMs?: number;
  /**
   * True for tasks that were claimed as suspects and have not begun: their leases run out at once
   * instead of ending, so that the tasks stay suspects. Default false. Not with `retryAfterMs`.
   */
  readonly runOut?: boolean;
  /**
   * True for tasks that the storage has kept from going on: they rest, but the attempt does not
   * count. Default false. Only with `retryAfterMs`.
   */
  readonly uncounted?: boolean;
}

/** Options of {@link TaskEngine.cancel}. */
export interface CancelOptions {
  /** True ends the task even if it is leased, whose runner then writes nothing. Default false. */
  readonly force?: boolean;
}

/** Options of {@link TaskEngine.listWaiting}: selects tasks that wait for their callers. */
export interface WaitingQuery {
  /** Selects only tasks whose status changed before this time, ISO 8601. */
  readonly before: string;
  /** The largest number of waiting tasks to list. */
  readonly limit: number;
}

/** A task that waits for its caller. */
export interface WaitingTask {
  readonly taskId: string;
  readonly scope: Scope;
  readonly contextId: string;
  /** The number of the last event: `expectedSeq` of a {@link Reply}. */
  readonly seq: number;
}

/** Options of {@link TaskEngine.listAll}: selects tasks of all scopes, newest status first. */
export interface AllTasksQuery extends Pick<
  TaskQuery,
  'contextId' | 'state' | 'pageSize' | 'pageToken'
> {
  /** Lists only the task with this id. */
  readonly taskId?: string;
  /** Lists only tasks of this scope. Default: the tasks of all scopes. */
  readonly scope?: Scope;
  /** Lists only tasks that run this skill. */
  readonly skillId?: string;
  /** Lists only tasks whose status changed before this time, ISO 8601. */
  readonly statusTimestampBefore?: string;
}

/** A task as operators see it in a list: its state and times, without anything its caller said. */
export interface TaskSummary {
  readonly taskId: string;
  readonly scope: Scope;
  readonly contextId: string;
  /** The skill of the task's invocation; absent when the invocation names none. */
  readonly skillId?: string;
  readonly state: TaskStateName;
  readonly statusTimestamp: string;
  /** The position of the last event in the task's log. */
  readonly seq: number;
  /** How often the task was claimed since it began, or since its last reply. */
  readonly attempts: number;
  /** The time at which the runner's lease ends, ISO 8601; absent if no runner has one. */
  readonly leasedUntil?: string;
  /** The time before which a failed attempt is not repeated, ISO 8601; absent without one. */
  readonly restsUntil?: string;
  /** True when a caller has asked to cancel the task, so that its runner must stop. */
  readonly cancelRequested: boolean;
}

/** One page of a list of the tasks of all scopes, for operators. */
export interface AllTasksPage {
  readonly tasks: readonly TaskSummary[];
  /** The token for the next page; absent on the last page. */
  readonly nextPageToken?: string;
}

/** The outcome of {@link TaskEngine.cancel}. */
export type CancelOutcome =
  /** The task was canceled. */
  | { readonly kind: 'canceled' }
  /** A runner holds the lease: it was asked to stop, and will write the end of the task. */
  | { readonly kind: 'requested' }
  /** The task had ended already. */
  | { readonly kind: 'terminal'; readonly state: TaskStateName }
  /** The scope has no such task. */
  | { readonly kind: 'not-found' };

/**
 * Keeps tasks and their logs. Only stored rows are reliable; hints may be lost.
 *
 * Every engine MUST pass `describeTaskEngine` (see `@formwork/runtime/testing`). In all methods:
 * - data whose write was acknowledged (the promise resolved) MUST be visible to every later call on
 *   any instance over the same storage, and as durable as the engine promises;
 * - a task of another scope MUST be treated as if it did not exist;
 * - the log of a task MUST be gapless and totally ordered, starting at 1 with the creation
 *   (a `status` event, state `submitted`);
 * - a terminal state MUST be the last event: nothing is appended after it;
 * - the cost of one event MUST NOT grow with the number of events before it;
 * - time MUST be the engine's own clock, never the caller's.
 * - a length of time MAY have a part of a millisecond, which counts as one, and be of any size; one
 *   that is not a number from 0 MUST be refused with a `RangeError`.
 */
export interface TaskEngine extends PushStore, QuestionStore, TaskQueue, LateMemos, StorageChecks {
  /**
   * Makes a task in state `submitted`. MUST be idempotent per (scope, idempotencyKey), also under
   * races: exactly one caller gets `created: true`. With `claim`, the same transaction also leases
   * a new task. MUST reject an id that another task has.
   */
  create(task: NewTask, claim?: NewTaskClaim): Promise<CreateResult>;

  /** Returns the present snapshot of a task; `undefined` if the scope has no such task. */
  get(scope: Scope, taskId: string): Promise<TaskSnapshot | undefined>;

  /**
   * Returns one page of the scope's tasks in the order of the query, by status time, then by id in
   * the order of JavaScript's `<`. A caller that reads page after page MUST NOT see a task twice unless
   * its status changed in between. A damaged task MUST be left out, named in `damaged`, and counted
   * in `totalSize`.
   *
   * @throws InvalidPageTokenError on a token that the engine did not make, and RangeError on a time
   * that cannot be read and on a text that is empty or too long
   */
  list(scope: Scope, query: TaskQuery): Promise<TaskPage>;

  /**
   * Adds events in one transaction and returns the sequence number of the last. MUST throw
   * `LeaseLostError`, and write nothing, when the lease is not the task's newest or the task is
   * terminal. A lease whose time has run out still counts until a newer one exists. A terminal or
   * interrupted state MUST end the lease; when it is not the last of the events, all of them MUST
   * be rejected with a `TypeError` (see `checkNewEvents`). Without events, it writes nothing and
   * returns the sequence number of the log's last event. When a caller has asked to cancel the
   * task, an interrupted state MUST be followed, in the same transaction, by `canceled`: a task
   * must not wait for an answer that its caller will not give. A `memo` begins the count of attempts
   * anew, with the attempt of this lease as the first, because the task got on. An engine whose logs have a limit
   * MUST throw `LogFullError`, and still take a terminal state.
   */
  append(lease: Lease, events: readonly NewTaskEvent[]): Promise<number>;

  /**
   * Returns the events of a task with a sequence number above `after`, in order, at most `limit`
   * (default 500). Returns none when this scope has no such task.
   */
  read(scope: Scope, taskId: string, options: ReadOptions): Promise<readonly TaskEvent[]>;

  /**
   * Calls `hint` with the id of a task after something about it changed, or with `'*'` when any
   * task may have changed. Hints MAY be lost, repeated or early: a listener MUST read the task, and
   * MUST also read it from time to time without a hint. `hint` MUST NOT throw; it MAY use the
   * engine, so it MUST NOT be called inside a transaction. A reply that leaves a task to any runner
   * MUST also be hinted as `'*'`, because runners ignore the ids of tasks. A creation that does so
   * MAY be hinted as `'!'`, for runners alone, so that a free one starts the task at once. Returns
   * a function that ends the watch.
   */
  watch(hint: (taskId: string) => void): () => void;

  /**
   * Leases up to `limit` tasks that are submitted or working and have no valid lease. Two calls at
   * the same time MUST never get the same epoch of a task.
   *
   * Tasks of one scope are leased in the order in which they began to wait, and scopes alternate.
   * Each waiting task has a number, its turn: a task that is created, or answered, without a claim
   * gets the turn after the last waiting one of its scope, but not below the lowest turn of all
   * waiting tasks. The lowest turn is leased first, and of equal turns the task that was created
   * first. A task with a claim has turn 0; a task that loses its lease keeps its turn.
   */
  claim(request: WorkRequest, limit: number): Promise<readonly Lease[]>;

  /**
   * Extends leases to `ttlMs` milliseconds from now, also a lease whose time has run out while no
   * newer one exists. Returns the tasks whose leases are lost, and those that a caller has asked to
   * cancel.
   */
  renew(leases: readonly Lease[], ttlMs: number): Promise<RenewResult>;

  /**
   * Cancels a task at once if it does not run; if it is leased, asks its runner to stop. If the task
   * completes at the same moment, exactly one of the two MUST count. With `force`, the outcome is
   * never `requested`: the holder of the lease can write nothing any more.
   */
  cancel(scope: Scope, taskId: string, options?: CancelOptions): Promise<CancelOutcome>;

  /**
   * Adds a caller's answer to a task that is interrupted, in one transaction. Of replies to one
   * question at the same moment, exactly one MUST be accepted with `working`; a reply that was
   * accepted before under the same idempotency key MUST be `repeated`, also after the task has gone
   * on or ended. With `claim`, the same transaction also leases a task that runs again. The number
   * of attempts begins again at 0, because the task had reached a question. MUST reject events with
   * a `TypeError` unless they end with their only status, and that is one of {@link Reply.events}.
   */
  reply(
    scope: Scope,
    taskId: string,
    options: { readonly reply: Reply; readonly claim?: ClaimRequest },
  ): Promise<ReplyOutcome>;

  /**
   * Gives leases back, so that the tasks can be claimed at once. Their last attempt does not count:
   * the next claim has the same `attempt`. Leases that are lost are passed over.
   *
   * With `retryAfterMs`, the tasks rest: no runner can claim them for that time, and the next claim
   * has the next `attempt`, and one more of `failures`, unless `uncounted` is true. They have no
   * lease meanwhile, so `cancel` ends them at once. A task that a caller has asked to cancel does not
   * rest.
   */
  release(leases: readonly Lease[], options?: ReleaseOptions): Promise<void>;

  /** Deletes a task with all its data, in any state; false when the scope has no such task. */
  delete(scope: Scope, taskId: string): Promise<boolean>;

  /**
   * Returns the number of bytes that are stored for a scope: the first messages, metadata and logs
   * of its tasks, and the files in them. MUST cost the same however many tasks there are, MUST be
   * the same after the engine was closed and opened again, and MUST fall by all bytes of a task
   * when the task is deleted or pruned. The engine's own overhead does not count, and small events
   * of a running task MAY count only from its next change of state.
   */
  countBytes(scope: Scope): Promise<number>;

  /**
   * Returns the number of tasks of all scopes in each state; states without tasks MAY be missing.
   * For operators, who ask every few seconds.
   */
  countStates(): Promise<StateCounts>;

  /**
   * Returns the scope that a task belongs to; `undefined` when there is no such task. For
   * operators: MUST NOT be called on behalf of a caller, because tasks of others do not exist for callers.
   */
  findScope(taskId: string): Promise<Scope | undefined>;

  /**
   * Lists interrupted tasks of all scopes; the task that has waited longest comes first. For
   * operators.
   *
   * @throws RangeError on a time that cannot be read
   */
  listWaiting(query: WaitingQuery): Promise<readonly WaitingTask[]>;

  /**
   * Returns one page of the tasks of all scopes, newest status first, then by id. MUST NOT
   * read their logs, so that a damaged task is listed with the others. MAY search all tasks. For
   * operators.
   *
   * @throws InvalidPageTokenError on a token that the engine did not make, and RangeError on a time
   * that cannot be read and on a size of the page that is not an integer from 1 to 100
   */
  listAll(query: AllTasksQuery): Promise<AllTasksPage>;

  /**
   * Ends the rest of a task (see {@link TaskEngine.release}), so that it can be claimed at once;
   * earlier attempts still count. MUST be hinted as `'*'`. Returns false when this scope has no
   * such task, or the task does not rest. For operators.
   */
  wake(scope: Scope, taskId: string): Promise<boolean>;

  /**
   * Returns the time in milliseconds since 1970, by the clock from which tasks get their times.
   * Absent if that is the clock of this machine.
   */
  now?(): Promise<number>;

  /** Moves whole tasks out of the engine, or into it. Absent if the engine cannot do that. */
  readonly archive?: TaskArchive;

  /**
   * Deletes finished tasks, the oldest first, and returns their number. Unfinished tasks stay. MAY
   * stop early, so that others need not wait, but MUST NOT return 0 while a task matches the
   * request and `limit` allows it.
   *
   * @throws RangeError on a time that cannot be read, and on numbers that are not integers from 0
   */
  prune(request: PruneRequest): Promise<number>;

  /**
   * Closes the engine's files and connections. Later calls reject with `EngineClosedError` (`watch`
   * throws it); closing again does nothing.
   */
  close(): Promise<void>;
}

/** The number of tasks in each state. */
export type StateCounts = Readonly<Partial<Record<TaskStateName, number>>>;

/** Options of {@link TaskEngine.read}. */
export interface ReadOptions {
  readonly after: number;
  /** The largest number of events to read. Default 500. */
  readonly limit?: number;
}

/** The outcome of {@link TaskEngine.renew}: ids of tasks with lost leases, and of those to cancel. */
export interface RenewResult {
  readonly lost: readonly string[];
  readonly cancel: readonly string[];
}
