import { setTimeout as sleep } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import type { GroupCommit } from './group-commit.ts';

/** Gives room in the file back to the disk, in small steps. */
export interface Vacuum {
  /**
   * Makes the file smaller while more of it is free than it should be. Resolves when it is done,
   * or closed; rejects when the disk does, and then nothing is worse than before.
   */
  run(): Promise<void>;
  /** Lets the step under way be the last. */
  close(): void;
}

/** Options of {@link createVacuum}. */
export interface VacuumOptions {
  readonly database: Database.Database;
  readonly commits: GroupCommit;
}

/** A step moves so much from the end of the file, in a commit that others share. */
const STEP_BYTES = 131_072;
/** For the event loop, and other processes, to get on. */
const PAUSE_MS = 5;
/** So much may stay free, as the next tasks need it. */
const MIN_SPARE_BYTES = 1_048_576;
const SPARE_SHARE = 0.1;

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
