import { openSqlite, preparePrivateFile, type SqliteDatabase } from '@formwork/runtime/internal';
import { FormworkError } from '@formwork/schema';
import { checkOptions } from '@formwork/schema/options';
import { NonceStoreError } from './errors.ts';
import type { NonceStore } from './nonce-store.ts';

/** Options of {@link createSqliteNonceStore}. */
export interface SqliteNonceStoreOptions {
  /**
   * The path of the SQLite file, which must not be that of the task engine. It is created if it
   * does not exist, readable by its owner only. Any processes of one machine may share it.
   */
  readonly file: string;
  /** Returns the current time in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

/** Milliseconds to wait for another process that writes to the file. */
const LOCK_WAIT_MS = 2_000;
/** Milliseconds for which expired nonces may stay in the file. */
const SWEEP_MS = 10_000;
/**
 * The maximum number of rows that are deleted at once, because SQLite blocks the event loop
 * meanwhile.
 */
const SWEEP_ROWS = 5_000;

/**
 * Makes a store of nonces in an SQLite file: a used nonce stays used after a crash, after loss of
 * power, and in every process that has the file open.
 *
 * @throws NonceStoreError
 */
export function createSqliteNonceStore(options: SqliteNonceStoreOptions): NonceStore {
  checkOptions(options, {
    subject: 'Cannot make a nonce store',
    rules: {
      file: {
        expected: 'the name of a file',
        isValid: (value) => typeof value === 'string' && value !== '',
      },
      now: { expected: 'a function', isValid: (value) => typeof value === 'function' },
    },
  });
  const { file, now = Date.now } = options;
  const database = guard(file, () => open(file));
  const insert = database.prepare(
    `INSERT INTO formwork_nonces (agent_id, nonce, expires_at) VALUES (@agentId, @nonce, @expiresAt)
     ON CONFLICT (agent_id, nonce) DO UPDATE SET expires_at = @expiresAt WHERE expires_at <= @now`,
  );
  const sweep = database.prepare(
    `DELETE FROM formwork_nonces WHERE rowid IN
     (SELECT rowid FROM formwork_nonces WHERE expires_at <= ? LIMIT ${SWEEP_ROWS})`,
  );
  const swept = { at: 0 };

  return {
    async use({ agentId, nonce, expiresAt }) {
      const time = now();
      return guard(file, () => {
        if (Math.abs(time - swept.at) >= SWEEP_MS) {
          // As long as more have expired, the next use deletes some, too.
          if (sweep.run(time).changes < SWEEP_ROWS) swept.at = time;
        }
        return insert.run({ agentId, nonce, expiresAt, now: time }).changes === 1;
      });
    },
    async close() {
      database.close();
    },
  };
}

function open(file: string): SqliteDatabase {
  // Readable by the owner only: other users need not know which agents call.
  preparePrivateFile(file);
  const database = openSqlite(file, { timeout: LOCK_WAIT_MS });
  try {
    checkOwner(database);
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.exec(
      `CREATE TABLE IF NOT EXISTS formwork_nonces (
         agent_id TEXT NOT NULL, nonce TEXT NOT NULL, expires_at INTEGER NOT NULL,
         UNIQUE (agent_id, nonce)
       ) STRICT;
       CREATE INDEX IF NOT EXISTS formwork_nonces_by_end ON formwork_nonces (expires_at);`,
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Refuses a file with tables of another program, such as the task engine, because two writers would
 * delay each other.
 */
function checkOwner(database: SqliteDatabase): void {
  const foreignTable = database
    .prepare("SELECT 1 FROM sqlite_schema WHERE tbl_name <> 'formwork_nonces' LIMIT 1")
    .get();
  if (foreignTable === undefined) return;
  throw Object.assign(new Error('The file has tables of something else.'), {
    code: 'it has tables of something else',
  });
}

function guard<Result>(file: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    // The error of a missing driver says itself what to install.
    if (!(error instanceof Error && 'code' in error) || error instanceof FormworkError) throw error;
    throw new NonceStoreError(file, { cause: error });
  }
}
