import { setImmediate } from 'node:timers/promises';
import { EngineClosedError } from '../../errors.ts';
import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import { ChangeEmitter } from '../change-emitter.ts';
import { EarlyStarts } from '../stored/early-starts.ts';
import { LongTexts, type LongTextsOptions } from '../stored/long-texts.ts';
import { createBlobTable, createBlobRows } from './blob-rows.ts';
import { CountCheck } from './count-check.ts';
import { createTaskCreator, type TaskCreator } from './create-task-creator.ts';
import { FileClock } from './file-clock.ts';
import type { FileGuard } from './file-guard.ts';
import { GroupCommit } from './group-commit.ts';
import { Housekeeping, createPruner, Vacuum } from './housekeeping.ts';
import { IndexCheck } from './index-check.ts';
import {
  createAllLister,
  createQueueReader,
  createRowLister,
  createStateCounter,
  createWaitingLister,
} from './list-rows.ts';
import type { OpenedDatabase } from './open-database.ts';
import { SnapshotReader } from './snapshot-reader.ts';
import { TaskStore } from './task-store.ts';
import { VersionPoll } from './version-poll.ts';

/** The parts of the SQLite engine that can work once the tables exist. */
export interface Tables {
  readonly database: SqliteDatabase;
  readonly clock: Pick<FileClock, 'read' | 'raise'>;
  readonly store: TaskStore;
  readonly commits: GroupCommit;
  readonly longTexts: LongTexts;
  readonly creator: TaskCreator;
  readonly earlyStarts: EarlyStarts;
  readonly housekeeping: Housekeeping;
  readonly indexes: IndexCheck;
  readonly counts: CountCheck;
  readonly reader: SnapshotReader;
  readonly list: ReturnType<typeof createRowLister>;
  readonly listAll: ReturnType<typeof createAllLister>;
  readonly countStates: ReturnType<typeof createStateCounter>;
  readonly findLongestQueued: ReturnType<typeof createQueueReader>;
  readonly listWaiting: ReturnType<typeof createWaitingLister>;
  readonly prune: ReturnType<typeof createPruner>;
}

/** Options of {@link openTables}. */
export interface TablesOptions extends Pick<LongTextsOptions, 'blobStore' | 'blobsAbove'> {
  readonly now: () => number;
  readonly guard: FileGuard;
}

/**
 * Makes the parts of the SQLite engine that read and write the tables, and cleans up what an
 * earlier process has left unfinished.
 */
function openTables(
  database: SqliteDatabase,
  { now, guard, blobStore, blobsAbove }: TablesOptions,
): Tables {
  const clock = new FileClock(database, now);
  const store = new TaskStore(database, clock);
  const commits = new GroupCommit(database, { clock, guard });
  const blobTable = createBlobTable(createBlobRows(database), commits);
  const longTexts = new LongTexts({ blobStore, blobsAbove, blobTable });
  const earlyStarts = new EarlyStarts();
  const housekeeping = new Housekeeping(longTexts, new Vacuum({ database, commits }));
  housekeeping.start();
  return {
    database,
    clock,
    store,
    commits,
    longTexts,
    creator: createTaskCreator({ store, commits, longTexts, earlyStarts, now }),
    earlyStarts,
    housekeeping,
    indexes: new IndexCheck(database),
    counts: new CountCheck(database),
    reader: new SnapshotReader(database, longTexts),
    list: createRowLister(database),
    listAll: createAllLister(database),
    countStates: createStateCounter(database),
    findLongestQueued: createQueueReader(database),
    listWaiting: createWaitingLister(database, store),
    prune: createPruner(database, store),
  };
}

/** Options of {@link SqliteState}; see `SqliteEngineOptions`. */
export interface EngineOverOptions extends Omit<TablesOptions, 'guard'> {
  readonly pollMs: number;
}

/** The state of one SQLite engine, which the groups of its methods share. */
export class SqliteState {
  readonly hints: ChangeEmitter = new ChangeEmitter();
  readonly poll: VersionPoll;
  readonly guard: FileGuard;
  readonly #opened: OpenedDatabase;
  readonly #options: Omit<TablesOptions, 'guard'>;
  #tables: Tables | undefined;
  #closing: Promise<void> | undefined;

  constructor(opened: OpenedDatabase, { pollMs, ...options }: EngineOverOptions) {
    const { database, guard, ready } = opened;
    this.guard = guard;
    this.#opened = opened;
    this.#options = options;
    this.poll = new VersionPoll(database, { pollMs, onChange: () => this.hints.emit('*') });
    // Calls of the engine reject with this error. Until the first call, it must not end the process.
    ready?.catch(() => undefined);
  }

  checkOpen(): void {
    if (this.#closing !== undefined) {
      throw new EngineClosedError();
    }
  }

  async open(): Promise<Tables> {
    this.checkOpen();
    if (this.#tables === undefined) {
      await this.#opened.ready;
      this.#tables ??= openTables(this.#opened.database, { ...this.#options, guard: this.guard });
    }
    return this.#tables;
  }

  async close(): Promise<void> {
    this.#closing ??= this.#end();
    await this.#closing;
  }

  async #end(): Promise<void> {
    this.poll.close();
    this.hints.close();
    await this.#opened.ready?.catch(() => undefined);
    // After this pause, the changes of all earlier calls are in the queue, and the last one of
    // `end` follows them.
    await setImmediate();
    await this.#tables?.longTexts.drain();
    await this.#tables?.housekeeping.close();
    await this.#tables?.indexes.close();
    await this.#tables?.counts.close();
    await this.#tables?.commits.run(() => undefined).catch(() => undefined);
    this.#opened.database.close();
  }
}
