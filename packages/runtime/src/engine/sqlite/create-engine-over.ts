import { setImmediate } from 'node:timers/promises';
import { EngineClosedError } from '../../errors/engine-closed-error.ts';
import { TaskDamagedError } from '../../errors/task-damaged-error.ts';
import { checkReplyEvents, isWorkLeft } from '../check-new-events.ts';
import { createHintEmitter } from '../hint-emitter.ts';
import { toPageToken } from '../page-token.ts';
import { parsePruneRequest } from '../parse-prune-request.ts';
import type { TaskEngine } from '../task-engine.ts';
import { toSeq } from './event-id.ts';
import type { OpenedDatabase } from './open-database.ts';
import { openTables, type Tables, type TablesOptions } from './open-tables.ts';
import { createPushMethods } from './push-methods.ts';
import { getReadable, readTask } from './read-task.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import {
  appendEvents,
  cancelTask,
  claimTasks,
  releaseLeases,
  renewLeases,
  replyToTask,
} from './task-changes.ts';
import { fromStoredText } from './stored-text.ts';
import { toPosition } from './task-row.ts';
import { createVersionPoll } from './version-poll.ts';
import { writeEvents } from './write-events.ts';

/** Options of {@link createEngineOver}; see `SqliteEngineOptions`. */
export interface EngineOverOptions extends Omit<TablesOptions, 'guard'> {
  readonly pollMs: number;
}

const DEFAULT_READ_LIMIT = 500;

/** An engine that owns this database. */
export function createEngineOver(
  { database, guard, ready }: OpenedDatabase,
  { pollMs, ...options }: EngineOverOptions,
): TaskEngine {
  const hints = createHintEmitter();
  const poll = createVersionPoll(database, { pollMs, onChange: () => hints.emit('*') });
  let tables: Tables | undefined;
  let closing: Promise<void> | undefined;
  // Whoever uses the engine is told; until then nobody has failed to listen.
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
    // Who called before has a change in the queue by then; this one is behind them all.
    await setImmediate();
    await tables?.longTexts.drain();
    await tables?.housekeeping.close();
    await tables?.commits.run(() => undefined).catch(() => undefined);
    database.close();
  }

  return {
    ...createPushMethods({ open, onDue: (taskId) => hints.emit(taskId) }),

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
      const { list, store, reader } = await open();
      guard.glance();
      return retryWhileBusy(async () => {
        const { rows, isLastPage, totalSize } = list(scope, query);
        const found = await Promise.all(rows.map((row) => getReadable({ store, reader }, row)));
        const damaged = found.flatMap((each) => (each instanceof TaskDamagedError ? [each] : []));
        const tasks = found.flatMap((each) =>
          each === undefined || each instanceof TaskDamagedError ? [] : [each],
        );
        const page = { tasks, totalSize, ...(damaged.length > 0 && { damaged }) };
        const last = rows.at(-1);
        if (last === undefined || isLastPage) return page;
        return { ...page, nextPageToken: toPageToken(toPosition(last), { scope, query }) };
      });
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
      const { store, commits } = await open();
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

    async release(leases, { retryAfterMs } = {}) {
      const { store, commits } = await open();
      const releasing = { leases, ...(retryAfterMs !== undefined && { retryAfterMs }) };
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

    async findScope(taskId) {
      const { store } = await open();
      const row = await retryWhileBusy(() => store.find(taskId));
      return row && fromStoredText(row.scope);
    },

    async listWaiting(query) {
      const { listWaiting } = await open();
      return retryWhileBusy(() => listWaiting(query));
    },

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
  };
}
