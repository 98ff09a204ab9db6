import { bindMethods } from '../../bound-methods.ts';
import { TaskDamagedError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import type { NewTaskClaim, Lease, WorkRequest, ClaimRequest } from '../lease.ts';
import type { PushStore } from '../push-store.ts';
import type { QuestionStore } from '../question-store.ts';
import type { QueuedTask } from '../queued-task.ts';
import { checkReplyEvents, isWorkLeft, parsePruneRequest } from '../requests.ts';
import { type EncodedEvent, encodeEvent, encodeLateMemo } from '../stored/event-codec.ts';
import type { LongTexts } from '../stored/long-texts.ts';
import { fromStoredScope } from '../stored/stored-text.ts';
import type {
  TaskEngine,
  NewTask,
  CreateResult,
  ReadOptions,
  RenewResult,
  CancelOptions,
  CancelOutcome,
  Reply,
  ReplyOutcome,
  ReleaseOptions,
  StateCounts,
  WaitingQuery,
  WaitingTask,
  AllTasksQuery,
  AllTasksPage,
  PruneRequest,
} from '../task-engine.ts';
import type { NewTaskEvent, Memo, TaskEvent } from '../task-event.ts';
import type { TaskQuery, TaskPage } from '../task-query.ts';
import type { TaskSnapshot } from '../task-snapshot.ts';
import { withWholeValues } from '../whole-values.ts';
import { toSeq } from './event-id.ts';
import { listTasks } from './list-tasks.ts';
import type { OpenedDatabase } from './open-database.ts';
import { type EngineOverOptions, SqliteState, type Tables } from './open-tables.ts';
import { createPushMethods } from './push-methods.ts';
import { createQuestionMethods } from './question-rows.ts';
import { createRowArchive } from './row-archive.ts';
import { retryWhileBusy } from './statements.ts';
import {
  appendEvents,
  cancelTask,
  claimTasks,
  keepMemo,
  releaseLeases,
  renewLeases,
  replyToTask,
  wakeTask,
} from './task-changes.ts';
import type { PlacedRow } from './task-row.ts';
import type { TaskStore } from './task-store.ts';

const DEFAULT_READ_LIMIT = 500;

/** Makes the SQLite engine on an open database; closing the engine closes the database. */
export function createEngineOver(opened: OpenedDatabase, options: EngineOverOptions): TaskEngine {
  const state = new SqliteState(opened, options);
  const { hints } = state;
  const open = (): Promise<Tables> => state.open();
  return withWholeValues({
    ...bindMethods(new SqliteTasks(state)),
    ...createPushMethods({ open, onDue: (taskId) => hints.emit(taskId) }),
    ...createQuestionMethods(open),
    archive: createRowArchive(open, () => hints.emit('*')),
  });
}

/** The methods of a SQLite engine that concern its tasks. */
class SqliteTasks implements Omit<
  TaskEngine,
  keyof PushStore | keyof QuestionStore | 'archive' | 'now'
> {
  readonly #state: SqliteState;

  constructor(state: SqliteState) {
    this.#state = state;
  }

  async create(task: NewTask, claim?: NewTaskClaim): Promise<CreateResult> {
    const { creator } = await this.#state.open();
    const created = await creator.create(task, claim);
    if (created.created) {
      this.#state.hints.emit(created.taskId);
    }
    return created;
  }

  async get(scope: Scope, taskId: string): Promise<TaskSnapshot | undefined> {
    const { store, reader, earlyStarts } = await this.#state.open();
    this.#state.guard.glance();
    return (
      earlyStarts.find(scope, taskId) ??
      readTask(store, { scope, taskId }, (row) => reader.getSnapshot(row, toSeq(row.last_event)))
    );
  }

  async list(scope: Scope, query: TaskQuery): Promise<TaskPage> {
    const opened = await this.#state.open();
    this.#state.guard.glance();
    return retryWhileBusy(() => listTasks(opened, scope, query));
  }

  async append(lease: Lease, events: readonly NewTaskEvent[]): Promise<number> {
    const { store, commits, longTexts, earlyStarts } = await this.#state.open();
    const seq = await writeEvents(
      longTexts,
      { taskId: lease.taskId, events },
      (encoded) =>
        earlyStarts.join(lease, encoded) ??
        commits.run((time) => {
          earlyStarts.check(lease);
          return appendEvents(store, { lease, events: encoded }, time);
        }),
    );
    this.#state.hints.emit(lease.taskId);
    return seq;
  }

  async keepMemo(lease: Lease, event: Memo): Promise<boolean> {
    const { store, commits } = await this.#state.open();
    const memo = encodeLateMemo(event);
    const isKept = await commits.run((time) => keepMemo(store, { lease, memo }, time));
    if (isKept) this.#state.hints.emit(lease.taskId);
    return isKept;
  }

  async read(
    scope: Scope,
    taskId: string,
    { after, limit = DEFAULT_READ_LIMIT }: ReadOptions,
  ): Promise<readonly TaskEvent[]> {
    const { store, reader } = await this.#state.open();
    this.#state.guard.glance();
    const target = { scope, taskId };
    return (await readTask(store, target, (row) => reader.readEvents(row, { after, limit }))) ?? [];
  }

  watch(hint: (taskId: string) => void): () => void {
    this.#state.checkOpen();
    const stops = [this.#state.hints.watch(hint), () => this.#state.poll.stop()];
    this.#state.poll.start();
    return () => {
      for (const stop of stops.splice(0)) stop();
    };
  }

  async claim(request: WorkRequest, limit: number): Promise<readonly Lease[]> {
    const { store, commits } = await this.#state.open();
    return commits.run((time) => claimTasks(store, { request, limit }, time));
  }

  async renew(leases: readonly Lease[], ttlMs: number): Promise<RenewResult> {
    const { store, commits, earlyStarts } = await this.#state.open();
    // A task may be leased to an early run before its row exists, so its creation must settle
    // first.
    const settled = earlyStarts.whenSettled(leases);
    if (settled !== undefined) await settled;
    return commits.run((time) => renewLeases(store, leases, time + ttlMs));
  }

  async cancel(
    scope: Scope,
    taskId: string,
    { force = false }: CancelOptions = {},
  ): Promise<CancelOutcome> {
    const { store, commits } = await this.#state.open();
    const outcome = await commits.run((time) =>
      cancelTask(store, { row: store.findIn(scope, taskId), force }, time),
    );
    if (outcome.kind === 'canceled' || outcome.kind === 'requested') {
      this.#state.hints.emit(taskId);
    }
    return outcome;
  }

  async reply(
    scope: Scope,
    taskId: string,
    {
      reply: { expectedSeq, idempotencyKey, events },
      claim,
    }: { readonly reply: Reply; readonly claim?: ClaimRequest },
  ): Promise<ReplyOutcome> {
    const { store, commits, longTexts } = await this.#state.open();
    checkReplyEvents(events);
    const outcome = await writeEvents(longTexts, { taskId, events }, (encoded) => {
      const reply = { expectedSeq, idempotencyKey, claim, events: encoded };
      return commits.run((time) =>
        replyToTask(store, { row: store.findIn(scope, taskId), reply }, time),
      );
    });
    if (outcome.kind === 'accepted') {
      this.#state.hints.emit(taskId);
      if (claim === undefined && isWorkLeft(events)) this.#state.hints.emit('*');
    }
    return outcome;
  }

  async release(leases: readonly Lease[], options?: ReleaseOptions): Promise<void> {
    const { store, commits, earlyStarts } = await this.#state.open();
    const settled = earlyStarts.whenSettled(leases);
    if (settled !== undefined) await settled;
    const releasing = { ...options, leases };
    for (const { taskId } of await commits.run((time) => releaseLeases(store, releasing, time))) {
      this.#state.hints.emit(taskId);
    }
  }

  async delete(scope: Scope, taskId: string): Promise<boolean> {
    const { store, commits, housekeeping } = await this.#state.open();
    const isDeleted = await commits.run(() => {
      const row = store.findIn(scope, taskId);
      if (row !== undefined) {
        store.delete(row);
      }
      return row !== undefined;
    });
    if (isDeleted) {
      this.#state.hints.emit(taskId);
      housekeeping.start();
    }
    return isDeleted;
  }

  async countBytes(scope: Scope): Promise<number> {
    const { store } = await this.#state.open();
    return retryWhileBusy(() => store.countBytes(scope));
  }

  async countStates(): Promise<StateCounts> {
    const { countStates } = await this.#state.open();
    return retryWhileBusy(() => countStates());
  }

  async findLongestQueued(): Promise<QueuedTask | undefined> {
    const { findLongestQueued, clock } = await this.#state.open();
    return retryWhileBusy(() => findLongestQueued(clock.read()));
  }

  async findScope(taskId: string): Promise<Scope | undefined> {
    const { store } = await this.#state.open();
    const row = await retryWhileBusy(() => store.find(taskId));
    return row && fromStoredScope(row.scope);
  }

  async listWaiting(query: WaitingQuery): Promise<readonly WaitingTask[]> {
    const { listWaiting } = await this.#state.open();
    return retryWhileBusy(() => listWaiting(query));
  }

  async listAll(query: AllTasksQuery): Promise<AllTasksPage> {
    const { listAll, clock } = await this.#state.open();
    return retryWhileBusy(() => listAll(query, clock.read()));
  }

  async wake(scope: Scope, taskId: string): Promise<boolean> {
    const { store, commits } = await this.#state.open();
    const isAwake = await commits.run((time) => wakeTask(store, store.findIn(scope, taskId), time));
    if (isAwake) this.#state.hints.emit('*');
    return isAwake;
  }

  async checkBlobs(): Promise<void> {
    const { longTexts } = await this.#state.open();
    await longTexts.check();
  }

  async checkIndexes(): Promise<void> {
    const { indexes, counts } = await this.#state.open();
    await indexes.run();
    await counts.run();
  }

  async prune(request: PruneRequest): Promise<number> {
    const { prune, commits, housekeeping } = await this.#state.open();
    const pruning = parsePruneRequest(request);
    const taskIds = await commits.run(() => prune(pruning));
    for (const taskId of taskIds) {
      this.#state.hints.emit(taskId);
    }
    if (taskIds.length > 0) {
      housekeeping.start();
    }
    return taskIds.length;
  }

  close(): Promise<void> {
    return this.#state.close();
  }
}

/**
 * Finds the row of a task and reads the task with a function; returns `undefined` if there is no
 * such task, or it was deleted meanwhile.
 */
async function readTask<Value>(
  store: TaskStore,
  {
    scope,
    taskId,
  }: {
    readonly scope: Scope;
    readonly taskId: string;
  },
  read: (row: PlacedRow) => Value | Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await retryWhileBusy(() => {
      const row = store.findPlaced(scope, taskId);
      return row && read(row);
    });
  } catch (error) {
    // If the task was deleted after its row was read, its events and blobs may be gone: then it is
    // not damaged.
    if (error instanceof TaskDamagedError && store.findIn(scope, taskId) === undefined) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Encodes events for their rows, puts long texts into the blob store, and then commits the rows.
 */
function writeEvents<Value>(
  longTexts: LongTexts,
  {
    taskId,
    events,
  }: {
    readonly taskId: string;
    readonly events: readonly NewTaskEvent[];
  },
  commit: (encoded: readonly EncodedEvent[]) => Promise<Value>,
): Promise<Value> {
  const encoded = events.map(encodeEvent);
  return longTexts.write(
    taskId,
    encoded.map(({ text }) => text),
    (stored) =>
      commit(encoded.map(({ event, text }, index) => ({ event, text: stored[index] ?? text }))),
  );
}
