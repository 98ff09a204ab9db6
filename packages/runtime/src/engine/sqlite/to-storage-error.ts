import Database from 'better-sqlite3';
import { EngineStorageError } from '../../errors/engine-storage-error.ts';

/** What callers of the engine see of an error; errors that are not SQLite's stay as they are. */
export function toStorageError(error: unknown): unknown {
  return error instanceof Database.SqliteError
    ? new EngineStorageError(error.code, { cause: error })
    : error;
}

/** True when another connection holds the lock that this one needs. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
