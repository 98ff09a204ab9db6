import type { Scope } from '../scope.ts';
import type { Message } from '@a2a-js/sdk';
import type { TaskDamagedError } from '../errors.ts';
import type { IdempotencyKey } from '../idempotency-key.ts';
import type { ClaimRequest, WorkRequest, NewTaskClaim, Lease } from './lease.ts';
import type { PushConfig, PushStore } from './push-store.ts';
import type { NewTaskEvent, TaskEvent, TaskStateName } from './task-event.ts';
import type { TaskArchive } from './task-archive.ts';
import type { Invocation, TaskSnapshot } from './task-snapshot.ts';

/** A task that is to be created. */
export interface NewTask {
  /** The id of the task: a UUID, which nobody can guess. */
  readonly id: string;
  readonly scope: Scope;
  readonly contextId: string;
  /**
   * The idempotency key: two creations with the same scope and key are the same task. Absent, the
   * task is always new.
   */
  readonly idempotencyKey?: IdempotencyKey;
  /** The message that caused the task: the first entry of its history. */
  readonly message: Message;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly invocation: Invocation;
  /**
   * The first push config of the task; its receiver is notified of everything, the creation
   * included.
   */
  readonly push?: PushConfig;
}

/** The outcome of {@link TaskEngine.create}. */
export interface Created {
  readonly taskId: string;
  /** False when the task existed already: the same scope and idempotency key. */
  readonly created: boolean;
  /** The lease, present if a claim was asked for and the task is new. */
  readonly lease?: Lease;
}

/** Selects the tasks to list, newest status first. */
export interface TaskQuery {
  readonly contextId?: string;
  readonly state?: TaskStateName;
  /** Lists only tasks whose status changed at or after this time, ISO 8601. */
  readonly statusTimestampAfter?: string;
  /** The maximum of tasks on the page, 1 to 100. */
  readonly pageSize: number;
  /** The opaque token that the page before named. */
  readonly pageToken?: string;
}

/** One page of tasks. */
export interface TaskPage {
  readonly tasks: readonly TaskSnapshot[];
  /** The token for the next page; absent on the last one. */
  readonly nextPageToken?: string;
  /** The number of tasks on all pages together. */
  readonly totalSize: number;
  /** The errors because of which tasks of this page are left out; absent if all are there. */
  readonly damaged?: readonly TaskDamagedError[];
}

/** The answer of a caller to an interrupted task. */
export interface Reply {
  /** The sequence number of the status that interrupted the task: the question being answered. */
  readonly expectedSeq: number;
  /**
   * The idempotency key: two replies to one task with the same key are the same reply. Absent, the
   * reply is always new.
   */
  readonly idempotencyKey?: IdempotencyKey;
  /**
   * Written in this order. The last MUST be a status, the only one: `working` lets the task run
   * again, an interrupted state asks again, a terminal state ends it. Never `submitted`: a task
   * that has begun does not go back, though it may have to wait for a place.
   */
  readonly events: readonly NewTaskEvent[];
}

/** The outcome of {@link TaskEngine.reply}. */
export type ReplyOutcome =
  /** The reply was written. A lease is present if a claim was asked for and the task runs again. */
  | { readonly kind: 'accepted'; readonly seq: number; readonly lease?: Lease }
  /** The same reply was accepted before; nothing was written. */
  | { readonly kind: 'repeated' }
  /** The task no longer waits for an answer to that question; nothing was written. */
  | { readonly kind: 'stale'; readonly state: TaskStateName }
  /** The scope has no such task. */
  | { readonly kind: 'not-found' };

/**
 * Selects the finished tasks that {@link TaskEngine.prune} forgets: those that either field
 * selects.
 */
export interface PruneRequest {
  /** Deletes tasks that ended before this time, ISO 8601. */
  readonly finishedBefore?: string;
  /** The number of finished tasks to keep, the newest of all scopes. */
  readonly keepFinished?: number;
  /**
   * The maximum of tasks that one call deletes, so that it does not hold others up. Default 1,000.
   */
  readonly limit?: number;
}

