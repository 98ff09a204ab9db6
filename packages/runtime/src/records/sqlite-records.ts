import { FormworkError } from '@formwork/schema';
import { checkOptions } from '@formwork/schema/options';
import { setTimeout as sleep } from 'node:timers/promises';
import { bindMethods } from '../bound-methods.ts';
import { EngineStorageError } from '../errors.ts';
import { describeRefusedFile, isLocked } from '../file-refusal.ts';
import { preparePrivateFile } from '../private-file.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { runTransaction, type SqliteDatabase } from '../sqlite/sqlite-database.ts';
import {
  checkDeletion,
  checkRecord,
  type KeptRecord,
  type ListedRecord,
  MAX_LISTED,
  parseConditions,
  parseRecordQuery,
  type RecordRange,
  type SharedRecord,
  type SharedRecords,
  type AddedRecord,
  type SetConditions,
  type DeleteCondition,
  type RecordQuery,
} from './shared-records.ts';

/** Options of {@link createSqliteRecords}. */
export interface SqliteRecordsOptions {
  /**
   * The path of the SQLite file, which must not be that of the task engine. It is created if it
   * does not exist, readable by its owner only. Any processes of one machine may share it.
   */
  readonly file: string;
  /** Returns the current time in milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

/**
 * The time that SQLite itself waits for a lock, in milliseconds. SQLite blocks the event loop while
 * it waits.
 */
const LOCK_WAIT_MS = 5;
/** The time that a call waits while other processes write to the file, in milliseconds. */
const PATIENCE_MS = 5_000;
/**
 * The largest number of attempts, one right after the other, at a statement for which SQLite does
 * not wait.
 */
const OPENING_ATTEMPTS = 1_000;
/** The interval at which expired records are deleted from the file, in milliseconds. */
const SWEEP_MS = 10_000;
/** The largest number of rows that one statement deletes, because it blocks the event loop. */
const SWEEP_ROWS = 5_000;

/**
 * Makes a store of records in an SQLite file, which the processes of one machine share. A record is
 * on the disk before it is acknowledged.
 *
 * @throws EngineStorageError when the file cannot be used, and TypeError that names the option at
 * fault
 *
 * @example
 * ```ts
 * import { createSqliteRecords } from '@formwork/runtime/sqlite';
 *
 * const records = createSqliteRecords({ file: '.formwork/records.sqlite' });
 * ```
 */
export function createSqliteRecords(options: SqliteRecordsOptions): SharedRecords {
  checkOptions(options, {
    subject: 'Cannot make records',
    rules: {
      file: {
        expected: 'the name of a file',
        isValid: (value) => typeof value === 'string' && value !== '',
      },
      now: { expected: 'a function', isValid: (value) => typeof value === 'function' },
    },
  });
  return bindMethods(new SqliteRecords(options));
}

/** The records in one file. */
class SqliteRecords implements SharedRecords {
  readonly #file: string;
  readonly #now: () => number;
  readonly #database: SqliteDatabase;
  /** The time of the last sweep, in milliseconds since 1970. */
  #sweptAt = 0;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor({ file, now = Date.now }: SqliteRecordsOptions) {
    this.#file = file;
    this.#now = now;
    this.#database = open(file);
    this.#statements = prepareStatements(this.#database);
  }

  async add(key: string, record: SharedRecord): Promise<AddedRecord> {
    checkRecord(key, record);
    await this.#sweepSometimes();
    return this.#run(() => this.#addOrFind(key, record));
  }

  async get(key: string): Promise<string | undefined> {
    checkRecord(key);
    const value = await this.#run(() => this.#statements.select.get(key, this.#now()));
    return typeof value === 'string' ? value : undefined;
  }

  async set(key: string, record: SharedRecord, conditions: SetConditions = {}): Promise<boolean> {
    checkRecord(key, record);
    const { replaces, isNew = false } = conditions;
    const rooms = parseConditions(conditions);
    await this.#sweepSometimes();
    if (replaces !== undefined || isNew || rooms.length > 0) {
      return this.#run(() => this.#setIf(key, record, { replaces, isNew, rooms }));
    }
    const { value, ttlMs } = record;
    await this.#run(() => this.#statements.set.run({ key, value, endsAt: this.#now() + ttlMs }));
    return true;
  }

