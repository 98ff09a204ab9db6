import type * as sqlite from 'node:sqlite';
import type {
  SqliteChanges,
  SqliteDatabase,
  SqliteDriver,
  SqliteOptions,
  SqliteStatement,
} from './sqlite-database.ts';
import { toCodeName } from './sqlite-error.ts';

type NodeSqlite = typeof sqlite;

/** How long SQLite waits for a lock if nothing else is said, in milliseconds. */
const DEFAULT_WAIT_MS = 5_000;

/**
 * Makes the driver on Node's own SQLite; `undefined` where Node has none, or one that cannot return
 * rows as arrays (before 22.16).
 */
export function loadNodeSqlite(): SqliteDriver | undefined {
  const loaded = process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined;
  if (loaded === undefined || !('setReturnArrays' in loaded.StatementSync.prototype)) {
    return undefined;
  }
  return (file, options) => new NodeDatabase(loaded, file, options);
}

/** A connection of `node:sqlite`. */
class NodeDatabase implements SqliteDatabase {
  readonly name: string;
  readonly #database: sqlite.DatabaseSync;

  constructor(
    { DatabaseSync: Connection }: NodeSqlite,
    file: string,
    { readonly: readOnly = false, timeout = DEFAULT_WAIT_MS }: SqliteOptions = {},
  ) {
    this.name = file;
    try {
      // A statement may need fewer values than the object has that gives them by name.
      const allowUnknownNamedParameters = true;
      this.#database = new Connection(file, { readOnly, timeout, allowUnknownNamedParameters });
    } catch (error) {
      throw nameError(error);
    }
  }

  get memory(): boolean {
    return this.name === ':memory:';
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  prepare<Parameters extends readonly unknown[], Row>(
    sql: string,
  ): SqliteStatement<Parameters, Row> {
    try {
      return new NodeStatement<Parameters, Row>(this.#database.prepare(sql));
    } catch (error) {
      throw nameError(error);
    }
  }

  exec(sql: string): void {
    try {
      this.#database.exec(sql);
    } catch (error) {
      throw nameError(error);
    }
  }

  pragma(text: string, { simple = false }: { readonly simple?: boolean } = {}): unknown {
    const statement = this.prepare(`pragma ${text}`);
    return simple ? statement.pluck().get() : statement.all();
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

/** A statement of `node:sqlite`. */
class NodeStatement<Parameters extends readonly unknown[], Row> implements SqliteStatement<
  Parameters,
  Row
> {
  readonly #statement: sqlite.StatementSync;
  #isPlucked = false;

  constructor(statement: sqlite.StatementSync) {
    this.#statement = statement;
  }

  get reader(): boolean {
    return this.#statement.columns().length > 0;
  }

  run(...parameters: Parameters): SqliteChanges {
    try {
      // Both are numbers, because integers are not read as `bigint`.
      return this.#statement.run(...toInput(parameters)) as SqliteChanges;
    } catch (error) {
      throw nameError(error);
    }
  }

  get(...parameters: Parameters): Row | undefined {
    try {
      const row = this.#statement.get(...toInput(parameters));
      return (this.#isPlucked && row !== undefined ? row[0] : row) as Row | undefined;
    } catch (error) {
      throw nameError(error);
    }
  }

  all(...parameters: Parameters): Row[] {
    try {
      const rows = this.#statement.all(...toInput(parameters));
      return (this.#isPlucked ? rows.map((row) => row[0]) : rows) as Row[];
    } catch (error) {
      throw nameError(error);
    }
  }

  *iterate(...parameters: Parameters): Generator<Row, void> {
    try {
      for (const row of this.#statement.iterate(...toInput(parameters))) {
        yield (this.#isPlucked ? row[0] : row) as Row;
      }
    } catch (error) {
      throw nameError(error);
    }
  }

  pluck(): this {
    this.#isPlucked = true;
    return this.raw();
  }

  raw(): this {
    this.#statement.setReturnArrays(true);
    return this;
  }
}

/** SQLite itself refuses what it cannot bind. */
function toInput(parameters: readonly unknown[]): sqlite.SQLInputValue[] {
  return parameters as sqlite.SQLInputValue[];
}

/** Gives an error of SQLite the name and the code that `SqliteError` has; returns it. */
function nameError(error: unknown): unknown {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) {
    return error;
  }
  return Object.assign(error, { name: 'SqliteError', code: toCodeName(error.errcode) });
}
