import {
  EngineClosedError,
  type Lease,
  type NewTaskEvent,
  TaskDamagedError,
  type TaskEngine,
} from '@formwork/runtime';
import {
  checkReplyEvents,
  EarlyStarts,
  HintEmitter,
  LongTexts,
  type EncodedEvent,
  encodeEvent,
  encodeLateMemo,
  isWorkLeft,
  parsePruneRequest,
  withWholeValues,
  WORK_HINT,
} from '@formwork/runtime/internal';
import { randomInt } from 'node:crypto';
import { createBlobs } from './blobs.ts';
import { openConnection, waitAtMost } from './connection.ts';
import { checkEngineOptions, type PostgresEngineOptions } from './engine-options.ts';
import { createEventWriter } from './event-writer.ts';
import { createHintChannel } from './hint-channel.ts';
import { createLeases } from './leases.ts';
import { createPushRows } from './push-rows.ts';
import { createQuestionMethods } from './question-rows.ts';
import { checkRights, migrate } from './migrations.ts';
import { createTaskChanges } from './task-changes.ts';
import { createTaskCreator } from './task-creator.ts';
import { createTaskArchive } from './task-archive.ts';
import { createTaskLists } from './task-lists.ts';
import { createTaskSearch } from './task-search.ts';
import { createTaskMaker } from './task-maker.ts';
import { createTaskReader } from './task-reader.ts';
import { createTaskWriter } from './task-writer.ts';

/** The time that writes under way have when the engine closes, in milliseconds. */
const DRAIN_MS = 3_000;

/**
 * The number of rows over which each sum is spread, such as the bytes of a scope, so that processes
 * do not wait for each other.
 */
