import type Database from 'better-sqlite3';
import { MonotonicClock } from '../monotonic-clock.ts';

/** The clock of a database file. Its time never goes backwards, whichever process reads it. */
export interface FileClock {
  /** Returns the present time in milliseconds since 1970, for reads outside of transactions. */
  read(): number;
  /** Begins the time of a new transaction, and returns it in milliseconds since 1970. */
  start(): number;
  /**
   * Notes that tasks are ordered by the time of the current transaction, so that it must be stored.
   */
  mark(): void;
  /** Sets the clock forward to a later time, in milliseconds since 1970, inside a transaction. */
  raise(atLeast: number): void;
  /**
   * Stores the time of the current transaction in the file, if it must be stored or the stored time
   * is old. Called before the transaction ends.
   */
  keep(): void;
}

/**
 * The age of the stored time, in milliseconds, at which any transaction stores its time, even if no
 * task is ordered by it.
 */
const KEEP_AFTER = 1_000;

/**
 * Makes the clock of a database file. Times that do not order tasks, such as those of streamed
 * chunks, are stored only now and then, because each store costs a page.
 *
 * SQLite uses the same machine clock as `Date.now`, which may be set back. So the file keeps the
 * highest time ever used, and time goes on from there by the clock of the process.
 */
export function createFileClock(database: Database.Database, now: () => number): FileClock {
  const select = database.prepare<[], number>('select highest from clock').pluck();
  const update = database.prepare<[number]>('update clock set highest = ?');
  const clock = new MonotonicClock(now);
  let time = 0;
  let highest = 0;
  let isMarked = false;
  return {
    read: () => clock.now(select.get() ?? 0),
    start() {
      isMarked = false;
      highest = select.get() ?? 0;
      time = clock.now(highest);
      return time;
    },
    mark() {
      isMarked = true;
    },
    raise(atLeast) {
      time = Math.max(time, atLeast);
      isMarked = true;
    },
    keep() {
      if (isMarked ? time > highest : time - highest >= KEEP_AFTER) {
        update.run(time);
      }
    },
  };
}
