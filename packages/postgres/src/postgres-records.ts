import {
  EngineClosedError,
  EngineStorageError,
  type KeptRecord,
  type ListedRecord,
  type SharedRecords,
  type SharedRecord,
  type AddedRecord,
  type SetConditions,
  type DeleteCondition,
  type RecordQuery,
} from '@formwork/runtime';
import {
  checkDeletion,
  checkRecord,
  parseConditions,
  parseRecordQuery,
  type RecordRange,
  bindMethods,
} from '@formwork/runtime/internal';
import { compareTexts } from '@formwork/schema/json';
import { checkOptions } from '@formwork/schema/options';
import {
  CONNECTION_RULES,
  type ConnectionOptions,
  openConnection,
  waitAtMost,
  type Connection,
} from './connection.ts';
import { migrate } from './migrations.ts';

/** Options of {@link createPostgresRecords}. */
export interface PostgresRecordsOptions extends ConnectionOptions {
  /**
   * The largest number of connections, apart from those of the engine. Default 4. All replicas
   * together must stay below `max_connections` of the server.
   */
  readonly poolSize?: number;
}

/** The interval at which a process deletes expired records, in milliseconds. */
const SWEEP_MS = 30_000;

/** The time that statements under way have when the records are closed, in milliseconds. */
const DRAIN_MS = 3_000;

/** The largest number of records that `listAll` lists. */
const LISTED_ROWS = 1_000;

/** The largest number of expired records that one statement deletes. */
const SWEEP_ROWS = 5_000;

/**
 * The number of attempts to add a record whose key other processes add or delete at the same
 * moment.
 */
const ADD_ATTEMPTS = 100;

/**
 * Makes records in a PostgreSQL database (14 or later), which any number of processes on any
 * machines share. They may stand in the schema of the engine. The clock of the database decides when
 * a record expires. Each call is one statement, or one short
 * transaction if it depends on other records; every method rejects with `EngineStorageError` when
 * the database does not answer, and works again once it does.
 *
 * @throws TypeError or RangeError that names the option at fault
 *
 * @example
 * ```ts
 * import { createPostgresEngine, createPostgresRecords } from '@formwork/postgres';
 *
 * const url = 'postgres://formwork@db.internal/agents';
 * const options = { engine: createPostgresEngine({ url }), records: createPostgresRecords({ url }) };
 * ```
 */
export function createPostgresRecords(options: PostgresRecordsOptions): SharedRecords {
  checkOptions(options, { subject: 'Cannot make PostgreSQL records', rules: CONNECTION_RULES });
  return bindMethods(
    new PostgresRecords(openConnection({ ...options, poolSize: options.poolSize ?? 4 })),
  );
}

