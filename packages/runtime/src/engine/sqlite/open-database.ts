import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EngineStorageError } from '../../errors.ts';
import { describeRefusedFile, isLocked } from '../../file-refusal.ts';
import { preparePrivateFile } from '../../private-file.ts';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import type { SqliteDatabase, SqliteDriver } from '../../sqlite/sqlite-database.ts';
import { isSqliteError } from '../../sqlite/sqlite-error.ts';
import { createFileGuard, type FileGuard } from './file-guard.ts';
import { checkMigrationTable, hasMigrationTable, migrate } from './migrations.ts';

/**
 * An open database that has the tables of this program's version, or gets them before `ready`
 * resolves.
 */
export interface OpenedDatabase {
  readonly database: SqliteDatabase;
  readonly guard: FileGuard;
  /**
   * Resolves once the tables are made, and rejects if they cannot be made; `undefined` if they
   * exist already.
   */
  readonly ready: Promise<void> | undefined;
}

/**
 * The size of a page in bytes: SQLite's default, and a block of most file systems. Smaller pages
 * would not save writes, because disks write whole blocks. An existing file keeps its page size.
 */
const PAGE_SIZE = 4_096;

/**
 * The size of SQLite's page cache in KiB. Every commit goes through the whole cache, so a larger
 * one costs more than it saves.
 */
const CACHE_KIBIBYTES = 8_192;

/** The size of the write-ahead log at which SQLite moves it into the database file, in bytes. */
const CHECKPOINT_BYTES = 16_777_216;

/**
 * The time in milliseconds that SQLite itself waits for a lock. It is short, because this wait
 * blocks the event loop; the engine waits longer by itself.
 */
const LOCK_WAIT_MS = 5;

const OPENING_ATTEMPTS = 1000;

/**
 * Opens a database file, and makes a missing one unless `mustExist` is true.
 *
 * @throws EngineStorageError and EngineSchemaUnknownError
 */
export function openDatabase(
  file: string,
  {
    mustExist = false,
    driver = openSqlite,
  }: {
    /** True refuses a missing file, and one of another program. Default false. */
    readonly mustExist?: boolean | undefined;
    /** Default: the driver of this process. Another one is for databases in memory only. */
    readonly driver?: SqliteDriver;
  } = {},
): OpenedDatabase {
  try {
    if (mustExist) checkIsEngineFile(file);
    preparePrivateFile(file);
    const database = driver(file, { timeout: LOCK_WAIT_MS });
    try {
      configure(database);
      checkWritable(database);
      const isComplete = checkMigrationTable(database);
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

/**
 * Checks that a file is that of an engine, and does not change the file, because it may belong to
 * another program.
 */
function checkIsEngineFile(file: string): void {
  const path = resolve(file);
  if (!existsSync(path)) {
    throw new EngineStorageError('SQLITE_CANTOPEN', {
      message: `Cannot open the file of the task engine because there is no such file: ${path}`,
    });
  }
  const database = openSqlite(file, { readonly: true, timeout: 1_000 });
  try {
    if (hasMigrationTable(database)) return;
  } finally {
    database.close();
  }
  throw new EngineStorageError('NOT_TASKS', {
    message: `Cannot open the file of the task engine because it is the database of another program: ${path}`,
  });
}

/**
 * Checks that a database can be written. SQLite opens read-only files without an error, which only
 * the first write would get.
 */
function checkWritable(database: SqliteDatabase): void {
  try {
    database.exec('begin immediate');
    // This statement is the first that SQLite refuses for a read-only file; its change never
    // reaches the disk.
    database.exec('pragma user_version = 1');
    database.exec('rollback');
  } catch (error) {
    if (database.inTransaction) database.exec('rollback');
    // If another process is writing, the file can be written.
    if (!isLocked(error)) throw error;
  }
}

function configure(database: SqliteDatabase): void {
  database.pragma(`page_size = ${PAGE_SIZE}`);
  retryAtOnce(() => enableVacuum(database));
  retryAtOnce(() => database.pragma('journal_mode = WAL'));
  // With this setting, every commit is on the disk before it is acknowledged.
  database.pragma('synchronous = FULL');
  database.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_BYTES / PAGE_SIZE}`);
  database.pragma(`journal_size_limit = ${CHECKPOINT_BYTES * 2}`);
}

/**
 * Lets a new file shrink in small steps (see `housekeeping.ts`). SQLite allows this setting for new
 * files only.
 */
function enableVacuum(database: SqliteDatabase): void {
  if (database.pragma('page_count', { simple: true }) === 0) {
    database.pragma('auto_vacuum = INCREMENTAL');
  }
}

/**
 * Calls a function again and again while the database is busy: when several programs open a new
 * file at the same time, one of them makes it, and SQLite does not wait for that.
 */
function retryAtOnce(change: () => void): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      change();
      return;
    } catch (error) {
      if (!isLocked(error) || attempt === OPENING_ATTEMPTS) {
        throw error;
      }
    }
  }
}

/**
 * Makes the error that says which file of an engine cannot be opened, and why. Errors that are
 * neither SQLite's nor the system's are returned unchanged.
 */
function createOpeningError(file: string, cause: unknown): unknown {
  const code = findCode(cause);
  if (code === undefined) return cause;
  const storageCode = code.startsWith('SQLITE_') ? code : 'SQLITE_CANTOPEN';
  if (file === ':memory:') return new EngineStorageError(storageCode, { cause });
  const path = resolve(file);
  const folder = dirname(path);
  const message = existsSync(folder)
    ? `Cannot open the file of the task engine because ${describeRefusedFile({ file: path, code })}`
    : `Cannot open the file of the task engine because its folder does not exist: ${folder}`;
  return new EngineStorageError(storageCode, { cause, message });
}

/**
 * Finds the code of an error: SQLite's, such as `SQLITE_NOTADB`, or the system's, such as `EACCES`.
 */
function findCode(error: unknown): string | undefined {
  if (isSqliteError(error)) return error.code;
  const isSystemError = error instanceof Error && 'syscall' in error && 'code' in error;
  return isSystemError ? String(error.code) : undefined;
}
