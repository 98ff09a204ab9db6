import type * as sqlite from 'node:sqlite';
import { EngineStorageError } from '../errors.ts';
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
  // Without a file, which another copy of SQLite may have locked.
  const probe = new loaded.DatabaseSync(':memory:', {});
  const row = probe.prepare('select ? as text').get('\0');
  probe.close();
  const check = row?.['text'] === '\0' ? keepTexts : refuseCutTexts;
  return (file, options) => new NodeDatabase(loaded, file, { ...options, check });
}

/** Checks the values of a statement before they are bound. */
type CheckInput = (parameters: readonly unknown[]) => void;

function keepTexts(): void {}

/**
 * Refuses texts with a NUL, where Node reads them only up to there (before 24.16).
 *
 * @throws EngineStorageError (`SQLITE_TEXT_CUT`)
 */
function refuseCutTexts(parameters: readonly unknown[]): void {
  for (const value of parameters) {
    if (typeof value === 'string' && value.includes('\0')) {
      throw new EngineStorageError('SQLITE_TEXT_CUT', {
        message: `Cannot use a text in SQLite because it must have no NUL, at which this Node cuts texts: current value is ${JSON.stringify(value.slice(0, 100))}. Use Node 24.16 or newer, or: npm install better-sqlite3`,
      });
    }
    if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      refuseCutTexts(Object.values(value));
    }
  }
}

/** A connection of `node:sqlite`. */
class NodeDatabase implements SqliteDatabase {
  readonly name: string;
  readonly #database: sqlite.DatabaseSync;
  readonly #check: CheckInput;

  constructor(
    { DatabaseSync: Connection }: NodeSqlite,
    file: string,
    {
      readonly: readOnly = false,
      timeout = DEFAULT_WAIT_MS,
      check,
    }: SqliteOptions & { readonly check: CheckInput },
  ) {
    this.name = file;
    this.#check = check;
    try {
      this.#database = new Connection(toPath(file), { readOnly, timeout });
    } catch (error) {
      throw nameError(error);
    }
  }

  get memory(): boolean {
    return this.name === ':memory:';
  }

  get inTransaction(): boolean {
    return this.#database.isOpen && this.#database.isTransaction;
  }

  prepare<Parameters extends readonly unknown[], Row>(
    sql: string,
  ): SqliteStatement<Parameters, Row> {
    try {
      return new NodeStatement<Parameters, Row>(this.#database.prepare(sql), this.#check);
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
  readonly #check: CheckInput;
  #isPlucked = false;

  constructor(statement: sqlite.StatementSync, check: CheckInput) {
    this.#statement = statement;
    this.#check = check;
    // A statement may need fewer values than the object has that gives them by name. The option of a
    // connection for this is newer (24.4).
    statement.setAllowUnknownNamedParameters(true);
  }

  get reader(): boolean {
    return this.#statement.columns().length > 0;
  }

  run(...parameters: Parameters): SqliteChanges {
    try {
      // Both are numbers, because integers are not read as `bigint`.
      return this.#statement.run(...this.#toInput(parameters)) as SqliteChanges;
    } catch (error) {
      throw nameError(error);
    }
  }

  get(...parameters: Parameters): Row | undefined {
    const row = this.#read(() => this.#statement.get(...this.#toInput(parameters)));
    return (this.#isPlucked && row !== undefined ? row[0] : row) as Row | undefined;
  }

  all(...parameters: Parameters): Row[] {
    const rows = this.#read(() => this.#statement.all(...this.#toInput(parameters)));
    return (this.#isPlucked ? rows.map((row) => row[0]) : rows) as Row[];
  }

  *iterate(...parameters: Parameters): Generator<Row, void> {
    try {
      for (const row of this.#statement.iterate(...this.#toInput(parameters))) {
        yield (this.#isPlucked ? row[0] : row) as Row;
      }
    } catch (error) {
      throw nameError(error);
    }
  }

  /**
   * Reads rows. Node refuses integers beyond 2^53, which only damaged rows have: they lose digits, so
   * that one such row does not hide the others.
   */
  #read<Value>(read: () => Value): Value {
    try {
      return read();
    } catch (error) {
      if (!isTooLarge(error) || !SELECTION.test(this.#statement.sourceSQL)) throw nameError(error);
    }
    this.#statement.setReadBigInts(true);
    try {
      return toNumbers(read());
    } catch (error) {
      throw nameError(error);
    } finally {
      this.#statement.setReadBigInts(false);
    }
  }

  /** SQLite itself refuses what it cannot bind. */
  #toInput(parameters: readonly unknown[]): sqlite.SQLInputValue[] {
    this.#check(parameters);
    return parameters as sqlite.SQLInputValue[];
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

/**
 * Returns the path of a file for SQLite. Node lets SQLite read names that begin with `file:` as
 * URLs, which name another file than the same text does elsewhere.
 */
function toPath(file: string): string {
  return file.startsWith('file:') ? `./${file}` : file;
}

/** Statements that change nothing, so that they can run once more. */
const SELECTION = /^\s*select\b/iu;

/** True for Node's error that an integer is beyond 2^53. */
function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

/** Makes numbers of the integers in rows, in place. */
function toNumbers<Value>(value: Value): Value;
function toNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    for (const [key, part] of Object.entries(value)) Reflect.set(value, key, toNumbers(part));
  }
  return value;
}

/**
 * Gives an error of SQLite the name and the code that `SqliteError` has; returns it. Node's own
 * errors about calls, such as on a closed connection, lose their codes: a code says that the file is
 * at fault.
 */
function nameError(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  if (!('errcode' in error && typeof error.errcode === 'number')) {
    const isOfCall = String(error.code).startsWith('ERR_INVALID');
    return isOfCall ? new TypeError(error.message, { cause: error }) : error;
  }
  return Object.assign(error, { name: 'SqliteError', code: toCodeName(error.errcode) });
}