/** Options of {@link TaskEngine.release}. */
export interface ReleaseOptions {
  /**
   * The tasks MUST NOT be claimed before that many milliseconds have passed, and the attempt
   * counts. Default: at once, and it does not.
   */
  readonly retryAfterMs?: number;
}

/** Options of {@link TaskEngine.cancel}. */
export interface CancelOptions {
  /** True ends the task at once also when it is leased: its runner is fenced. Default false. */
  readonly force?: boolean;
}

/** Options of {@link TaskEngine.listWaiting}: selects tasks that wait for their callers. */
export interface WaitingQuery {
  /** Selects only tasks whose status changed before this time, ISO 8601. */
  readonly before: string;
  /** The maximum of waiting tasks to list. */
  readonly limit: number;
}

/** A task that waits for its caller. */
export interface WaitingTask {
  readonly taskId: string;
  readonly scope: Scope;
  readonly contextId: string;
  /** The sequence number of the status that interrupted the task, as a {@link Reply} names it. */
  readonly seq: number;
}

/** Options of {@link TaskEngine.listAll}: selects tasks of all scopes, newest status first. */
export interface AllTasksQuery extends Pick<
  TaskQuery,
  'contextId' | 'state' | 'pageSize' | 'pageToken'
> {
  /** Lists only this task. */
  readonly taskId?: string;
  /** Lists only tasks of this scope. Default: those of all. */
  readonly scope?: Scope;
  /** Lists only tasks that run this skill. */
  readonly skillId?: string;
  /** Lists only tasks whose status changed before this time, ISO 8601. */
  readonly statusTimestampBefore?: string;
}

/** A task as operators see it in a list: where it stands, without anything its caller said. */
export interface TaskSummary {
  readonly taskId: string;
  readonly scope: Scope;
  readonly contextId: string;
  /** The skill of the task's invocation; absent when that has none. */
  readonly skillId?: string;
  readonly state: TaskStateName;
  readonly statusTimestamp: string;
  /** The position of the last event in its log. */
  readonly seq: number;
  /** How often the task was claimed since it began, or since its last reply. */
  readonly attempts: number;
  /** The end of the lease, ISO 8601; absent unless a runner has the task. */
  readonly leasedUntil?: string;
  /** The end of the rest after a failed attempt, ISO 8601; absent unless the task rests. */
  readonly restsUntil?: string;
  /** True when the runner was asked to stop. */
  readonly cancelRequested: boolean;
}

/** One page of tasks of all scopes. */
export interface AllTasksPage {
  readonly tasks: readonly TaskSummary[];
  /** The token for the next page; absent on the last one. */
  readonly nextPageToken?: string;
}

/** The outcome of {@link TaskEngine.cancel}. */
export type CancelOutcome =
  /** The task was canceled. */
  | { readonly kind: 'canceled' }
  /** A runner holds the lease: it was asked to stop, and writes the end of the task. */
  | { readonly kind: 'requested' }
  /** The task had ended already. */
  | { readonly kind: 'terminal'; readonly state: TaskStateName }
  /** The scope has no such task. */
  | { readonly kind: 'not-found' };

/**
 * Keeps tasks and their logs. Rows are truth, hints are hints.
 *
 * Every engine MUST pass `describeTaskEngine` (see `@formwork/runtime/testing`). In all methods:
 * - what was acknowledged (the promise resolved) MUST be visible to every later call on any
 *   instance over the same storage, and as durable as the engine promises;
 * - a task of another scope MUST be treated as if it did not exist;
 * - the log of a task MUST be gapless and totally ordered, starting at 1 with the creation
 *   (a `status` event, state `submitted`);
 * - a terminal state MUST be the last event: nothing is appended after it;
 * - the cost of one event MUST NOT grow with the number of events before it;
 * - time MUST be the engine's own clock, never the caller's.
 */
