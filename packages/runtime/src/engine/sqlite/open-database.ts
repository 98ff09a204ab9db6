import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { preparePrivateFile } from '../../private-file.ts';
import { EngineStorageError } from '../../errors.ts';
import { createFileGuard, type FileGuard } from './file-guard.ts';
import { checkLedger, hasLedger, migrate } from './migrations.ts';
import { isBusy } from './statements.ts';

/** An open database whose tables are those that this version knows. */
export interface OpenedDatabase {
  readonly database: Database.Database;
  readonly guard: FileGuard;
  /**
   * Resolves once the tables are made; absent when they are there already. Rejects when they cannot
   * be made.
   */
  readonly ready: Promise<void> | undefined;
}

/**
 * The size of a page, in bytes: SQLite's default, and a block of most file systems. Smaller pages
 * write fewer bytes for a small commit, as many blocks, and more calls. It changes nothing of an
 * existing file.
 */
const PAGE_SIZE = 4_096;

/**
 * The size of the cache. Every commit looks at each place of it once, so more of it costs more than
 * it saves.
 */
const CACHE_KIBIBYTES = 8_192;

/**
 * The size that the write-ahead log reaches before it is folded into the database file, in bytes.
 */
const CHECKPOINT_BYTES = 16_777_216;

/**
 * How long SQLite waits for a lock: not long, because it does not let go of the event loop; we go
 * on waiting ourselves.
 */
const LOCK_WAIT_MS = 5;

const OPENING_ATTEMPTS = 1000;

/**
 * Opens a file, which is made if there is none, unless it must exist.
 *
 * @throws EngineStorageError and EngineSchemaUnknownError
 */
export function openDatabase(file: string, mustExist = false): OpenedDatabase {
  try {
    if (mustExist) checkOwn(file);
    preparePrivateFile(file);
    const database = new Database(file, { timeout: LOCK_WAIT_MS });
    try {
      configure(database);
      checkWritable(database);
      const isComplete = checkLedger(database);
      const guard = createFileGuard(file);
      return { database, guard, ready: isComplete ? undefined : migrate(database) };
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw createOpeningError(file, error);
  }
}

/** Checks that a file is that of an engine, without a change to it: another program's stays as it is. */
function checkOwn(file: string): void {
  const path = resolve(file);
  if (!existsSync(path)) {
    throw new EngineStorageError('SQLITE_CANTOPEN', {
      message: `Cannot open the file of the task engine because there is no such file: ${path}`,
    });
  }
  const database = new Database(file, { readonly: true, fileMustExist: true, timeout: 1_000 });
  try {
    if (hasLedger(database)) return;
  } finally {
    database.close();
  }
  throw new EngineStorageError('NOT_TASKS', {
    message: `Cannot open the file of the task engine because it is the database of another program: ${path}`,
  });
}

/**
 * Checks that the file can be written: SQLite opens a file that it may only read, and would tell
 * the first who writes.
 */
function checkWritable(database: Database.Database): void {
  try {
    database.exec('begin immediate');
    // The first thing that is refused; it never reaches the disk.
    database.exec('pragma user_version = 1');
    database.exec('rollback');
  } catch (error) {
    if (database.inTransaction) database.exec('rollback');
    // Somebody else is writing, so that it can be done.
    if (!isBusy(error)) throw error;
  }
}

function configure(database: Database.Database): void {
  database.pragma(`page_size = ${PAGE_SIZE}`);
  retryAtOnce(() => enableVacuum(database));
  retryAtOnce(() => database.pragma('journal_mode = WAL'));
  // Every commit is on the disk before it is acknowledged.
  database.pragma('synchronous = FULL');
  database.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_BYTES / PAGE_SIZE}`);
  database.pragma(`journal_size_limit = ${CHECKPOINT_BYTES * 2}`);
}

/**
 * Lets free pages of a new file be given back in small steps (see `housekeeping.ts`); a file is new
 * only once.
 */
function enableVacuum(database: Database.Database): void {
  if (database.pragma('page_count', { simple: true }) === 0) {
    database.pragma('auto_vacuum = INCREMENTAL');
  }
}

/**
 * Tries again at once: when several programs open a new file at the same time, one of them makes it,
 * and SQLite does not wait for that.
 */
function retryAtOnce(change: () => void): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      change();
      return;
    } catch (error) {
      if (!isBusy(error) || attempt === OPENING_ATTEMPTS) {
        throw error;
      }
    }
  }
}

/**
 * Tells callers which file of an engine cannot be opened, and what is in the way. Errors that are
 * neither SQLite's nor the system's stay as they are.
 */
function createOpeningError(file: string, cause: unknown): unknown {
  const code = findCode(cause);
  if (code === undefined) return cause;
  const storageCode = code.startsWith('SQLITE_') ? code : 'SQLITE_CANTOPEN';
  if (file === ':memory:') return new EngineStorageError(storageCode, { cause });
  const path = resolve(file);
  const folder = dirname(path);
  const message = existsSync(folder)
    ? `Cannot open the file of the task engine because it is not an SQLite database that can be read and written: ${path} (${code})`
    : `Cannot open the file of the task engine because its folder does not exist: ${folder}`;
  return new EngineStorageError(storageCode, { cause, message });
}

/**
 * Finds the code of an error: SQLite's, such as `SQLITE_NOTADB`, or the system's, such as `EACCES`.
 */
function findCode(error: unknown): string | undefined {
  if (error instanceof Database.SqliteError) return error.code;
  const isSystemError = error instanceof Error && 'syscall' in error && 'code' in error;
  return isSystemError ? String(error.code) : undefined;
}
