import { setImmediate } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { EngineClosedError } from '../../errors/engine-closed-error.ts';
import { checkReplyEvents } from '../check-new-events.ts';
import { createHintEmitter } from '../hint-emitter.ts';
import { toPageToken } from '../page-token.ts';
import { parsePruneRequest } from '../parse-prune-request.ts';
import type { TaskEngine } from '../task-engine.ts';
import { encodeEvent } from './event-codec.ts';
import { toSeq } from './event-id.ts';
import { createFileClock } from './file-clock.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { createRowLister } from './list-rows.ts';
import type { OpenedDatabase } from './open-database.ts';
import { createPruner } from './prune-tasks.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import { createSnapshotReader, type SnapshotReader } from './snapshot-reader.ts';
import {
  appendEvents,
  cancelTask,
  claimTasks,
  releaseLeases,
  renewLeases,
  replyToTask,
} from './task-changes.ts';
import { createTaskCreator, type TaskCreator } from './create-task-creator.ts';
import { createTaskStore, type TaskStore } from './task-store.ts';
import { createVersionPoll } from './version-poll.ts';

/** Options of {@link createEngineOver}; see `SqliteEngineOptions`. */
export interface EngineOverOptions {
  readonly pollMs: number;
  readonly now: () => number;
}

/** What works once the tables exist. */
interface Tables {
  readonly store: TaskStore;
  readonly commits: GroupCommit;
  readonly creator: TaskCreator;
  readonly reader: SnapshotReader;
  readonly list: ReturnType<typeof createRowLister>;
  readonly prune: ReturnType<typeof createPruner>;
}

const DEFAULT_READ_LIMIT = 500;

/** An engine that owns this database. */
export function createEngineOver(
  { database, ready }: OpenedDatabase,
  { pollMs, now }: EngineOverOptions,
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
      tables ??= openTables(database, now);
    }
    return tables;
  }

  async function end(): Promise<void> {
    poll.close();
    hints.close();
    await ready?.catch(() => undefined);
    // Who called before has a change in the queue by then; this one is behind them all.
    await setImmediate();
    await tables?.commits.run(() => undefined).catch(() => undefined);
    database.close();
  }

  return {
    async create(task, claim) {
      const { creator } = await open();
      const created = await creator.create(task, claim);
      if (created.created) {
        hints.emit(created.taskId);
      }
      return created;
    },

    async get(scope, taskId) {
      const { store, reader } = await open();
      return retryWhileBusy(() => {
        const row = store.findPlaced(scope, taskId);
        return row && reader.getSnapshot(row, toSeq(row.last_event));
      });
    },

    async list(scope, query) {
      const { list, reader } = await open();
      return retryWhileBusy(() => {
        const { rows, isLastPage, totalSize } = list(scope, query);
        const tasks = rows.flatMap((row) => reader.getSnapshot(row) ?? []);
        const last = tasks.at(-1);
        if (last === undefined || isLastPage) {
          return { tasks, totalSize };
        }
        const position = { statusTimestamp: last.statusTimestamp, taskId: last.id };
        return { tasks, nextPageToken: toPageToken(position, { scope, query }), totalSize };
      });
    },

    async append(lease, events) {
      const { store, commits } = await open();
      const encoded = events.map(encodeEvent);
      const seq = await commits.run((time) =>
        appendEvents(store, { lease, events: encoded }, time),
      );
      hints.emit(lease.taskId);
      return seq;
    },

    async read(scope, taskId, { after, limit = DEFAULT_READ_LIMIT }) {
      const { store, reader } = await open();
      return retryWhileBusy(() => {
        const row = store.findPlaced(scope, taskId);
        return row === undefined ? [] : reader.readEvents(row, { after, limit });
      });
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
      const { store, commits } = await open();
      checkReplyEvents(events);
      const reply = { expectedSeq, idempotencyKey, claim, events: events.map(encodeEvent) };
      const outcome = await commits.run((time) =>
        replyToTask(store, { row: store.findIn(scope, taskId), reply }, time),
      );
      if (outcome.kind === 'accepted') {
        hints.emit(taskId);
      }
      return outcome;
    },

    async release(leases, options) {
      const { store, commits } = await open();
      const releasing = { leases, ...options };
      for (const { taskId } of await commits.run((time) => releaseLeases(store, releasing, time))) {
        hints.emit(taskId);
      }
    },

    async delete(scope, taskId) {
      const { store, commits } = await open();
      const isDeleted = await commits.run(() => {
        const row = store.findIn(scope, taskId);
        if (row !== undefined) {
          store.delete(row);
        }
        return row !== undefined;
      });
      if (isDeleted) {
        hints.emit(taskId);
      }
      return isDeleted;
    },

    async prune(request) {
      const { prune, commits } = await open();
      const pruning = parsePruneRequest(request);
      const taskIds = await commits.run(() => prune(pruning));
      for (const taskId of taskIds) {
        hints.emit(taskId);
      }
      return taskIds.length;
    },

    async close() {
      closing ??= end();
      await closing;
    },
  };
}

function openTables(database: Database.Database, now: () => number): Tables {
  const clock = createFileClock(database, now);
  const store = createTaskStore(database, clock);
  const commits = createGroupCommit(database, clock);
  return {
    store,
    commits,
    creator: createTaskCreator({ store, commits, now }),
    reader: createSnapshotReader(database),
    list: createRowLister(database),
    prune: createPruner(database, store),
  };
}