export interface TaskEngine extends PushStore {
  /**
   * Makes a task in state `submitted`. MUST be idempotent per (scope, idempotencyKey), also under
   * races: exactly one caller is told `created: true`. With `claim` a new task comes leased, in
   * the same transaction. MUST reject an id that another task has.
   */
  create(task: NewTask, claim?: NewTaskClaim): Promise<Created>;

  /** Returns the task as it is now; `undefined` if the scope has no such task. */
  get(scope: Scope, taskId: string): Promise<TaskSnapshot | undefined>;

  /**
   * One page of the scope's tasks, ordered by status time, newest first, then by id in the order of
   * JavaScript's `<`. MUST NOT show one task on two pages of one walk unless its status changed in
   * between. A task that cannot be read MUST be left out and named, and counted with the others.
   *
   * @throws InvalidPageTokenError on a token it did not make
   */
  list(scope: Scope, query: TaskQuery): Promise<TaskPage>;

  /**
   * Adds events in one transaction and returns the sequence number of the last.
   * MUST throw `LeaseLostError`, and write nothing, when the lease is not the task's newest or
   * the task is terminal. A lease that has run out still counts until a newer one exists.
   * A terminal or interrupted state MUST end the lease; when it is not the last of the events,
   * all of them MUST be rejected with a `TypeError` (see `checkNewEvents`). Without events,
   * writes nothing and returns the number of the last there is.
   * When a cancellation was asked for, an interrupted state MUST be followed, in the same
   * transaction, by `canceled`: a task must not wait for an answer that its caller will not give.
   * An engine whose logs have a limit MUST throw `LogFullError`, and still take a terminal state.
   */
  append(lease: Lease, events: readonly NewTaskEvent[]): Promise<number>;

  /**
   * Events with a sequence number above `after`, in order, at most `limit` (default 500).
   * None when this scope has no such task.
   */
  read(scope: Scope, taskId: string, options: ReadOptions): Promise<readonly TaskEvent[]>;

  /**
   * Calls `hint` with the id of a task after something about it changed, or with `'*'` when any
   * task may have. Hints MAY be lost, repeated or early: a listener MUST re-read, and MUST look
   * by itself from time to time. `hint` MUST NOT throw; it MAY use the engine, so it MUST NOT be
   * called inside a transaction. A reply that leaves a task for whoever claims it MUST be hinted
   * as `'*'` too: runners look at nothing else. A creation that does MAY be hinted as `'!'`, for
   * runners alone, so that one with room need not wait for its next look. Returns a function that ends the watch.
   */
  watch(hint: (taskId: string) => void): () => void;

  /**
   * Leases up to `limit` tasks that are submitted or working and that no lease protects any more.
   * Racing claimers MUST never get the same epoch of a task.
   *
   * Tasks of one scope in the order in which they began to wait, and scopes by turns: a task that is
   * created, or answered, without a claim takes the turn after the last one of its scope that
   * waits, but none before the first turn of all that wait. The lowest turn is leased first, and
   * of equal ones the task that was created first. A task with a claim has turn 0; one that loses
   * its lease keeps its turn.
   */
  claim(request: WorkRequest, limit: number): Promise<readonly Lease[]>;

  /**
   * Extends leases, counted from now; also one that has run out, while no newer one exists.
   * Tells which are lost, and for which a cancellation was asked.
   */
  renew(leases: readonly Lease[], ttlMs: number): Promise<Renewed>;

  /**
   * Cancels a task that nobody runs at once; asks the runner of one that is leased. Against a
   * completion at the same moment exactly one MUST win. With `force` the outcome is never
   * `requested`: whoever holds a lease can write nothing any more.
   */
  cancel(scope: Scope, taskId: string, options?: CancelOptions): Promise<CancelOutcome>;

