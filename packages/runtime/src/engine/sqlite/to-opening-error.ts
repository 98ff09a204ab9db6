import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { EngineStorageError } from '../../errors/engine-storage-error.ts';

/**
 * What callers see when the file of an engine cannot be opened: which file, and what is in the way.
 * Errors that are neither SQLite's nor the system's stay as they are.
 */
export function toOpeningError(file: string, cause: unknown): unknown {
  const code = toCode(cause);
  if (code === undefined) return cause;
  const storageCode = code.startsWith('SQLITE_') ? code : 'SQLITE_CANTOPEN';
  if (file === ':memory:') return new EngineStorageError(storageCode, { cause });
  const path = resolve(file);
  const folder = dirname(path);
  const message = existsSync(folder)
    ? `Cannot open the file of the task engine as it must be an SQLite database that can be read and written: current value is ${path} (${code})`
    : `Cannot open the file of the task engine as its folder must exist: current value is ${folder}`;
  return new EngineStorageError(storageCode, { cause, message });
}

/** SQLite's, such as `SQLITE_NOTADB`, or the system's, such as `EACCES`. */
function toCode(error: unknown): string | undefined {
  if (error instanceof Database.SqliteError) return error.code;
  const isSystemError = error instanceof Error && 'syscall' in error && 'code' in error;
  return isSystemError ? String(error.code) : undefined;
}
