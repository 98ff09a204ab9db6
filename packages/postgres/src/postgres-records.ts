import {
  EngineClosedError,
  EngineStorageError,
  type KeptRecord,
  type ListedRecord,
  type SharedRecords,
} from '@formwork/runtime';
import {
  checkDeletion,
  checkRecord,
  parseConditions,
  parseRecordQuery,
  type RecordRange,
} from '@formwork/runtime/internal';
import { checkOptions } from '@formwork/schema/internal';
import {
  CONNECTION_RULES,
  type ConnectionOptions,
  openConnection,
  waitAtMost,
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
  const connection = openConnection({ poolSize: 4, ...options });
  const { schema, prepare, run, transact } = connection;
  const now = `${schema}.now_ms()`;
  // The same statement reads a record that already has this key, unless it was added after the
  // statement began.
  const add = prepare(
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
  );
  const get = prepare(
    'get_record',
    `select value from ${schema}.record where key = $1 and ends_at > ${now}`,
  );
  const set = prepare(
    'set_record',
    `insert into ${schema}.record (key, value, ends_at) values ($1, $2, ${now} + $3)
      on conflict (key) do update set value = excluded.value, ends_at = excluded.ends_at`,
  );
  const replace = prepare(
    'replace_record',
    `update ${schema}.record set value = $2, ends_at = ${now} + $3
      where key = $1 and value = $4 and ends_at > ${now} returning 1`,
  );
  // Writers of the same room come one after the other, each with a snapshot that it takes after the
  // lock.
  const lockRoom = prepare(
    'lock_room',
    `select pg_advisory_xact_lock(hashtextextended($1::text || $2::text, 0))`,
  );
  const isFull = prepare(
    'is_room_full',
    `select 1 from ${schema}.record where key >= $1 and ($2::text is null or key < $2)
      and ends_at > ${now} offset $3 limit 1`,
  );
  const remove = prepare(
    'delete_record',
    `delete from ${schema}.record
      where key = $1 and ends_at > ${now} and ($2::text is null or value = $2) returning 1`,
  );
  const list = prepare(
    'list_records',
    `select key, value from ${schema}.record
      where key >= $1 and (not $2::boolean or key > $1) and ($3::text is null or key < $3)
      and ends_at > ${now} order by key limit $4`,
  );
  const listAll = prepare(
    'list_all_records',
    // The clock goes on between the condition and the difference.
    `select key, value, greatest(1, ends_at - ${now})::float8 as "ttlMs" from ${schema}.record
      where key > $1 and ends_at > ${now} order by key limit ${LISTED_ROWS}`,
  );
  const sweep = prepare(
    'sweep_records',
    `with swept as (
      delete from ${schema}.record where key in (
        select key from ${schema}.record where ends_at <= ${now} limit ${SWEEP_ROWS}
        for update skip locked)
      returning 1
    )
    select count(*)::integer as swept from swept`,
  );
  let ready: Promise<void> | undefined;
  let sweeping: Promise<unknown> = Promise.resolve();
  let sweptAt = -Infinity;
  let closing: Promise<void> | undefined;

  /** Makes the tables if they are missing, and resolves once they exist. */
  async function open(): Promise<void> {
    if (closing !== undefined) throw new EngineClosedError();
    ready ??= migrate(connection);
    try {
      await ready;
    } catch (error) {
      ready = undefined;
      throw error;
    }
  }

  /**
   * Deletes expired records in the background, unless this process did so less than `SWEEP_MS` ago.
   * Failures are ignored.
   */
  function sweepSometimes(): void {
    const time = performance.now();
    if (time - sweptAt < SWEEP_MS) return;
    sweptAt = time;
    sweeping = sweepOnce().catch(() => undefined);
  }

  async function sweepOnce(): Promise<void> {
    const [row] = await run<{ readonly swept: number }>(sweep, []);
    // As long as more have expired, the next writer deletes some, too.
    if (row?.swept === SWEEP_ROWS) sweptAt = -Infinity;
  }

  /** Stores a record unless it is new and one of the rooms is full, or has to be new and is not. */
  function setWithin(
    values: readonly [key: string, value: string, ttlMs: number],
    { rooms, isNew }: { readonly rooms: readonly RecordRange[]; readonly isNew: boolean },
  ): Promise<boolean> {
    const [key] = values;
    return transact(async (runHere) => {
      // In one order everywhere, so that two writers never wait for each other.
      for (const { from } of rooms.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
        await runHere(lockRoom, [schema, from]);
      }
      const [found] = await runHere(get, [key]);
      for (const { from, end: before, limit } of found === undefined ? rooms : []) {
        const [last] = await runHere(isFull, [from, before ?? null, limit - 1]);
        if (last !== undefined) return false;
      }
      if (!isNew) {
        await runHere(set, values);
        return true;
      }
      // Of two at once, the second finds the record of the first.
      const [row] = await runHere<{ readonly is_new: boolean }>(add, values);
      return row?.is_new === true;
    });
  }

  async function end(): Promise<void> {
    connection.giveUp();
    await waitAtMost(DRAIN_MS, Promise.all([ready?.catch(() => undefined), sweeping]));
    await connection.close();
  }

  return {
    async add(key, record) {
      checkRecord(key, record);
      await open();
      sweepSometimes();
      for (let attempt = 1; ; attempt += 1) {
        const [row] = await run<{ readonly is_new: boolean; readonly value: string }>(add, [
          key,
          record.value,
          record.ttlMs,
        ]);
        if (row !== undefined) return { isNew: row.is_new, value: row.value };
        if (attempt === ADD_ATTEMPTS) throw new EngineStorageError('RECORD_CONTENDED');
      }
    },
    async get(key) {
      checkRecord(key);
      await open();
      const [row] = await run<{ readonly value: string }>(get, [key]);
      return row?.value;
    },
    async set(key, record, conditions = {}) {
      checkRecord(key, record);
      const rooms = parseConditions(conditions);
      await open();
      sweepSometimes();
      const values = [key, record.value, record.ttlMs] as const;
      const { replaces, isNew = false } = conditions;
      // A record that is replaced has its place in each room already.
      if (replaces !== undefined) {
        return !isNew && (await run(replace, [...values, replaces])).length === 1;
      }
      if (rooms.length > 0 || isNew) return setWithin(values, { rooms, isNew });
      await run(set, values);
      return true;
    },
    async delete(key, condition = {}) {
      checkDeletion(key, condition);
      await open();
      return (await run(remove, [key, condition.value ?? null])).length === 1;
    },
    async list(query) {
      const { from, isAfter, end: before, limit } = parseRecordQuery(query);
      await open();
      return run<ListedRecord>(list, [from, isAfter, before ?? null, limit]);
    },
    async listAll(after = '') {
      await open();
      return run<KeptRecord>(listAll, [after]);
    },
    async close() {
      closing ??= end();
      await closing;
    },
  };
}
