/** What a statement has changed. */
export interface SqliteChanges {
  readonly changes: number;
  readonly lastInsertRowid: number;
}

/** A compiled statement. Values are bound by position, or by the names in one object. */
export interface SqliteStatement<Parameters extends readonly unknown[] = unknown[], Row = unknown> {
  /** True if the statement returns rows; `get`, `all` and `iterate` are for such only. */
  readonly reader: boolean;
  run(...parameters: Parameters): SqliteChanges;
  /** Returns the first row. */
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  /** Reads row by row. The connection must not be closed meanwhile. */
  iterate(...parameters: Parameters): IterableIterator<Row>;
  /** Makes the statement return the value of the first column instead of each row. */
  pluck(): this;
  /** Makes the statement return each row as an array. */
  raw(): this;
}

/**
 * A connection to an SQLite database: what the engine uses of a driver. The errors of SQLite have
 * the name `SqliteError` and a `code` such as `SQLITE_BUSY` (see `sqlite-error.ts`). Integers beyond
 * 2^53 are not supported. Blobs are `Uint8Array`.
 */
export interface SqliteDatabase {
  /** The path as it was given. */
  readonly name: string;
  /** True if the database is in memory. */
  readonly memory: boolean;
  readonly inTransaction: boolean;
  prepare<Parameters extends readonly unknown[] = unknown[], Row = unknown>(
    sql: string,
  ): SqliteStatement<Parameters, Row>;
  /** Runs any number of statements, separated by semicolons. */
  exec(sql: string): void;
  /** Runs `pragma TEXT`. With `simple`, it returns the first value; otherwise, all rows. */
  pragma(text: string, options?: { readonly simple?: boolean }): unknown;
  /** Closes the connection. A closed one stays closed. */
  close(): void;
}

/** Options for opening a database. */
export interface SqliteOptions {
  /** True refuses to write, and to make a missing file. Default false. */
  readonly readonly?: boolean;
  /** How long SQLite waits for a lock, blocking the event loop, in milliseconds. Default 5,000. */
  readonly timeout?: number;
}

/** Opens a database file, or `:memory:`. */
export type SqliteDriver = (file: string, options?: SqliteOptions) => SqliteDatabase;

/** Runs statements in one transaction: all of them count, or none if `change` throws. */
export function runTransaction<Value>(
  database: SqliteDatabase,
  mode: 'deferred' | 'immediate',
  change: () => Value,
): Value {
  database.exec(`begin ${mode}`);
  try {
    const value = change();
    database.exec('commit');
    return value;
  } catch (error) {
    // SQLite ends the transaction by itself on some errors, such as a full disk.
    if (database.inTransaction) database.exec('rollback');
    throw error;
  }
}
