import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** Options of {@link DatabaseAccess}: what differs between databases. */
export interface DatabaseAccessOptions {
  /** Makes the tables that are missing; called once, before anything else. */
  readonly migrate: () => Promise<void>;
  /**
   * Runs a function that uses the database: tries again while the storage is busy, and throws
   * `RegistryStorageError` when it refuses.
   */
  readonly guard: <Result>(run: () => Promise<Result>) => Promise<Result>;
}

/** The way to a database, whose tables are made before it is used the first time. */
export class DatabaseAccess {
  readonly #database: Kysely<Tables>;
  readonly #options: DatabaseAccessOptions;
  #ready: Promise<void> | undefined;

  constructor(database: Kysely<Tables>, options: DatabaseAccessOptions) {
    this.#database = database;
    this.#options = options;
  }

  /** Runs a function that reads from the database, outside of a transaction. */
  async read<Result>(work: (from: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    await this.#open();
    return this.#options.guard(() => work(this.#database));
  }

  /** Runs a function in a transaction, which ends without its changes if the function throws. */
  async write<Result>(
    work: (transaction: Transaction<Tables>) => Promise<Result>,
  ): Promise<Result> {
    await this.#open();
    return this.#options.guard(() => this.#database.transaction().execute(work));
  }

  async close(): Promise<void> {
    await this.#ready?.catch(() => undefined);
    await this.#database.destroy();
  }

  async #open(): Promise<void> {
    this.#ready ??= this.#options.guard(this.#options.migrate);
    try {
      await this.#ready;
    } catch (error) {
      // The next call tries again.
      this.#ready = undefined;
      throw error;
    }
  }
}
