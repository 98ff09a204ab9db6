import type Database from 'better-sqlite3';
import { createMonotonicClock } from '../monotonic-clock.ts';

/** The clock of a database file. Its time never goes backwards, whichever process reads it. */
export interface FileClock {
  /** Returns the time in milliseconds since 1970, outside of transactions. */
  read(): number;
  /** Sets the time of the current transaction, and returns it in milliseconds since 1970. */
  start(): number;
  /**
   * Marks the time of the current transaction as one that tasks are ordered by, so that it must be
   * stored.
   */
  mark(): void;
  /** Makes the clock go on from a later time, in milliseconds since 1970, inside a transaction. */
  raise(atLeast: number): void;
  /**
   * Stores the time of the current transaction for later ones, if that time was marked or the
   * stored time is old; called before the transaction ends.
   */
  keep(): void;
}

/**
 * The age at which the stored time of the file is written again even if no transaction marked its
 * time, in milliseconds.
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
  const clock = createMonotonicClock(now);
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
