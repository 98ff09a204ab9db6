import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { EngineStorageError } from '../../errors.ts';
import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import { isSqliteError } from '../../sqlite/sqlite-error.ts';
import { retryWhileBusy } from './statements.ts';

/** The number of rows that one step compares, which takes some milliseconds. */
const SLICE_ROWS = 500;

/** How much longer the pause after a step is than the step: a server of a million tasks goes on. */
const PAUSE_FACTOR = 5;

/** An index as SQLite describes it. */
interface IndexRow {
  readonly name: string;
  readonly sql: string | null;
}

/** The names of the columns that tell a row of a table from its other rows. */
type Key = readonly string[];

/** The values of a {@link Key} in one row. */
type Place = readonly unknown[];

/**
 * Compares the indexes of a database with their tables: each row must be found by each index that
 * has it. A bit that flips in an entry moves it away from the place where its row is looked for, and
 * SQLite answers "not found" then. `pragma integrity_check` compares the same, but blocks the event
 * loop until it has compared all. What indexes there are is read from the file.
 */
export class IndexCheck {
  readonly #database: SqliteDatabase;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  /**
   * Compares all indexes in steps of some milliseconds, so that others can read and write between
   * them. A call during a comparison shares it. Resolves early after {@link close}.
   *
   * @throws EngineStorageError (`SQLITE_CORRUPT_INDEX`) that names the damaged indexes
   */
  async run(): Promise<void> {
    this.#running ??= this.#compareAll().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  /** Ends a comparison, and resolves once no step is under way. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running?.catch(() => undefined);
  }

  async #compareAll(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const damaged = new Set<string>();
    for (const table of await retryWhileBusy(() => this.#listTables())) {
      await setImmediate();
      await this.#compareTable(table, damaged);
    }
    if (damaged.size === 0) return;
    const names = [...damaged].toSorted();
    throw new EngineStorageError('SQLITE_CORRUPT_INDEX', {
      message: `Cannot rely on the file of the task engine because its indexes differ from its tables: ${names.join(', ')}. The tasks themselves are in the tables. Stop what uses the file and run the statement REINDEX, or put a copy that "formwork backup" makes in its place, because it has new indexes; then look at the disk.`,
    });
  }

  #listTables(): readonly string[] {
    return this.#database
      .prepare<[], string>("select distinct tbl_name from sqlite_schema where type = 'index'")
      .pluck()
      .all();
  }

  async #compareTable(table: string, damaged: Set<string>): Promise<void> {
    const key = this.#listKey(table);
    const indexes = this.#database
      .prepare<[string], IndexRow>(
        "select name, sql from sqlite_schema where type = 'index' and tbl_name = ?",
      )
      .all(table);
    let after: Place | undefined;
    for (;;) {
      if (this.#closing.signal.aborted) return;
      const start: Place | undefined = after;
      const beganAt = performance.now();
      after = await retryWhileBusy(() => {
        for (const index of indexes) {
          if (!this.#agrees(index, { table, key, after: start })) damaged.add(index.name);
        }
        return this.#findEnd({ table, key, after: start });
      });
      if (after === undefined) return;
      const pauseMs = PAUSE_FACTOR * (performance.now() - beganAt);
      await sleep(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    }
  }

  /** Lists the primary key of a table without numbers of rows; of others, these numbers. */
  #listKey(table: string): Key {
    const hasNumbers = this.#database
      .prepare<[string], number>('select wr from pragma_table_list where name = ?')
      .pluck();
    if (hasNumbers.get(table) === 0) return ['_rowid_'];
    return this.#database
      .prepare<[string], string>('select name from pragma_table_info(?) where pk > 0 order by pk')
      .pluck()
      .all(table);
  }

  /** Returns the place of the last row of a slice; `undefined` if no row comes after the slice. */
  #findEnd(slice: Slice): Place | undefined {
    const { key } = slice;
    return this.#database
      .prepare<unknown[], Place>(
        `select ${key.join(', ')} from (${selectSlice(slice)}) limit 1 offset ${SLICE_ROWS - 1}`,
      )
      .raw()
      .get(...(slice.after ?? []));
  }

  /** Returns true if an index finds all rows of a slice that it must have. */
  #agrees({ name, sql }: IndexRow, slice: Slice): boolean {
    const columns = this.#database
      .prepare<[string], string>('select name from pragma_index_info(?) order by seqno')
      .pluck()
      .all(name);
    // The rows come from the table: of the index alone, they would be what it has.
    const [, ...conditions] = (sql ?? '').split(/\bwhere\b/iu);
    const condition = conditions.length === 0 ? 'true' : conditions.join(' where ');
    const equalities = [...slice.key, ...columns].map(
      (column) => `entry.${column} is kept.${column}`,
    );
    try {
      const missing = this.#database
        .prepare<unknown[], number>(
          `with kept as materialized (${selectSlice(slice)})
          select 1 from kept where (${condition}) and not exists (
            select 1 from ${slice.table} as entry indexed by ${name}
            where (${condition}) and ${equalities.join(' and ')}
          ) limit 1`,
        )
        .pluck()
        .get(...(slice.after ?? []));
      return missing === undefined;
    } catch (error) {
      if (isSqliteError(error) && error.code === 'SQLITE_CORRUPT') return false;
      throw error;
    }
  }
}

/** The rows of a table after a place, or from the first. */
interface Slice {
  readonly table: string;
  readonly key: Key;
  readonly after: Place | undefined;
}

/** Writes the statement that selects a slice from its table, in the order of the key. */
function selectSlice({ table, key, after }: Slice): string {
  const names = key.join(', ');
  const isAfter = after === undefined ? 'true' : `(${names}) > (${key.map(() => '?').join(', ')})`;
  // Only a column that is named by hand keeps this name outside.
  const number = names === '_rowid_' ? ', _rowid_ as _rowid_' : '';
  return `select *${number} from ${table} not indexed
    where ${isAfter} order by ${names} limit ${SLICE_ROWS}`;
}
