import Database from 'better-sqlite3';
import { EngineStorageError } from '../../errors/engine-storage-error.ts';

/** What callers of the engine see of an error; errors that are not SQLite's stay as they are. */
export function toStorageError(error: unknown): unknown {
  return error instanceof Database.SqliteError
    ? new EngineStorageError(error.code, { cause: error })
    : error;
}

/** What a commit may fail with before the disk has all of it. */
const REFUSALS: ReadonlySet<string> = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE']);

/**
 * As {@link toStorageError}, of a commit. Its log may be whole on the disk when the sync fails, or
 * when there is no room for the index of the log: whoever opens the file after a crash finds it.
 */
export function toCommitError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const mayBeStored = !REFUSALS.has(error.code) && !isBusy(error);
  return new EngineStorageError(error.code, { cause: error, mayBeStored });
}

/** True when another connection holds the lock that this one needs. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
