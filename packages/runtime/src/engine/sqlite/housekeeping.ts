import { setTimeout as sleep } from 'node:timers/promises';
import type { SqliteDatabase, SqliteStatement } from '../../sqlite/sqlite-database.ts';
import type { Pruning } from '../requests.ts';
import type { LongTexts } from '../stored/long-texts.ts';
import { fromStoredText } from '../stored/stored-text.ts';
import type { GroupCommit } from './group-commit.ts';
import { prepareLateStatement } from './statements.ts';
import { FINISHED_STATES, HAS_ENDED, type TaskRow } from './task-row.ts';
import type { TaskStore } from './task-store.ts';

/**
 * Cleans up after deletions in the background: deletes unused blobs and shrinks the database file.
 * One round of cleaning runs at a time; a request during a round starts another round right after
 * it.
 */
export class Housekeeping {
  readonly #longTexts: Pick<LongTexts, 'sweep'>;
  readonly #vacuum: Vacuum;
  #round: Promise<void> | undefined;
  #isWanted = false;
  readonly #closing = new AbortController();

  constructor(longTexts: Pick<LongTexts, 'sweep'>, vacuum: Vacuum) {
    this.#longTexts = longTexts;
    this.#vacuum = vacuum;
  }

  /** Starts to clean up soon; never throws. If a part fails, a later clean-up does it. */
  start(): void {
    this.#isWanted = true;
    this.#round ??= this.#runRounds();
  }

  /** Stops cleaning up, and resolves once no step is under way. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#vacuum.close();
    await this.#round;
  }

  async #runRounds(): Promise<void> {
    while (this.#isWanted && !this.#closing.signal.aborted) {
      this.#isWanted = false;
      await this.#longTexts.sweep().catch(() => undefined);
      await this.#vacuum.run().catch(() => undefined);
    }
    this.#round = undefined;
  }
}

/**
 * The number of deleted events after which a call of `prune` deletes no further task. A single task
 * may have more.
 */
const MAX_PRUNED_EVENTS = 10_000;

/**
 * Makes the function that deletes the finished tasks that a request to prune selects, inside a
 * transaction, and returns their ids. It finds the tasks to delete only, however many are kept.
 */
export function createPruner(
  database: SqliteDatabase,
  store: TaskStore,
): (pruning: Pruning) => readonly string[] {
  const count = prepareLateStatement<[], { readonly total: number }>(
    database,
    'select sum(count) as total from ended',
  );
  const oldest = FINISHED_STATES.map(
    (state) => `select * from task indexed by task_ended
      where state = '${state}' and ${HAS_ENDED}
      and status_time < @before`,
  );
  const select = prepareLateStatement<[{ before: number; limit: number }], TaskRow>(
    database,
    `${oldest.join(' union all ')} order by status_time, number limit @limit`,
  );
  return ({ before, keep, limit }) => {
    const excess = Number.isFinite(keep) ? Math.max(0, (count.get()?.total ?? 0) - keep) : 0;
    // Both rules select the oldest tasks, so one selection is the beginning of the other.
    const old = select.all({ before, limit });
    const rows =
      old.length < Math.min(limit, excess)
        ? select.all({ before: Number.MAX_SAFE_INTEGER, limit: Math.min(limit, excess) })
        : old;
    const taskIds: string[] = [];
    let events = 0;
    for (const row of rows) {
      if (events >= MAX_PRUNED_EVENTS) {
        break;
      }
      events += store.delete(row);
      taskIds.push(fromStoredText(row.id));
    }
    return taskIds;
  };
}

const SPARE_SHARE = 0.1;

/**
 * The number of bytes that may stay free in the database file, because the next tasks need them.
 */
const MIN_SPARE_BYTES = 1_048_576;

/** The pause between two steps in milliseconds, for the event loop and other processes. */
const PAUSE_MS = 5;

/** The number of bytes that one step moves from the end of the file, in a shared commit. */
const STEP_BYTES = 131_072;

/**
 * Shrinks the database file in small steps by SQLite's `incremental_vacuum`; a step's cost depends
 * on its number of pages, not on the size of the file. A file that was made without this setting
 * has no pages that can be moved, and stays as it is.
 */
export class Vacuum {
  readonly #database: SqliteDatabase;
  readonly #commits: GroupCommit;
  readonly #countFree: SqliteStatement<[], number>;
  readonly #countAll: SqliteStatement<[], number>;
  readonly #pageSize: number;
  readonly #stepPages: number;
  readonly #isIncremental: boolean;
  #running: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor({
    database,
    commits,
  }: {
    readonly database: SqliteDatabase;
    readonly commits: GroupCommit;
  }) {
    this.#database = database;
    this.#commits = commits;
    this.#countFree = database.prepare<[], number>('pragma freelist_count').pluck();
    this.#countAll = database.prepare<[], number>('pragma page_count').pluck();
    this.#pageSize = Number(database.pragma('page_size', { simple: true }));
    this.#stepPages = Math.ceil(STEP_BYTES / this.#pageSize);
    this.#isIncremental = database.pragma('auto_vacuum', { simple: true }) === 2;
  }

  /**
   * Shrinks the file while more than a fixed part of it is free. Resolves when that is done or
   * after `close`; rejects if the disk fails, and the file stays valid.
   */
  async run(): Promise<void> {
    if (!this.#isIncremental) {
      return;
    }
    this.#running ??= this.#runSteps().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  /** Stops the shrinking after the step under way. */
  close(): void {
    this.#closing.abort();
  }

  #countExcess(): number {
    const freePages = Number(this.#countFree.get());
    const usedPages = Number(this.#countAll.get()) - freePages;
    return (
      freePages - Math.floor(Math.max(MIN_SPARE_BYTES / this.#pageSize, usedPages * SPARE_SHARE))
    );
  }

  #step(): boolean {
    const pages = Math.min(this.#stepPages, this.#countExcess());
    if (pages > 0) {
      this.#database.exec(`pragma incremental_vacuum(${pages})`);
    }
    return pages === this.#stepPages;
  }

  async #runSteps(): Promise<void> {
    while (
      !this.#closing.signal.aborted &&
      this.#countExcess() > 0 &&
      (await this.#commits.run(() => this.#step()))
    ) {
      await sleep(PAUSE_MS);
    }
  }
}
