import type Database from 'better-sqlite3';
import { createMonotonicClock } from '../monotonic-clock.ts';

/** The time of transactions, which never goes backwards in one file, whatever process looks. */
export interface FileClock {
  /** Outside of transactions: reads the time, in milliseconds since 1970. */
  read(): number;
  /** Inside a transaction: begins its time, and returns it in milliseconds since 1970. */
  start(): number;
  /** Inside a transaction: says that its time is one that tasks are compared by. */
  mark(): void;
  /** Inside a transaction: lets time go on from there at the earliest, in milliseconds since 1970. */
  raise(atLeast: number): void;
  /** Inside the same transaction, before it ends: keeps its time for those that follow. */
  keep(): void;
}

/**
 * The time after which the clock of the file is written even if nothing asked for it, in
 * milliseconds.
 */
const KEEP_AFTER = 1_000;

/**
 * Times that nobody compares between tasks, such as those of streamed chunks, are kept only now and
 * then: keeping one costs a page.
 *
 * SQLite's own clock is the same clock of the same machine as `Date.now`. What it lacks is that
 * a clock may be set back, so the highest time ever used stands in the file; time goes on from
 * there by the clock of the process.
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
