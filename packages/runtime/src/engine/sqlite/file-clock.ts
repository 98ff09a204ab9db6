import type Database from 'better-sqlite3';

/** The time of transactions, which never goes backwards in one file, whatever process looks. */
export interface FileClock {
  /** Inside a transaction: its time, in milliseconds since 1970. */
  start(): number;
  /** Inside the same transaction, before it ends: keeps its time for those that follow. */
  keep(): void;
}

/**
 * SQLite's own clock is the same clock of the same machine as `Date.now`. What it lacks is that
 * a clock may be set back, so the highest time ever used stands in the file.
 */
export function createFileClock(database: Database.Database, now: () => number): FileClock {
  const select = database.prepare<[], number>('select highest from clock').pluck();
  const update = database.prepare<[number]>('update clock set highest = ?');
  let time = 0;
  let highest = 0;
  return {
    start() {
      highest = select.get() ?? 0;
      time = Math.max(Math.floor(now()), highest);
      return time;
    },
    keep() {
      if (time > highest) {
        update.run(time);
      }
    },
  };
}
