import Database from 'better-sqlite3';
import { createFileGuard, type FileGuard } from './file-guard.ts';
import { createPrivateFile } from './create-private-file.ts';
import { checkLedger, migrate } from './migrate.ts';
import { toOpeningError } from './to-opening-error.ts';
import { isBusy } from './to-storage-error.ts';

/** A database with the tables that this program knows. */
export interface OpenedDatabase {
  readonly database: Database.Database;
  readonly guard: FileGuard;
  /** Absent when the tables are there already. Rejects when they cannot be made. */
  readonly ready: Promise<void> | undefined;
}

/**
 * In bytes; SQLite's default, and a block of most file systems. Smaller pages write fewer bytes for
 * a small commit, as many blocks, and more calls. Of an existing file it changes nothing.
 */
const PAGE_SIZE = 4_096;
/** Every commit looks at each place of the cache once, so more of it costs more than it saves. */
const CACHE_KIBIBYTES = 8_192;
/** The log is folded into the file whenever it has grown by this. */
const CHECKPOINT_BYTES = 16_777_216;
/** Kept short, as SQLite waits without letting go of the event loop; we go on waiting ourselves. */
const LOCK_WAIT_MS = 5;
const OPENING_ATTEMPTS = 1000;

/** Throws `EngineStorageError` and `EngineSchemaUnknownError`. */
export function openDatabase(file: string): OpenedDatabase {
  try {
    createPrivateFile(file);
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
    throw toOpeningError(file, error);
  }
}

/** SQLite opens what it may only read, and would tell the first who writes. */
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

/** Free pages of a new file can be given back in small steps (see `vacuum.ts`); it is new but once. */
function enableVacuum(database: Database.Database): void {
  if (database.pragma('page_count', { simple: true }) === 0) {
    database.pragma('auto_vacuum = INCREMENTAL');
  }
}

/** When several programs open a new file at once, one of them makes it; SQLite does not wait for that. */
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
