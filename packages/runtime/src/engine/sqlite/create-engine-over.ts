import type { Scope } from '../../scope.ts';
import { setImmediate } from 'node:timers/promises';
import { EngineClosedError, TaskDamagedError } from '../../errors.ts';
import { HintEmitter } from '../hints.ts';
import { checkReplyEvents, isWorkLeft, parsePruneRequest } from '../requests.ts';
import type { TaskEngine } from '../task-engine.ts';
import type { NewTaskEvent } from '../task-event.ts';
import { type EncodedEvent, encodeEvent, encodeLateMemo } from '../stored/event-codec.ts';
import { toSeq } from './event-id.ts';
import { listTasks } from './list-tasks.ts';
import type { LongTexts } from '../stored/long-texts.ts';
import type { OpenedDatabase } from './open-database.ts';
import { openTables, type Tables, type TablesOptions } from './open-tables.ts';
import { createRowArchive } from './row-archive.ts';
import { createPushMethods } from './push-methods.ts';
import { createQuestionMethods } from './question-rows.ts';
import { retryWhileBusy } from './statements.ts';
import { fromStoredScope } from '../stored/stored-text.ts';
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
import { createVersionPoll } from './version-poll.ts';
import { withWholeValues } from '../whole-values.ts';

/** Options of {@link createEngineOver}; see `SqliteEngineOptions`. */
interface EngineOverOptions extends Omit<TablesOptions, 'guard'> {
  readonly pollMs: number;
}

const DEFAULT_READ_LIMIT = 500;

