import type { SqliteDatabase, SqliteStatement } from '../../sqlite/sqlite-database.ts';
import { MonotonicClock } from '../monotonic-clock.ts';

/**
 * The age of the stored time, in milliseconds, at which any transaction stores its time, even if no
 * task is ordered by it.
 */
const KEEP_AFTER = 1_000;

/**
 * The clock of a database file. Its time never goes backwards, whichever process reads it. Times
 * that do not order tasks, such as those of streamed chunks, are stored only now and then, because
 * each store costs a page.
 *
 * SQLite uses the same machine clock as `Date.now`, which may be set back. So the file keeps the
 * highest time ever used, and time goes on from there by the clock of the process.
 */
export class FileClock {
  readonly #select: SqliteStatement<[], number>;
  readonly #update: SqliteStatement<[number]>;
  readonly #clock: MonotonicClock;
  #time = 0;
  #highest = 0;
  #isMarked = false;

  constructor(database: SqliteDatabase, now: () => number) {
    this.#select = database.prepare<[], number>('select highest from clock').pluck();
    this.#update = database.prepare<[number]>('update clock set highest = ?');
    this.#clock = new MonotonicClock(now);
  }

  /** Returns the present time in milliseconds since 1970, for reads outside of transactions. */
  read(): number {
    return this.#clock.now(this.#select.get() ?? 0);
  }

  /** Begins the time of a new transaction, and returns it in milliseconds since 1970. */
  start(): number {
    this.#isMarked = false;
    this.#highest = this.#select.get() ?? 0;
    this.#time = this.#clock.now(this.#highest);
    return this.#time;
  }

  /**
   * Notes that tasks are ordered by the time of the current transaction, so that it must be stored.
   */
  mark(): void {
    this.#isMarked = true;
  }

  /** Sets the clock forward to a later time, in milliseconds since 1970, inside a transaction. */
  raise(atLeast: number): void {
    this.#time = Math.max(this.#time, atLeast);
    this.#isMarked = true;
  }

  /**
   * Stores the time of the current transaction in the file, if it must be stored or the stored time
   * is old. Called before the transaction ends.
   */
  keep(): void {
    if (this.#isMarked ? this.#time > this.#highest : this.#time - this.#highest >= KEEP_AFTER) {
      this.#update.run(this.#time);
    }
  }
}
