import {
  type Lease,
  type NewTaskEvent,
  TaskDamagedError,
  type TaskEngine,
  type Scope,
  type TaskQuery,
  type TaskPage,
  type PushStore,
  type QuestionStore,
  type QueuedTask,
  type NewTask,
  type NewTaskClaim,
  type CreateResult,
  type TaskSnapshot,
  type ReadOptions,
  type TaskEvent,
  type WorkRequest,
  type RenewResult,
  type CancelOptions,
  type CancelOutcome,
  type Reply,
  type ClaimRequest,
  type ReplyOutcome,
  type ReleaseOptions,
  type StateCounts,
  type WaitingQuery,
  type WaitingTask,
  type AllTasksQuery,
  type AllTasksPage,
  type PruneRequest,
} from '@formwork/runtime';
import {
  checkReplyEvents,
  type EncodedEvent,
  encodeEvent,
  encodeLateMemo,
  isWorkLeft,
  parsePruneRequest,
  withWholeValues,
  WORK_NOTICE,
  bindMethods,
} from '@formwork/runtime/internal';
import { checkEngineOptions, type PostgresEngineOptions } from './engine-options.ts';
import { PostgresState } from './postgres-state.ts';
import { PushMethods } from './push-rows.ts';
import { createQuestionMethods } from './question-rows.ts';
import { createTaskArchive } from './task-archive.ts';

/**
 * Makes an engine that keeps tasks in a PostgreSQL database (14 or later), which any number of
 * processes on any machines share. Acknowledged writes are as durable as the database's commits.
 * The first call makes the tables, or brings them up to date. Every method rejects with
 * `EngineStorageError` when the database does not answer; the engine works again once it does.
 *
 * @throws TypeError or RangeError that names the option at fault
 *
 * @example
 * ```ts
 * import { createPostgresEngine } from '@formwork/postgres';
 *
 * const engine = createPostgresEngine({ url: 'postgres://formwork@db.internal/agents' });
 * ```
 */
export function createPostgresEngine(options: PostgresEngineOptions): TaskEngine {
  checkEngineOptions(options);
  const state = new PostgresState(options);
  const { connection, longTexts, blobs, shard } = state;
  const open = (): Promise<void> => state.open();
  const onDue = (taskId: string): void => state.tell(taskId);
  return withWholeValues({
    ...bindMethods(new PostgresTasks(state)),
    ...bindMethods(new PushMethods(connection, { open, onDue })),
    ...createQuestionMethods(connection, open),
    archive: createTaskArchive(connection, {
      open,
      longTexts,
      blobs,
      shard,
      onImport: () => state.tell('*'),
    }),
  });
}

/** The methods of the engine that concern its tasks. */
class PostgresTasks implements Omit<
  TaskEngine,
  keyof PushStore | keyof QuestionStore | 'archive' | 'checkIndexes'
