import { EngineSchemaUnknownError, EngineStorageError } from '@formwork/runtime';
import type { Connection, Run } from './connection.ts';
import { OPEN } from './tables.ts';

/** The key of the PostgreSQL advisory lock for changing tables; no other program should use it. */
const MIGRATION_LOCK = 4_610_205_713;

/**
 * The longest time that a statement of a migration takes, or waits for that of another process, in
 * milliseconds. With the limit of other statements, a migration that takes longer would begin anew
 * with each start, and never end.
 */
const MIGRATION_MS = 600_000;

/**
 * The settings of autovacuum for tables that change all the time: it cleans up often, a little each
 * time.
 */
const VACUUM = 'autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05';

/**
 * Makes all tables. The SQL function `now_ms` is the only clock. Texts that are compared
 * sort by their bytes. An event is `json`, not `jsonb`, which would sort the names of a result and
 * refuse some of its characters. Each sum is spread over several rows, so that writers do not wait
 * for each other. Records are what replicas share for a limited time; a question has a row for each
 * address of the people who were asked.
 */
const TABLES: readonly string[] = [
  `create function now_ms() returns bigint language sql volatile
    as 'select (extract(epoch from clock_timestamp()) * 1000)::bigint'`,
  `create table task (
    number bigint generated always as identity primary key,
    id text collate "C" not null unique,
    scope text collate "C" not null,
    context_id text collate "C" not null,
    state text collate "C" not null,
    status_time bigint not null,
    seq integer not null,
    event_time bigint not null,
    epoch integer not null,
    claim text collate "C",
    attempts integer not null,
    failures integer not null default 0,
    lease_end bigint,
    cancel_requested boolean not null default false,
    resting boolean not null default false,
    skill text collate "C",
    turn bigint not null,
    push boolean not null,
    bytes bigint not null,
    counted bigint not null,
    creation_key bytea
  ) with (fillfactor = 70, ${VACUUM})`,
  'create unique index task_creation on task (creation_key) where creation_key is not null',
  'create index task_list on task (scope, status_time desc, id)',
  `create index task_lease on task (lease_end) where ${OPEN} and lease_end is not null`,
  `create index task_turn on task (turn, number) where ${OPEN} and lease_end is null`,
  `create index task_scope_turn on task (scope, turn) where ${OPEN} and lease_end is null`,
  `create index task_waiting on task (status_time, number)
    where state in ('input-required', 'auth-required')`,
  `create index task_finished on task (status_time, number)
    where state in ('completed', 'failed', 'canceled', 'rejected')`,
  `create index task_unfinished on task (scope, state, status_time)
    where state in ('submitted', 'working', 'input-required', 'auth-required')`,
  `create table event (
    task_number bigint not null,
    seq integer not null,
    time bigint not null,
    body json not null,
    primary key (task_number, seq)
  ) with (${VACUUM})`,
  `create table reply (
    task_number bigint not null,
    reply_key bytea not null,
    primary key (task_number, reply_key)
  )`,
  `create table push (
    number bigint generated always as identity primary key,
    task_number bigint not null,
    id text collate "C" not null,
    config json not null,
    seq integer not null,
    due bigint,
    epoch integer not null default 0,
    failures integer not null default 0,
    failing_since bigint,
    died_at bigint,
    reason text,
    unique (task_number, id)
  ) with (fillfactor = 70, ${VACUUM})`,
  'create index push_due on push (due) where due is not null',
  'create index push_dead on push (died_at) where died_at is not null',
  `create table blob (
    id text collate "C" primary key,
    task_number bigint,
    free_after bigint not null,
    size bigint not null
  )`,
  'create index blob_task on blob (task_number) where task_number is not null',
  'create index blob_free on blob (free_after) where task_number is null',
  `create table tally (
    name text collate "C" not null,
    shard smallint not null,
    value bigint not null,
    primary key (name, shard)
  ) with (fillfactor = 50, ${VACUUM})`,
  `create table record (
    key text collate "C" primary key,
    value text not null,
    ends_at bigint not null
  ) with (fillfactor = 70, ${VACUUM})`,
  'create index record_end on record (ends_at)',
  `create table question (
    address text collate "C" not null,
    asked_at bigint not null,
    task_number bigint not null,
    wakes_at bigint,
    primary key (address, asked_at, task_number)
  ) with (${VACUUM})`,
  'create index question_task on question (task_number)',
  'create index question_wakes on question (wakes_at) where wakes_at is not null',
];

/**
 * All migrations in the order of their names. A released migration is never changed, and a new one
 * comes last. Programs of the previous version MUST still work with the tables, because replicas
 * are replaced one by one.
 */