  async delete(key: string, condition: DeleteCondition = {}): Promise<boolean> {
    checkDeletion(key, condition);
    const { value = null } = condition;
    return this.#run(
      () => this.#statements.remove.run({ key, value, now: this.#now() }).changes === 1,
    );
  }

  async list(query: RecordQuery): Promise<readonly ListedRecord[]> {
    const { from, isAfter, end = null, limit } = parseRecordQuery(query);
    const values = { from, isAfter: isAfter ? 1 : 0, end, limit };
    return this.#run(() => this.#statements.list.all({ ...values, time: this.#now() }));
  }

  listAll(after = ''): Promise<readonly KeptRecord[]> {
    return this.#run(() => this.#statements.listAll.all({ after, time: this.#now() }));
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  // The transaction is immediate, so that no other process changes the record between the two
  // statements.
  #addOrFind(key: string, { value, ttlMs }: SharedRecord): AddedRecord {
    return runTransaction(this.#database, 'immediate', () => {
      const time = this.#now();
      const isNew =
        this.#statements.add.run({ key, value, endsAt: time + ttlMs, now: time }).changes === 1;
      return { isNew, value: isNew ? value : String(this.#statements.select.get(key, time)) };
    });
  }

  // Immediate for the same reason: what holds when the conditions are judged holds until the end.
  #setIf(
    key: string,
    { value, ttlMs }: SharedRecord,
    {
      replaces,
      isNew,
      rooms,
    }: {
      readonly replaces: string | undefined;
      readonly isNew: boolean;
      readonly rooms: readonly RecordRange[];
    },
  ): boolean {
    return runTransaction(this.#database, 'immediate', () => {
      const time = this.#now();
      const stored = this.#statements.select.get(key, time);
      if (replaces !== undefined && stored !== replaces) return false;
      if (isNew && stored !== undefined) return false;
      const isFull = rooms.some(({ from, end = null, limit }) => {
        const counted = this.#statements.count.get({ from, end, limit, now: time }) ?? 0;
        return counted >= limit;
      });
      if (stored === undefined && isFull) return false;
      this.#statements.set.run({ key, value, endsAt: time + ttlMs });
      return true;
    });
  }

  /** Runs a statement, and repeats it while another process writes to the file. */
  async #run<Result>(statement: () => Result): Promise<Result> {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return statement();
      } catch (error) {
        if (!isLocked(error) || performance.now() > end)
          throw createStorageError(this.#file, error);
      }
      await sleep(1 + Math.random() * 10);
    }
  }

  async #sweepSometimes(): Promise<void> {
    const time = this.#now();
    if (Math.abs(time - this.#sweptAt) < SWEEP_MS) return;
    this.#sweptAt = time;
    const { changes } = await this.#run(() => this.#statements.sweep.run(time));
    // As long as more have expired, the next writer deletes some, too.
    if (changes === SWEEP_ROWS) this.#sweptAt = 0;
  }
}

/** Prepares the statements of {@link SqliteRecords}. */
function prepareStatements(database: SqliteDatabase) {
  return {
    select: database
      .prepare<[string, number]>('SELECT value FROM formwork_records WHERE key = ? AND ends_at > ?')
      .pluck(),
    add: database.prepare(
      `INSERT INTO formwork_records (key, value, ends_at) VALUES (@key, @value, @endsAt)
     ON CONFLICT (key) DO UPDATE SET value = @value, ends_at = @endsAt WHERE ends_at <= @now`,
    ),
    count: database
      .prepare<[{ from: string; end: string | null; now: number; limit: number }], number>(
        `SELECT count(*) FROM (
         SELECT 1 FROM formwork_records
         WHERE key >= @from AND (@end IS NULL OR key < @end) AND ends_at > @now LIMIT @limit)`,
      )
      .pluck(),
    set: database.prepare(
      `INSERT INTO formwork_records (key, value, ends_at) VALUES (@key, @value, @endsAt)
     ON CONFLICT (key) DO UPDATE SET value = @value, ends_at = @endsAt`,
    ),
    remove: database.prepare<[{ key: string; value: string | null; now: number }]>(
      `DELETE FROM formwork_records
     WHERE key = @key AND ends_at > @now AND (@value IS NULL OR value = @value)`,
    ),
    list: database.prepare<
      [{ from: string; isAfter: number; end: string | null; time: number; limit: number }],
      ListedRecord
    >(
      `SELECT key, value FROM formwork_records
     WHERE key >= @from AND (NOT @isAfter OR key > @from) AND (@end IS NULL OR key < @end)
     AND ends_at > @time ORDER BY key LIMIT @limit`,
    ),
    listAll: database.prepare<[{ after: string; time: number }], KeptRecord>(
      `SELECT key, value, ends_at - @time AS ttlMs FROM formwork_records
     WHERE key > @after AND ends_at > @time ORDER BY key LIMIT ${MAX_LISTED}`,
    ),
    sweep: database.prepare(
      `DELETE FROM formwork_records WHERE key IN
     (SELECT key FROM formwork_records WHERE ends_at <= ? LIMIT ${SWEEP_ROWS})`,
    ),
  };
}

function open(file: string): SqliteDatabase {
  try {
    // Only the owner can read the file, because the records tell who calls the agent.
    preparePrivateFile(file);
    const database = openSqlite(file, { timeout: PATIENCE_MS });
    try {
      checkOwner(database);
      enableLog(database);
      database.pragma('synchronous = FULL');
      database.exec(
        `CREATE TABLE IF NOT EXISTS formwork_records (
           key TEXT PRIMARY KEY, value TEXT NOT NULL, ends_at INTEGER NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX IF NOT EXISTS formwork_records_by_end ON formwork_records (ends_at);`,
      );
      database.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw createStorageError(file, error);
  }
}

/**
 * Turns the write-ahead log on. When several programs open a new file at the same time, one of them
 * turns the log on, and SQLite refuses the others without waiting.
 */
function enableLog(database: SqliteDatabase): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!isLocked(error) || attempt === OPENING_ATTEMPTS) throw error;
    }
  }
}

/** Throws if the file has tables of another program, because two writers would delay each other. */
function checkOwner(database: SqliteDatabase): void {
  const foreignTable = database
    .prepare("SELECT 1 FROM sqlite_schema WHERE tbl_name <> 'formwork_records' LIMIT 1")
    .get();
  if (foreignTable === undefined) return;
  throw Object.assign(new Error('The file has tables of something else.'), {
    code: 'it has tables of something else',
  });
}

/**
 * Makes the error that says which file cannot be used; returns errors without a code unchanged, and
 * that of a missing driver.
 */
function createStorageError(file: string, cause: unknown): unknown {
  if (!(cause instanceof Error && 'code' in cause) || cause instanceof FormworkError) return cause;
  const code = String(cause.code);
  const storageCode = code.startsWith('SQLITE_') ? code : 'SQLITE_CANTOPEN';
  return new EngineStorageError(storageCode, {
    cause,
    message: `Cannot keep shared records because ${describeRefusedFile({ file, code, fault: 'the file is not an SQLite database of its own' })}`,
  });
}
