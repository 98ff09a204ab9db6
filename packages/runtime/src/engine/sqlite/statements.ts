import { setTimeout as sleep } from 'node:timers/promises';
import { EngineStorageError } from '../../errors.ts';
import { isLocked } from '../../file-refusal.ts';
import type {
  SqliteChanges,
  SqliteDatabase,
  SqliteStatement,
} from '../../sqlite/sqlite-database.ts';
import { isSqliteError } from '../../sqlite/sqlite-error.ts';

/**
 * A statement that SQLite compiles at its first use. Compiling all dozens of statements would take
 * longer than the rest of opening a file, and most programs use few.
 */
export class LazyStatement<Parameters extends readonly unknown[], Row> {
  readonly #database: SqliteDatabase;
  readonly #sql: string;
  #compiled: SqliteStatement<unknown[], Row> | undefined;

  constructor(database: SqliteDatabase, sql: string) {
    this.#database = database;
    this.#sql = sql;
  }

  run(...parameters: Parameters): SqliteChanges {
    return this.#compile().run(...parameters);
  }

  get(...parameters: Parameters): Row | undefined {
    return this.#compile().get(...parameters);
  }

  all(...parameters: Parameters): readonly Row[] {
    return this.#compile().all(...parameters);
  }

  #compile(): SqliteStatement<unknown[], Row> {
    this.#compiled ??= this.#database.prepare<unknown[], Row>(this.#sql);
    return this.#compiled;
  }
}

/** Makes a statement that SQLite compiles at its first use. */
export function prepareLateStatement<Parameters extends readonly unknown[] = [], Row = unknown>(
  database: SqliteDatabase,
  sql: string,
): LazyStatement<Parameters, Row> {
  return new LazyStatement(database, sql);
}

const PATIENCE_MS = 10_000;

const RETRY_MS = 5;

/**
 * Repeats a read while the database is busy. In WAL mode, reads wait only while another process
 * recovers the file after a crash.
 *
 * @throws EngineStorageError, and the errors that `read` throws itself
 */
export async function retryWhileBusy<Value>(read: () => Value | Promise<Value>): Promise<Value> {
  const start = performance.now();
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!isLocked(error) || performance.now() - start > PATIENCE_MS) {
        throw toStorageError(error);
      }
    }
    await sleep(RETRY_MS);
  }
}

/** Converts an error of SQLite to `EngineStorageError`; returns other errors unchanged. */
export function toStorageError(error: unknown): unknown {
  return isSqliteError(error) ? new EngineStorageError(error.code, { cause: error }) : error;
}

/** The codes of SQLite for commits that fail before all of their data is on the disk. */
const REFUSALS: ReadonlySet<string> = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE']);

/**
 * Converts the error of a commit as {@link toStorageError} does, and says whether the commit may
 * still count. The log may be complete on the disk although the sync failed, so that the next open
 * after a crash finds the commit.
 */
export function toCommitError(error: unknown): unknown {
  if (!isSqliteError(error)) return error;
  const mayBeStored = !REFUSALS.has(error.code) && !isLocked(error);
  return new EngineStorageError(error.code, { cause: error, mayBeStored });
}