const MIGRATIONS: Readonly<Record<string, readonly string[]>> = {
  '0001-tables': TABLES,
};

/** The migrations that made the same tables before there was a release; see {@link readMigrationTable}. */
export const STEPS_BEFORE_RELEASE: readonly string[] = [
  '0001-tasks',
  '0002-records',
  '0003-unfinished',
  '0004-questions',
  '0005-failures',
  '0006-claim',
];

/** Options of {@link migrate}. */
export interface MigrateOptions {
  /** True refuses a schema without tables. Default false: they are made. */
  readonly mustExist?: boolean;
}

/**
 * Makes the schema and its tables, unless they exist. If several processes try at once, one does it
 * and the others wait.
 *
 * @throws EngineSchemaUnknownError when a newer program has changed the tables, and
 * EngineStorageError when they must exist and do not
 */
export async function migrate(
  { schema, label, transact, run }: Connection,
  { mustExist = false }: MigrateOptions = {},
): Promise<void> {
  const migrationNames = await readMigrationTable(run, schema);
  checkKnown(migrationNames, schema);
  if (migrationNames.length === Object.keys(MIGRATIONS).length) return;
  if (mustExist && migrationNames.length === 0) {
    throw new EngineStorageError('NO_TABLES', {
      message: `Cannot open ${label}, because it has no tables of tasks: correct the name of the schema (?schema=NAME in the URL), or start an agent on it, which makes them`,
    });
  }
  await transact(async (step) => {
    await step({ text: `set local statement_timeout = ${MIGRATION_MS}` }, []);
    await step(toPatient('select pg_advisory_xact_lock($1)'), [MIGRATION_LOCK]);
    // The process that held the lock before may have made the tables.
    const freshNames = await readMigrationTable(step, schema);
    checkKnown(freshNames, schema);
    if (freshNames.length === 0) {
      await step({ text: `create schema if not exists ${schema}` }, []);
      await step(
        { text: `create table if not exists ${schema}.migration (name text primary key)` },
        [],
      );
    }
    await step({ text: `set local search_path = ${schema}` }, []);
    for (const [name, statements] of Object.entries(MIGRATIONS)) {
      if (freshNames.includes(name)) continue;
      await step(toPatient(statements.join(';\n')), []);
      await step({ text: 'insert into migration (name) values ($1)' }, [name]);
    }
  });
}

/** Makes a statement for which the client waits as long as the server does. */
function toPatient(text: string): Parameters<Run>[0] {
  return { text, query_timeout: MIGRATION_MS };
}

/** The tables that an agent reads and writes, as an array of SQL. */
const WRITTEN = `'{task,event,reply,push,blob,tally,record,question}'::text[]`;

/**
 * Checks that the user of the database may read and write the tables: otherwise a user that
 * may not do so meets the error with the first task that is to be stored.
 *
 * @throws EngineStorageError that says what to grant
 */
export async function checkRights({ schema, run, refuse }: Connection): Promise<void> {
  const [missing] = await run(
    {
      text: `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
        cross join unnest('{select,insert,update,delete}'::text[]) as needed(privilege)
        where quote_ident(n.nspname) in ($1, trim(both '"' from $1)) and c.relkind in ('r', 'p')
          and c.relname = any(${WRITTEN}) and not has_table_privilege(c.oid, privilege) limit 1`,
    },
    [schema],
  );
  if (missing !== undefined) throw refuse('42501');
}

/** @throws EngineSchemaUnknownError for a migration that this program does not know */
function checkKnown(migrationNames: readonly string[], schema: string): void {
  const unknown = migrationNames.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (unknown.length > 0) throw new EngineSchemaUnknownError(`schema ${schema}`, unknown);
}

async function readMigrationTable(run: Run, schema: string): Promise<readonly string[]> {
  // `to_regclass` is not used, because it may remember that the table was missing.
  const tables = await run(
    {
      text: `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relname = 'migration' and quote_ident(n.nspname) in ($1, trim(both '"' from $1))`,
    },
    [schema],
  );
  if (tables.length === 0) return [];
  const rows = await run<{ readonly name: string }>(
    { text: `select name from ${schema}.migration order by name` },
    [],
  );
  const names = rows.map(({ name }) => name);
  // A schema with all the steps from before the release has the tables that one migration makes now.
  const isOlder = STEPS_BEFORE_RELEASE.every((step) => names.includes(step));
  if (!isOlder) return names;
  return ['0001-tables', ...names.filter((name) => !STEPS_BEFORE_RELEASE.includes(name))];
}