> {
  readonly #state: PostgresState;

  constructor(state: PostgresState) {
    this.#state = state;
  }

  checkBlobs(): Promise<void> {
    return this.#state.open().then(() => this.#state.longTexts.check());
  }

  findLongestQueued(): Promise<QueuedTask | undefined> {
    return this.#state.open().then(() => this.#state.lists.findLongestQueued());
  }

  async create(task: NewTask, claim?: NewTaskClaim): Promise<CreateResult> {
    await this.#state.open();
    const created = await this.#state.creator.create(task, claim);
    if (created.created) this.#state.tell(created.taskId);
    // Only other processes need this notice, because the one that created the task looks for work
    // itself.
    if (created.created && claim === undefined) this.#state.channel.send(WORK_NOTICE);
    return created;
  }

  async get(scope: Scope, taskId: string): Promise<TaskSnapshot | undefined> {
    await this.#state.open();
    const earlySnapshot = this.#state.earlyStarts.find(scope, taskId);
    if (earlySnapshot !== undefined) return earlySnapshot;
    const [snapshot] = await this.#state.reader.getSnapshots(scope, [taskId]);
    if (snapshot instanceof TaskDamagedError) throw snapshot;
    return snapshot;
  }

  async list(scope: Scope, query: TaskQuery): Promise<TaskPage> {
    await this.#state.open();
    if (query.text !== undefined) return this.#state.search(scope, query);
    const { taskIds, totalSize, nextPageToken } = await this.#state.lists.list(scope, query);
    const snapshots = await this.#state.reader.getSnapshots(scope, taskIds);
    const damaged = snapshots.filter((snapshot) => snapshot instanceof TaskDamagedError);
    return {
      tasks: snapshots.flatMap((snapshot) =>
        snapshot === undefined || snapshot instanceof TaskDamagedError ? [] : [snapshot],
      ),
      totalSize,
      ...(damaged.length > 0 && { damaged }),
      ...(nextPageToken !== undefined && { nextPageToken }),
    };
  }

  async append(lease: Lease, added: readonly NewTaskEvent[]): Promise<number> {
    await this.#state.open();
    const seq = await this.#writeEvents({ taskId: lease.taskId, events: added }, (encoded) =>
      this.#appendEncoded(lease, encoded),
    );
    this.#state.tell(lease.taskId);
    return seq;
  }

  async keepMemo(lease: Lease, memo: Parameters<TaskEngine['keepMemo']>[1]): Promise<boolean> {
    await this.#state.open();
    const isKept = await this.#state.changes.keepMemo(lease, encodeLateMemo(memo));
    if (isKept) this.#state.tell(lease.taskId);
    return isKept;
  }

  async read(
    scope: Scope,
    taskId: string,
    { after, limit = 500 }: ReadOptions,
  ): Promise<readonly TaskEvent[]> {
    await this.#state.open();
    return this.#state.reader.readEvents(scope, taskId, { after, limit });
  }

  watch(hint: (taskId: string) => void): () => void {
    this.#state.checkOpen();
    const stops = [this.#state.changeEmitter.watch(hint), this.#state.channel.listen()];
    return () => {
      for (const stop of stops.splice(0)) stop();
    };
  }

  async claim(request: WorkRequest, limit: number): Promise<readonly Lease[]> {
    await this.#state.open();
    return this.#state.leases.claim(request, limit);
  }

  async renew(leases: readonly Lease[], ttlMs: number): Promise<RenewResult> {
    await this.#state.open();
    // A task may be leased to an early run before its row exists, so its creation must settle
    // first.
    const settled = this.#state.earlyStarts.whenSettled(leases);
    if (settled !== undefined) await settled;
    return this.#state.leases.renew(leases, ttlMs);
  }

  async cancel(
    scope: Scope,
    taskId: string,
    { force = false }: CancelOptions = {},
  ): Promise<CancelOutcome> {
    await this.#state.open();
    const outcome = await this.#state.changes.cancel(scope, taskId, force);
    if (outcome.kind === 'canceled') this.#state.tell(taskId);
    if (outcome.kind === 'requested') {
      this.#state.tell(taskId);
      // Runners of other processes read cancel requests only after the notice `*`.
      this.#state.channel.send('*');
    }
    return outcome;
  }

  async reply(
    scope: Scope,
    taskId: string,
    {
      reply: { expectedSeq, idempotencyKey, events: added },
      claim,
    }: { readonly reply: Reply; readonly claim?: ClaimRequest },
  ): Promise<ReplyOutcome> {
    await this.#state.open();
    checkReplyEvents(added);
    const outcome = await this.#writeEvents({ taskId, events: added }, (encoded) =>
      this.#state.changes.reply(scope, taskId, {
        expectedSeq,
        idempotencyKey,
        claim,
        events: encoded,
        keepBlobs: (run, number) =>
          this.#state.blobs.keep(
            run,
            number,
            encoded.map(({ text }) => text),
          ),
      }),
    );
    if (outcome.kind === 'accepted') {
      this.#state.tell(taskId);
      if (claim === undefined && isWorkLeft(added)) this.#state.tell('*');
    }
    return outcome;
  }

  async release(leases: readonly Lease[], released: ReleaseOptions = {}): Promise<void> {
    await this.#state.open();
    const settled = this.#state.earlyStarts.whenSettled(leases);
    if (settled !== undefined) await settled;
    for (const taskId of await this.#state.leases.release(leases, released))
      this.#state.tell(taskId);
  }

  async delete(scope: Scope, taskId: string): Promise<boolean> {
    await this.#state.open();
    const isDeleted = await this.#state.changes.delete(scope, taskId);
    if (isDeleted) {
      this.#state.tell(taskId);
      this.#state.sweep();
    }
    return isDeleted;
  }

  async countBytes(scope: Scope): Promise<number> {
    await this.#state.open();
    return this.#state.lists.countBytes(scope);
  }

  async countStates(): Promise<StateCounts> {
    await this.#state.open();
    return this.#state.lists.countStates();
  }

  async findScope(taskId: string): Promise<Scope | undefined> {
    await this.#state.open();
    return this.#state.lists.findScope(taskId);
  }

  async listWaiting(query: WaitingQuery): Promise<readonly WaitingTask[]> {
    await this.#state.open();
    return this.#state.lists.listWaiting(query);
  }

  async listAll(query: AllTasksQuery): Promise<AllTasksPage> {
    await this.#state.open();
    return this.#state.lists.listAll(query);
  }

  async wake(scope: Scope, taskId: string): Promise<boolean> {
    await this.#state.open();
    const isAwake = await this.#state.lists.wake(scope, taskId);
    if (isAwake) this.#state.tell('*');
    return isAwake;
  }

  async now(): Promise<number> {
    await this.#state.open();
    return this.#state.lists.readClock();
  }

  async prune(request: PruneRequest): Promise<number> {
    await this.#state.open();
    const taskIds = await this.#state.lists.prune(parsePruneRequest(request));
    for (const taskId of taskIds) this.#state.tell(taskId);
    if (taskIds.length > 0) this.#state.sweep();
    return taskIds.length;
  }

  close(): Promise<void> {
    return this.#state.close();
  }

  async #appendEncoded(lease: Lease, encoded: readonly EncodedEvent[]): Promise<number> {
    return (
      this.#state.earlyStarts.join(lease, encoded) ?? this.#state.writer.append(lease, encoded)
    );
  }

  /** Encodes events for their rows, puts long texts into the blob store, then commits the rows. */
  async #writeEvents<Value>(
    {
      taskId,
      events: added,
    }: { readonly taskId: string; readonly events: readonly NewTaskEvent[] },
    commit: (encoded: readonly EncodedEvent[]) => Promise<Value>,
  ): Promise<Value> {
    const encoded = added.map(encodeEvent);
    return this.#state.longTexts.write(
      taskId,
      encoded.map(({ text }) => text),
      (stored) =>
        commit(encoded.map(({ event, text }, index) => ({ event, text: stored[index] ?? text }))),
    );
  }
}
