import type Database from 'better-sqlite3';

/** The time of transactions, which never goes backwards in one file, whatever process looks. */
export interface FileClock {
  /** Inside a transaction: its time, in milliseconds since 1970. */
  start(): number;
  /** Inside the same transaction, before it ends: keeps its time for those that follow. */
  keep(): void;
}

/** Above the largest number that the header of the file takes. */
const HEADER_LIMIT = 2 ** 31;

/**
 * SQLite's own clock is the same clock of the same machine as `Date.now`. What it lacks is that
 * a clock may be set back, so the highest time ever used stands in the file: as a time in a table,
 * which seldom changes, and the milliseconds since in the header. Whatever makes the file grow
 * writes the header in any case, so that keeping the time costs such a commit no page of its own.
 */
export function createFileClock(database: Database.Database, now: () => number): FileClock {
  const selectBase = database.prepare<[], number>('select highest from clock').pluck();
  const selectSince = database.prepare<[], number>('pragma user_version').pluck();
  const updateBase = database.prepare<[number]>('update clock set highest = ?');
  let time = 0;
  let base = 0;
  let highest = 0;
  return {
    start() {
      base = selectBase.get() ?? 0;
      highest = base + (selectSince.get() ?? 0);
      time = Math.max(Math.floor(now()), highest);
      return time;
    },
    keep() {
      if (time <= highest) {
        return;
      }
      if (time - base >= HEADER_LIMIT) {
        updateBase.run(time);
        base = time;
      }
      database.exec(`pragma user_version = ${time - base}`);
    },
  };
}