/** The records of one database. */
class PostgresRecords implements SharedRecords {
  readonly #connection: Connection;
  #ready: Promise<void> | undefined;
  #sweeping: Promise<unknown> = Promise.resolve();
  #sweptAt = -Infinity;
  #closing: Promise<void> | undefined;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#statements = prepareStatements(connection);
  }

  async add(key: string, record: SharedRecord): Promise<AddedRecord> {
    checkRecord(key, record);
    await this.#open();
    this.#sweepSometimes();
    for (let attempt = 1; ; attempt += 1) {
      const [row] = await this.#connection.run<{
        readonly is_new: boolean;
        readonly value: string;
      }>(this.#statements.add, [key, record.value, record.ttlMs]);
      if (row !== undefined) return { isNew: row.is_new, value: row.value };
      if (attempt === ADD_ATTEMPTS) throw new EngineStorageError('RECORD_CONTENDED');
    }
  }

  async get(key: string): Promise<string | undefined> {
    checkRecord(key);
    await this.#open();
    const [row] = await this.#connection.run<{ readonly value: string }>(this.#statements.get, [
      key,
    ]);
    return row?.value;
  }

  async set(key: string, record: SharedRecord, conditions: SetConditions = {}): Promise<boolean> {
    checkRecord(key, record);
    const rooms = parseConditions(conditions);
    await this.#open();
    this.#sweepSometimes();
    const values = [key, record.value, record.ttlMs] as const;
    const { replaces, isNew = false } = conditions;
    // A record that is replaced has its place in each room already.
    if (replaces !== undefined) {
      return (
        !isNew &&
        (await this.#connection.run(this.#statements.replace, [...values, replaces])).length === 1
      );
    }
    if (rooms.length > 0 || isNew) return this.#setWithin(values, { rooms, isNew });
    await this.#connection.run(this.#statements.set, values);
    return true;
  }

  async delete(key: string, condition: DeleteCondition = {}): Promise<boolean> {
    checkDeletion(key, condition);
    await this.#open();
    return (
      (await this.#connection.run(this.#statements.remove, [key, condition.value ?? null]))
        .length === 1
    );
  }

  async list(query: RecordQuery): Promise<readonly ListedRecord[]> {
    const { from, isAfter, end: before, limit } = parseRecordQuery(query);
    await this.#open();
    return this.#connection.run<ListedRecord>(this.#statements.list, [
      from,
      isAfter,
      before ?? null,
      limit,
    ]);
  }

  async listAll(after = ''): Promise<readonly KeptRecord[]> {
    await this.#open();
    return this.#connection.run<KeptRecord>(this.#statements.listAll, [after]);
  }

  async close(): Promise<void> {
    this.#closing ??= this.#end();
    await this.#closing;
  }

  /** Makes the tables if they are missing, and resolves once they exist. */
  async #open(): Promise<void> {
    if (this.#closing !== undefined) throw new EngineClosedError();
    this.#ready ??= migrate(this.#connection);
    try {
      await this.#ready;
    } catch (error) {
      this.#ready = undefined;
      throw error;
    }
  }

  /**
   * Deletes expired records in the background, unless this process did so less than `SWEEP_MS` ago.
   * Failures are ignored.
   */
  #sweepSometimes(): void {
    const time = performance.now();
    if (time - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = time;
    this.#sweeping = this.#sweepOnce().catch(() => undefined);
  }

  async #sweepOnce(): Promise<void> {
    const [row] = await this.#connection.run<{ readonly swept: number }>(
      this.#statements.sweep,
      [],
    );
    // As long as more have expired, the next writer deletes some, too.
    if (row?.swept === SWEEP_ROWS) this.#sweptAt = -Infinity;
  }

  /** Stores a record unless it is new and one of the rooms is full, or has to be new and is not. */
  #setWithin(
    values: readonly [key: string, value: string, ttlMs: number],
    { rooms, isNew }: { readonly rooms: readonly RecordRange[]; readonly isNew: boolean },
  ): Promise<boolean> {
    const [key] = values;
    return this.#connection.transact(async (runHere) => {
      // In one order everywhere, so that two writers never wait for each other.
      for (const { from } of rooms.toSorted((a, b) => compareTexts(a.from, b.from))) {
        await runHere(this.#statements.lockRoom, [this.#connection.schema, from]);
      }
      const [record] = await runHere(this.#statements.get, [key]);
      for (const { from, end: before, limit } of record === undefined ? rooms : []) {
        const [last] = await runHere(this.#statements.isFull, [from, before ?? null, limit - 1]);
        if (last !== undefined) return false;
      }
      if (!isNew) {
        await runHere(this.#statements.set, values);
        return true;
      }
      // Of two at once, the second finds the record of the first.
      const [row] = await runHere<{ readonly is_new: boolean }>(this.#statements.add, values);
      return row?.is_new === true;
    });
  }

  async #end(): Promise<void> {
    this.#connection.giveUp();
    await waitAtMost(DRAIN_MS, Promise.all([this.#ready?.catch(() => undefined), this.#sweeping]));
    await this.#connection.close();
  }
}

/** Prepares the statements of {@link PostgresRecords}. */
function prepareStatements({ schema, prepare }: Pick<Connection, 'schema' | 'prepare'>) {
  const now = `${schema}.now_ms()`;
  return {
    // The same statement reads a record that already has this key, unless it was added after the
    // statement began.
    add: prepare(
      'add_record',
      `with added as (
      insert into ${schema}.record as r (key, value, ends_at) values ($1, $2, ${now} + $3)
      on conflict (key) do update set value = excluded.value, ends_at = excluded.ends_at
        where r.ends_at <= ${now}
      returning r.value
    )
    select true as is_new, value from added
    union all
    select false, value from ${schema}.record
      where key = $1 and ends_at > ${now} and not exists (select from added)`,
    ),
    get: prepare(
      'get_record',
      `select value from ${schema}.record where key = $1 and ends_at > ${now}`,
    ),
    set: prepare(
      'set_record',
      `insert into ${schema}.record (key, value, ends_at) values ($1, $2, ${now} + $3)
      on conflict (key) do update set value = excluded.value, ends_at = excluded.ends_at`,
    ),
    replace: prepare(
      'replace_record',
      `update ${schema}.record set value = $2, ends_at = ${now} + $3
      where key = $1 and value = $4 and ends_at > ${now} returning 1`,
    ),
    // Writers of the same room come one after the other, each with a snapshot that it takes after the
    // lock.
    lockRoom: prepare(
      'lock_room',
      `select pg_advisory_xact_lock(hashtextextended($1::text || $2::text, 0))`,
    ),
    isFull: prepare(
      'is_room_full',
      `select 1 from ${schema}.record where key >= $1 and ($2::text is null or key < $2)
      and ends_at > ${now} offset $3 limit 1`,
    ),
    remove: prepare(
      'delete_record',
      `delete from ${schema}.record
      where key = $1 and ends_at > ${now} and ($2::text is null or value = $2) returning 1`,
    ),
    list: prepare(
      'list_records',
      `select key, value from ${schema}.record
      where key >= $1 and (not $2::boolean or key > $1) and ($3::text is null or key < $3)
      and ends_at > ${now} order by key limit $4`,
    ),
    listAll: prepare(
      'list_all_records',
      // The clock goes on between the condition and the difference.
      `select key, value, greatest(1, ends_at - ${now})::float8 as "ttlMs" from ${schema}.record
      where key > $1 and ends_at > ${now} order by key limit ${LISTED_ROWS}`,
    ),
    sweep: prepare(
      'sweep_records',
      `with swept as (
      delete from ${schema}.record where key in (
        select key from ${schema}.record where ends_at <= ${now} limit ${SWEEP_ROWS}
        for update skip locked)
      returning 1
    )
    select count(*)::integer as swept from swept`,
    ),
  };
}