/** Makes the SQLite engine on an open database; closing the engine closes the database. */
export function createEngineOver(
  { database, guard, ready }: OpenedDatabase,
  { pollMs, ...options }: EngineOverOptions,
): TaskEngine {
  const hints = new HintEmitter();
  const poll = createVersionPoll(database, { pollMs, onChange: () => hints.emit('*') });
  let tables: Tables | undefined;
  let closing: Promise<void> | undefined;
  // Calls of the engine reject with this error. Until the first call, it must not end the process.
  ready?.catch(() => undefined);

  function checkOpen(): void {
    if (closing !== undefined) {
      throw new EngineClosedError();
    }
  }

  async function open(): Promise<Tables> {
    checkOpen();
    if (tables === undefined) {
      await ready;
      tables ??= openTables(database, { ...options, guard });
    }
    return tables;
  }

  async function end(): Promise<void> {
    poll.close();
    hints.close();
    await ready?.catch(() => undefined);
    // After this pause, the changes of all earlier calls are in the queue, and the last one of
    // `end` follows them.
    await setImmediate();
    await tables?.longTexts.drain();
    await tables?.housekeeping.close();
    await tables?.indexes.close();
    await tables?.counts.close();
    await tables?.commits.run(() => undefined).catch(() => undefined);
    database.close();
  }

  return withWholeValues({
    ...createPushMethods({ open, onDue: (taskId) => hints.emit(taskId) }),
    ...createQuestionMethods(open),

    async create(task, claim) {
      const { creator } = await open();
      const created = await creator.create(task, claim);
      if (created.created) {
        hints.emit(created.taskId);
      }
      return created;
    },

    async get(scope, taskId) {
      const { store, reader, earlyStarts } = await open();
      guard.glance();
      return (
        earlyStarts.find(scope, taskId) ??
        readTask(store, { scope, taskId }, (row) => reader.getSnapshot(row, toSeq(row.last_event)))
      );
    },

    async list(scope, query) {
      const opened = await open();
      guard.glance();
      return retryWhileBusy(() => listTasks(opened, scope, query));
    },

    async append(lease, events) {
      const { store, commits, longTexts, earlyStarts } = await open();
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
      hints.emit(lease.taskId);
      return seq;
    },

    async keepMemo(lease, event) {
      const { store, commits } = await open();
      const memo = encodeLateMemo(event);
      const isKept = await commits.run((time) => keepMemo(store, { lease, memo }, time));
      if (isKept) hints.emit(lease.taskId);
      return isKept;
    },

    async read(scope, taskId, { after, limit = DEFAULT_READ_LIMIT }) {
      const { store, reader } = await open();
      guard.glance();
      const target = { scope, taskId };
      return (
        (await readTask(store, target, (row) => reader.readEvents(row, { after, limit }))) ?? []
      );
    },

    watch(hint) {
      checkOpen();
      const stop = hints.watch(hint);
      poll.start();
      let isStopped = false;
      return () => {
        stop();
        if (!isStopped) {
          isStopped = true;
          poll.stop();
        }
      };
    },

    async claim(request, limit) {
      const { store, commits } = await open();
      return commits.run((time) => claimTasks(store, { request, limit }, time));
    },

    async renew(leases, ttlMs) {
      const { store, commits, earlyStarts } = await open();
      // A task may be leased to an early run before its row exists, so its creation must settle
      // first.
      const settled = earlyStarts.whenSettled(leases);
      if (settled !== undefined) await settled;
      return commits.run((time) => renewLeases(store, leases, time + ttlMs));
    },

    async cancel(scope, taskId, { force = false } = {}) {
      const { store, commits } = await open();
      const outcome = await commits.run((time) =>
        cancelTask(store, { row: store.findIn(scope, taskId), force }, time),
      );
      if (outcome.kind === 'canceled' || outcome.kind === 'requested') {
        hints.emit(taskId);
      }
      return outcome;
    },

    async reply(scope, taskId, { reply: { expectedSeq, idempotencyKey, events }, claim }) {
      const { store, commits, longTexts } = await open();
      checkReplyEvents(events);
      const outcome = await writeEvents(longTexts, { taskId, events }, (encoded) => {
        const reply = { expectedSeq, idempotencyKey, claim, events: encoded };
        return commits.run((time) =>
          replyToTask(store, { row: store.findIn(scope, taskId), reply }, time),
        );
      });
      if (outcome.kind === 'accepted') {
        hints.emit(taskId);
        if (claim === undefined && isWorkLeft(events)) hints.emit('*');
      }
      return outcome;
    },

    async release(leases, how) {
      const { store, commits, earlyStarts } = await open();
      const settled = earlyStarts.whenSettled(leases);
      if (settled !== undefined) await settled;
      const releasing = { ...how, leases };
      for (const { taskId } of await commits.run((time) => releaseLeases(store, releasing, time))) {
        hints.emit(taskId);
      }
    },

    async delete(scope, taskId) {
      const { store, commits, housekeeping } = await open();
      const isDeleted = await commits.run(() => {
        const row = store.findIn(scope, taskId);
        if (row !== undefined) {
          store.delete(row);
        }
        return row !== undefined;
      });
      if (isDeleted) {
        hints.emit(taskId);
        housekeeping.start();
      }
      return isDeleted;
    },

    async countBytes(scope) {
      const { store } = await open();
      return retryWhileBusy(() => store.countBytes(scope));
    },

    async countStates() {
      const { countStates } = await open();
      return retryWhileBusy(() => countStates());
    },

    async findLongestQueued() {
      const { findLongestQueued, clock } = await open();
      return retryWhileBusy(() => findLongestQueued(clock.read()));
    },

    async findScope(taskId) {
      const { store } = await open();
      const row = await retryWhileBusy(() => store.find(taskId));
      return row && fromStoredScope(row.scope);
    },

    async listWaiting(query) {
      const { listWaiting } = await open();
      return retryWhileBusy(() => listWaiting(query));
    },

    async listAll(query) {
      const { listAll, clock } = await open();
      return retryWhileBusy(() => listAll(query, clock.read()));
    },

    async wake(scope, taskId) {
      const { store, commits } = await open();
      const isAwake = await commits.run((time) =>
        wakeTask(store, store.findIn(scope, taskId), time),
      );
      if (isAwake) hints.emit('*');
      return isAwake;
    },

    async checkBlobs() {
      const { longTexts } = await open();
      await longTexts.check();
    },

    async checkIndexes() {
      const { indexes, counts } = await open();
      await indexes.run();
      await counts.run();
    },

    archive: createRowArchive(open, () => hints.emit('*')),

    async prune(request) {
      const { prune, commits, housekeeping } = await open();
      const pruning = parsePruneRequest(request);
      const taskIds = await commits.run(() => prune(pruning));
      for (const taskId of taskIds) {
        hints.emit(taskId);
      }
      if (taskIds.length > 0) {
        housekeeping.start();
      }
      return taskIds.length;
    },

    async close() {
      closing ??= end();
      await closing;
    },
  });
}

/** The task that {@link readTask} reads: its scope and id. */
interface ReadTarget {
  readonly scope: Scope;
  readonly taskId: string;
}

/**
 * Finds the row of a task and reads the task with a function; returns `undefined` if there is no
 * such task, or it was deleted meanwhile.
 */
async function readTask<Value>(
  store: TaskStore,
  { scope, taskId }: ReadTarget,
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

/** Events to write, and the id of the task to whose log they are added. */
interface EventsToWrite {
  readonly taskId: string;
  readonly events: readonly NewTaskEvent[];
}

/**
 * Encodes events for their rows, puts long texts into the blob store, and then commits the rows.
 */
function writeEvents<Value>(
  longTexts: LongTexts,
  { taskId, events }: EventsToWrite,
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
