import Database from 'better-sqlite3';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineStorageError } from '../../errors.ts';

/** The part of a statement of better-sqlite3 that this engine uses. */
export interface LateStatement<Parameters extends readonly unknown[], Row> {
  run(...parameters: Parameters): Database.RunResult;
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): readonly Row[];
}

/**
 * A statement that SQLite compiles when it is first used: there are dozens, compiling them takes
 * longer than all else when a file is opened, and most programs use few of them.
 */
export function prepareLate<Parameters extends readonly unknown[] = [], Row = unknown>(
  database: Database.Database,
  sql: string,
): LateStatement<Parameters, Row> {
  let prepared: Database.Statement<unknown[], Row> | undefined;
  const prepare = (): Database.Statement<unknown[], Row> =>
    (prepared ??= database.prepare<unknown[], Row>(sql));
  return {
    run: (...parameters) => prepare().run(...parameters),
    get: (...parameters) => prepare().get(...parameters),
    all: (...parameters) => prepare().all(...parameters),
  };
}

const PATIENCE_MS = 10_000;

const RETRY_MS = 5;

/**
 * Reads, which in WAL mode wait for nobody, except while another process puts the file in order
 * after a crash.
 *
 * @throws EngineStorageError, and what `read` throws on its own behalf
 */
export async function retryWhileBusy<Value>(read: () => Value | Promise<Value>): Promise<Value> {
  const start = performance.now();
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!isBusy(error) || performance.now() - start > PATIENCE_MS) {
        throw toStorageError(error);
      }
    }
    await sleep(RETRY_MS);
  }
}

/** Makes an error of SQLite one of the engine; other errors stay as they are. */
export function toStorageError(error: unknown): unknown {
  return error instanceof Database.SqliteError
    ? new EngineStorageError(error.code, { cause: error })
    : error;
}

/** The SQLite codes of commits that fail before the disk has all of their data. */
const REFUSALS: ReadonlySet<string> = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE']);

/**
 * Like {@link toStorageError}, for a commit. Its log may be whole on the disk when the sync fails,
 * or when there is no room for the index of the log: whoever opens the file after a crash finds it.
 */
export function toCommitError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const mayBeStored = !REFUSALS.has(error.code) && !isBusy(error);
  return new EngineStorageError(error.code, { cause: error, mayBeStored });
}

/** True for the error of SQLite that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