  /**
   * Adds what the caller says to a task that is interrupted, in one transaction. Of replies to one
   * question at the same moment exactly one MUST be accepted with `working`; a reply accepted
   * before under the same idempotency key MUST be `repeated`, also after the task has gone on or
   * ended. With `claim`, a task that runs again comes leased, in the same transaction; the count of
   * attempts begins anew, because the task had come to a question. MUST reject events that do not
   * end with their only status, one of these, with a `TypeError`.
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
   * With `retryAfterMs` the tasks rest for that long first, whoever is there to claim them, and the
   * next claim has the next `attempt`. Nobody holds a lease meanwhile, so `cancel` ends them at
   * once. A task that was asked to be canceled does not rest.
   */
  release(leases: readonly Lease[], options?: ReleaseOptions): Promise<void>;

  /** Forgets a task with everything about it, in whatever state. False when there is no such task. */
  delete(scope: Scope, taskId: string): Promise<boolean>;

  /**
   * How many bytes are kept for a scope: of what its tasks began with and of their logs, of files
   * in them as they are stored. MUST cost the same however many tasks there are, MUST be the same
   * after the engine was closed and opened again, and MUST fall by all that a task had when the task
   * is deleted, pruned or forgotten. What an engine adds of its own does not count, and small events
   * of a task that runs MAY count only from its next change of state.
   */
  countBytes(scope: Scope): Promise<number>;

  /**
   * How many tasks of all scopes are in each state; states without tasks MAY be missing. For
   * operators, who ask every few seconds.
   */
  countStates(): Promise<StateCounts>;

  /**
   * Whose task this is; `undefined` when there is none. For operators: MUST NOT be asked on behalf
   * of a caller, for whom tasks of others do not exist.
   */
  findScope(taskId: string): Promise<Scope | undefined>;

  /**
   * Interrupted tasks of all scopes, those first that have waited longest. For operators.
   *
   * @throws RangeError on a time that cannot be read
   */
  listWaiting(query: WaitingQuery): Promise<readonly WaitingTask[]>;

  /**
   * One page of the tasks of all scopes, in the order of {@link TaskEngine.list}. MUST NOT read
   * their logs, so that a damaged task is listed with the others. MAY look at every task there is.
   * For operators.
   *
   * @throws InvalidPageTokenError on a token it did not make, and RangeError on a time that cannot
   * be read and on a size of the page that is not an integer from 1 to 100
   */
  listAll(query: AllTasksQuery): Promise<AllTasksPage>;

  /**
   * Ends the rest of a task, see {@link TaskEngine.release}, so that it can be claimed at once; the
   * attempts before still count. MUST be hinted as `'*'`. False when this scope has no such task,
   * or it does not rest. For operators.
   */
  wake(scope: Scope, taskId: string): Promise<boolean>;

  /**
   * Returns the time in milliseconds since 1970, by the clock that the times of tasks come from. Absent
   * if that is the clock of this machine.
   */
  now?(): Promise<number>;

  /** Takes whole tasks out of the engine, and into it. Absent where that cannot be done. */
  readonly archive?: TaskArchive;

  /**
   * Forgets finished tasks, the oldest first, and returns how many. Unfinished ones stay. MAY stop
   * early, so that others need not wait, but MUST NOT return 0 while there is one to forget and
   * `limit` allows it.
   *
   * @throws RangeError on a time that cannot be read, and on numbers that are not integers from 0
   */
  prune(request: PruneRequest): Promise<number>;

  /**
   * Frees what the engine holds. Later calls reject with `EngineClosedError` (`watch` throws it);
   * closing again does nothing.
   */
  close(): Promise<void>;
}

/** The number of tasks in each state. */
export type StateCounts = Readonly<Partial<Record<TaskStateName, number>>>;

/** Options of {@link TaskEngine.read}. */
export interface ReadOptions {
  readonly after: number;
  /** The maximum of events to read. Default 500. */
  readonly limit?: number;
}

/** The outcome of {@link TaskEngine.renew}: ids of tasks. */
export interface Renewed {
  readonly lost: readonly string[];
  readonly cancel: readonly string[];
}
