import {
  describeRefusedFile,
  isLocked,
  isSqliteError,
  openSqlite,
  preparePrivateFile,
  type SqliteDatabase,
} from '@formwork/runtime/internal';
import { Kysely, type SqliteDatabase as KyselyDatabase, SqliteDialect } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { RegistryStorageError } from './errors.ts';
import type { RegistryStore } from './store/registry-store.ts';
import { createSqlStore } from './store/sql/create-sql-store.ts';
import { migrate, type Tables } from './store/sql/tables.ts';

/** Options of {@link createSqliteRegistryStore}. */
export interface SqliteRegistryStoreOptions {
  /**
   * The path of the database file, or `:memory:`. A missing file is created, in a folder that
   * exists. The file may be that of a task engine.
   */
  readonly file: string;
}

/**
 * The time for which SQLite itself waits for a lock, in milliseconds. It is short because SQLite
 * blocks the event loop meanwhile; the store tries again instead.
 */
const LOCK_WAIT_MS = 5;
const PATIENCE_MS = 10_000;

/**
 * Makes a store that keeps a registry in an SQLite file: what it has confirmed survives the end of
 * the process and a power failure. Registries in several processes on one machine may share a file.
 *
 * @throws RegistryStorageError when the file cannot be opened
 */
export function createSqliteRegistryStore({ file }: SqliteRegistryStoreOptions): RegistryStore {
  if (file.trim() === '') {
    throw new TypeError(
      `Cannot keep the registry because file must be a path or ":memory:": current value is ${JSON.stringify(file)}`,
    );
  }
  const connection = openFile(file);
  const database = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: toKyselyDatabase(connection) }),
  });
  return createSqlStore(database, {
    migrate: () => migrateAlone(connection),
    // SQLite lets one writer work at a time, so rows need no locks.
    lockRows: '',
    guard: (run) => retryWhileBusy(run, file),
  });
}

/** Adapts a connection to Kysely, which gives the values of a statement as one list. */
function toKyselyDatabase(connection: SqliteDatabase): KyselyDatabase {
  return {
    close: () => connection.close(),
    prepare(sql) {
      const statement = connection.prepare(sql);
      return {
        reader: statement.reader,
        all: (values) => statement.all(...values),
        run: (values) => statement.run(...values),
        iterate: (values) => statement.iterate(...values),
      };
    },
  };
}

function openFile(file: string): SqliteDatabase {
  try {
    preparePrivateFile(file);
    const connection = openSqlite(file, { timeout: LOCK_WAIT_MS });
    connection.pragma('journal_mode = WAL');
    // Every commit is on the disk before it is acknowledged.
    connection.pragma('synchronous = FULL');
    return connection;
  } catch (error) {
    throw toStorageError(error, file);
  }
}

/**
 * Makes the tables under a lock, because another process may be making the same tables, and Kysely
 * does not lock SQLite.
 */
async function migrateAlone(connection: SqliteDatabase): Promise<void> {
  connection.exec('begin immediate');
  try {
    await migrate(
      new Kysely({ dialect: new SqliteDialect({ database: toKyselyDatabase(connection) }) }),
      'sqlite',
    );
    connection.exec('commit');
  } catch (error) {
    if (connection.inTransaction) connection.exec('rollback');
    throw error;
  }
}

async function retryWhileBusy<Result>(run: () => Promise<Result>, file: string): Promise<Result> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isLocked(error) || performance.now() > end) throw toStorageError(error, file);
    }
    await sleep(LOCK_WAIT_MS);
  }
}

function toStorageError(error: unknown, file: string): unknown {
  // The system's codes are those of a missing folder, and of a file of another user.
  const isSystemError = error instanceof Error && 'syscall' in error && 'code' in error;
  if (!isSqliteError(error) && !isSystemError) return error;
  const code = String(error.code);
  const storageCode = isSystemError ? 'SQLITE_CANTOPEN' : code;
  const shownCode = code === 'ENOSPC' ? code : storageCode;
  return new RegistryStorageError(storageCode, {
    cause: error,
    message: `Cannot use the storage of the registry because ${describeRefusedFile({ file, code: shownCode })}`,
  });
}
