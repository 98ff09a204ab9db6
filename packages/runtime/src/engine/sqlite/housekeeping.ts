import type Database from 'better-sqlite3';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pruning } from '../requests.ts';
import type { GroupCommit } from './group-commit.ts';
import type { LongTexts } from '../stored/long-texts.ts';
import { prepareLate } from './statements.ts';
import { fromStoredText } from '../stored/stored-text.ts';
import type { TaskRow } from './task-row.ts';
import type { TaskStore } from './task-store.ts';

/** Cleans up behind deletions in the background: deletes blobs, and gives room back to the disk. */
export interface Housekeeping {
  /** Starts to clean up soon. Never throws: what fails now is done another time. */
  start(): void;
  /** Stops cleaning up, and resolves when nothing of it is under way. */
  close(): Promise<void>;
}

/**
 * Makes the housekeeping: one round at a time; work that is asked for during a round is done by
 * another right after it.
 */
export function createHousekeeping(
  longTexts: Pick<LongTexts, 'sweep'>,
  vacuum: Vacuum,
): Housekeeping {
  let round: Promise<void> | undefined;
  let isWanted = false;
  const closing = new AbortController();

  async function runRounds(): Promise<void> {
    while (isWanted && !closing.signal.aborted) {
      isWanted = false;
      await longTexts.sweep().catch(() => undefined);
      await vacuum.run().catch(() => undefined);
    }
    round = undefined;
  }

  return {
    start() {
      isWanted = true;
      round ??= runRounds();
    },
    async close() {
      closing.abort();
      vacuum.close();
      await round;
    },
  };
}

/**
 * How many events one call deletes before it begins no other task; it may delete one task's log
 * whatever its length.
 */
const MAX_PRUNED_EVENTS = 10_000;

const FINISHED = "state in ('completed', 'failed', 'canceled', 'rejected')";

/** Makes the function that deletes tasks whose retention is over, inside a transaction, and returns their ids. */
export function createPruner(
  database: Database.Database,
  store: TaskStore,
): (pruning: Pruning) => readonly string[] {
  const count = prepareLate<[], { readonly total: number }>(
    database,
    `select count(*) as total from task where ${FINISHED}`,
  );
  const select = prepareLate<[{ before: number; excess: number; limit: number }], TaskRow>(
    database,
    `select * from (select *, row_number() over (order by status_time, number) as position
      from task where ${FINISHED} order by status_time, number limit @limit)
    where status_time < @before or position <= @excess`,
  );
  return ({ before, keep, limit }) => {
    const excess = Number.isFinite(keep) ? Math.max(0, (count.get()?.total ?? 0) - keep) : 0;
    const rows = select.all({ before, excess, limit });
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

/** Gives room in the file back to the disk, in small steps. */
interface Vacuum {
  /**
   * Makes the file smaller while more of it is free than it should be. Resolves when it is done,
   * or closed; rejects when the disk does, and then nothing is worse than before.
   */
  run(): Promise<void>;
  /** Stops after the step that is under way. */
  close(): void;
}

/** Options of {@link createVacuum}. */
interface VacuumOptions {
  readonly database: Database.Database;
  readonly commits: GroupCommit;
}

const SPARE_SHARE = 0.1;

/**
 * The number of bytes that may stay free in the database file, because the next tasks need them.
 */
const MIN_SPARE_BYTES = 1_048_576;

/**
 * How long to pause between steps, in milliseconds, so that the event loop and other processes get
 * on.
 */
const PAUSE_MS = 5;

/**
 * The number of bytes that one step moves from the end of the database file, in a commit that
 * others share.
 */
const STEP_BYTES = 131_072;

/**
 * Vacuums with SQLite's `incremental_vacuum`, step by step: what one costs is bounded by its number
 * of pages, however large the file. A file from before it was made for this has no free pages that
 * can be moved, and stays as it is.
 */
export function createVacuum({ database, commits }: VacuumOptions): Vacuum {
  const countFree = database.prepare<[], number>('pragma freelist_count').pluck();
  const countAll = database.prepare<[], number>('pragma page_count').pluck();
  const pageSize = Number(database.pragma('page_size', { simple: true }));
  const stepPages = Math.ceil(STEP_BYTES / pageSize);
  const isIncremental = database.pragma('auto_vacuum', { simple: true }) === 2;
  let running: Promise<void> | undefined;
  const closing = new AbortController();

  function countExcess(): number {
    const free = Number(countFree.get());
    const used = Number(countAll.get()) - free;
    return free - Math.floor(Math.max(MIN_SPARE_BYTES / pageSize, used * SPARE_SHARE));
  }

  function step(): boolean {
    const pages = Math.min(stepPages, countExcess());
    if (pages > 0) {
      database.exec(`pragma incremental_vacuum(${pages})`);
    }
    return pages === stepPages;
  }

  async function runSteps(): Promise<void> {
    while (!closing.signal.aborted && countExcess() > 0 && (await commits.run(step))) {
      await sleep(PAUSE_MS);
    }
  }

  return {
    async run() {
      if (!isIncremental) {
        return;
      }
      running ??= runSteps().finally(() => {
        running = undefined;
      });
      await running;
    },
    close() {
      closing.abort();
    },
  };
}