const SHARDS = 64;

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
  const { blobStore, blobsAbove = 262_144, hintDelayMs = 5, pollMs = 1_000 } = options;
  const { mustExist = false } = options;
  const shard = randomInt(SHARDS);
  const connection = openConnection(options);
  const hints = new HintEmitter();
  const channel = createHintChannel({ connection, hints, gatherMs: hintDelayMs, pollMs });
  const blobs = createBlobs(connection);
  const longTexts = new LongTexts({ blobStore, blobsAbove, ledger: blobs.ledger });
  const events = createEventWriter(connection, shard);
  const earlyStarts = new EarlyStarts();
  const pushes = createPushRows(connection, { open, onDue: tell });
  const maker = createTaskMaker(connection, shard);
  const writer = createTaskWriter(connection, { maker, events, blobs, pushes, earlyStarts });
  const creator = createTaskCreator(connection, { maker, writer, longTexts, earlyStarts });
  const changes = createTaskChanges(connection, { writer: events, shard });
  const leases = createLeases(connection);
  const lists = createTaskLists(connection, shard);
  const reader = createTaskReader(connection, longTexts);
  const search = createTaskSearch({ connection, lists, reader });
  let ready: Promise<void> | undefined;
  let closing: Promise<void> | undefined;

  function checkOpen(): void {
    if (closing !== undefined) throw new EngineClosedError();
  }

  /** Makes the tables if they are missing, and resolves once they exist. */
  async function open(): Promise<void> {
    checkOpen();
    ready ??= prepare();
    try {
      await ready;
    } catch (error) {
      ready = undefined;
      throw error;
    }
  }

  async function prepare(): Promise<void> {
    await migrate(connection, { mustExist });
    // Who only looks into tables that exist needs no right to write them.
    if (!mustExist) await checkRights(connection);
  }

  /** Hints to all listeners of `watch`, in this process and others, that a task has changed. */
  function tell(taskId: string): void {
    hints.emit(taskId);
    channel.send(taskId);
  }

  async function end(): Promise<void> {
    hints.close();
    connection.giveUp();
    await waitAtMost(DRAIN_MS, drain());
    await connection.close();
  }

  async function drain(): Promise<void> {
    await ready?.catch(() => undefined);
    await writer.drain();
    await longTexts.drain();
    await channel.close();
  }

  /**
   * Deletes blobs of deleted tasks in the background. Blobs that cannot be deleted are left to a
   * later call.
   */
  function sweep(): void {
    if (blobStore !== undefined) void longTexts.sweep().catch(() => undefined);
  }

  return withWholeValues({
    ...pushes.methods,
    ...createQuestionMethods(connection, open),
    checkBlobs: () => open().then(() => longTexts.check()),
    findLongestQueued: () => open().then(() => lists.findLongestQueued()),

    async create(task, claim) {
      await open();
      const created = await creator.create(task, claim);
      if (created.created) tell(created.taskId);
      // Only other processes need this hint, because the one that created the task looks for work
      // itself.
      if (created.created && claim === undefined) channel.send(WORK_HINT);
      return created;
    },

    async get(scope, taskId) {
      await open();
      const shown = earlyStarts.find(scope, taskId);
      if (shown !== undefined) return shown;
      const [found] = await reader.getSnapshots(scope, [taskId]);
      if (found instanceof TaskDamagedError) throw found;
      return found;
    },

    async list(scope, query) {
      await open();
      if (query.text !== undefined) return search(scope, query);
      const { taskIds, totalSize, nextPageToken } = await lists.list(scope, query);
      const found = await reader.getSnapshots(scope, taskIds);
      const damaged = found.filter((one) => one instanceof TaskDamagedError);
      return {
        tasks: found.flatMap((one) =>
          one === undefined || one instanceof TaskDamagedError ? [] : [one],
        ),
        totalSize,
        ...(damaged.length > 0 && { damaged }),
        ...(nextPageToken !== undefined && { nextPageToken }),
      };
    },

    async append(lease, added) {
      await open();
      const seq = await writeEvents({ taskId: lease.taskId, events: added }, (encoded) =>
        appendEncoded(lease, encoded),
      );
      tell(lease.taskId);
      return seq;
    },

    async keepMemo(lease, memo) {
      await open();
      const isKept = await changes.keepMemo(lease, encodeLateMemo(memo));
      if (isKept) tell(lease.taskId);
      return isKept;
    },

    async read(scope, taskId, { after, limit = 500 }) {
      await open();
      return reader.readEvents(scope, taskId, { after, limit });
    },

    watch(hint) {
      checkOpen();
      const stop = hints.watch(hint);
      const unlisten = channel.listen();
      let isStopped = false;
      return () => {
        stop();
        if (!isStopped) unlisten();
        isStopped = true;
      };
    },

    async claim(request, limit) {
      await open();
      return leases.claim(request, limit);
    },

    async renew(held, ttlMs) {
      await open();
      // A task may be leased to an early run before its row exists, so its creation must settle
      // first.
      const settled = earlyStarts.whenSettled(held);
      if (settled !== undefined) await settled;
      return leases.renew(held, ttlMs);
    },

    async cancel(scope, taskId, { force = false } = {}) {
      await open();
      const outcome = await changes.cancel(scope, taskId, force);
      if (outcome.kind === 'canceled') tell(taskId);
      if (outcome.kind === 'requested') {
        tell(taskId);
        // Runners of other processes read cancel requests only after the hint `*`.
        channel.send('*');
      }
      return outcome;
    },

    async reply(scope, taskId, { reply: { expectedSeq, idempotencyKey, events: added }, claim }) {
      await open();
      checkReplyEvents(added);
      const outcome = await writeEvents({ taskId, events: added }, (encoded) =>
        changes.reply(scope, taskId, {
          expectedSeq,
          idempotencyKey,
          claim,
          events: encoded,
          keepBlobs: (run, number) =>
            blobs.keep(
              run,
              number,
              encoded.map(({ text }) => text),
            ),
        }),
      );
      if (outcome.kind === 'accepted') {
        tell(taskId);
        if (claim === undefined && isWorkLeft(added)) tell('*');
      }
      return outcome;
    },

    async release(held, released = {}) {
      await open();
      const settled = earlyStarts.whenSettled(held);
      if (settled !== undefined) await settled;
      for (const taskId of await leases.release(held, released)) tell(taskId);
    },

    async delete(scope, taskId) {
      await open();
      const isDeleted = await changes.delete(scope, taskId);
      if (isDeleted) {
        tell(taskId);
        sweep();
      }
      return isDeleted;
    },

    async countBytes(scope) {
      await open();
      return lists.countBytes(scope);
    },

    async countStates() {
      await open();
      return lists.countStates();
    },

    async findScope(taskId) {
      await open();
      return lists.findScope(taskId);
    },

    async listWaiting(query) {
      await open();
      return lists.listWaiting(query);
    },

    async listAll(query) {
      await open();
      return lists.listAll(query);
    },

    async wake(scope, taskId) {
      await open();
      const isAwake = await lists.wake(scope, taskId);
      if (isAwake) tell('*');
      return isAwake;
    },

    async now() {
      await open();
      return lists.readClock();
    },

    archive: createTaskArchive(connection, {
      open,
      longTexts,
      blobs,
      shard,
      onImport: () => tell('*'),
    }),

    async prune(request) {
      await open();
      const taskIds = await lists.prune(parsePruneRequest(request));
      for (const taskId of taskIds) tell(taskId);
      if (taskIds.length > 0) sweep();
      return taskIds.length;
    },

    async close() {
      closing ??= end();
      await closing;
    },
  });

  async function appendEncoded(lease: Lease, encoded: readonly EncodedEvent[]): Promise<number> {
    return earlyStarts.join(lease, encoded) ?? writer.append(lease, encoded);
  }

  /** Encodes events for their rows, puts long texts into the blob store, then commits the rows. */
  async function writeEvents<Value>(
    {
      taskId,
      events: added,
    }: { readonly taskId: string; readonly events: readonly NewTaskEvent[] },
    commit: (encoded: readonly EncodedEvent[]) => Promise<Value>,
  ): Promise<Value> {
    const encoded = added.map(encodeEvent);
    return longTexts.write(
      taskId,
      encoded.map(({ text }) => text),
      (stored) =>
        commit(encoded.map(({ event, text }, index) => ({ event, text: stored[index] ?? text }))),
    );
  }
}
