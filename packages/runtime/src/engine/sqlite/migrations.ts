import { EngineSchemaUnknownError } from '../../errors.ts';
import { computeChecksum, computePushChecksum } from './checksums.ts';
import { isBusy, toStorageError } from './statements.ts';
import type { default as Database } from 'better-sqlite3';
import { setTimeout as sleep } from 'node:timers/promises';

const LEDGER = 'formwork_migration';
const RETRY_MS = 5;
const PATIENCE_MS = 30_000;

/**
 * Returns true if all migrations of this version have been applied to a database.
 *
 * @throws EngineSchemaUnknownError when the database has migrations that this version does not know
 */
export function checkLedger(database: Database.Database): boolean {
  const made = readLedger(database);
  const unknown = made.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (unknown.length > 0) {
    throw new EngineSchemaUnknownError(database.name, unknown);
  }
  return made.length === Object.keys(MIGRATIONS).length;
}

function readLedger(database: Database.Database): readonly string[] {
  return hasLedger(database)
    ? database.prepare<[], string>(`select name from ${LEDGER} order by name`).pluck().all()
    : [];
}

/** Returns true if a database has the table of migrations, and so belongs to an engine. */
export function hasLedger(database: Database.Database): boolean {
  const find = database.prepare("select 1 from sqlite_schema where type = 'table' and name = ?");
  return find.get(LEDGER) !== undefined;
}

/**
 * Applies the missing migrations, all or none. The caller MUST NOT use the connection until it
 * resolves.
 */
export async function migrate(database: Database.Database): Promise<void> {
  try {
    await beginImmediate(database);
    try {
      // Another process may have applied the migrations while this one waited for the lock.
      if (!checkLedger(database)) {
        runMigrations(database);
      }
      database.exec('commit');
    } catch (error) {
      if (database.inTransaction) {
        database.exec('rollback');
      }
      throw error;
    }
  } catch (error) {
    throw toStorageError(error);
  }
}

/**
 * Begins a write transaction, and waits for the lock without blocking: another engine of this
 * process may hold it, and needs the event loop to release it.
 */
async function beginImmediate(database: Database.Database): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      database.exec('begin immediate');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) {
        throw error;
      }
    }
    await sleep(RETRY_MS);
  }
}

function runMigrations(database: Database.Database): void {
  database.exec(
    `create table if not exists ${LEDGER} (name text not null primary key, timestamp text not null)`,
  );
  database.function('event_checksum', { deterministic: true, varargs: true }, checksumOf);
  database.function('push_checksum', { deterministic: true, varargs: true }, pushChecksumOf);
  const made = readLedger(database);
  const note = database.prepare(`insert into ${LEDGER} (name, timestamp) values (?, ?)`);
  for (const [name, statements] of Object.entries(MIGRATIONS)) {
    if (made.includes(name)) continue;
    for (const statement of statements) database.exec(statement);
    note.run(name, new Date().toISOString());
  }
}

/** Computes the checksum of a push config; SQL statements of migrations call it as a function. */
function pushChecksumOf(...[task, id, config, seq]: readonly unknown[]): number {
  return computePushChecksum({
    task_number: Number(task),
    id: readTextColumn(id),
    config: readTextColumn(config),
    seq: Number(seq),
  });
}

function readTextColumn(column: unknown): string {
  return typeof column === 'string' ? column : '';
}

/**
 * Computes the checksum of an event; SQL statements of migrations call it as a function. The last
 * three columns are null except in the first row of a task.
 */
function checksumOf(...columns: readonly unknown[]): number {
  const [id, time, text, ...owner] = columns;
  const [taskId, scope, contextId] = owner.map(readTextColumn);
  return computeChecksum(
    { id: Number(id), time: Number(time), text: readTextColumn(text) },
    owner[0] === null
      ? undefined
      : { id: taskId ?? '', scope: scope ?? '', context_id: contextId ?? '' },
  );
}

/**
 * Replaces the index of lists by one without the id, because few tasks share a millisecond. Its
 * entries are a third as long, so every task writes fewer pages.
 */
const LIST_INDEX: readonly string[] = [
  'drop index task_list',
  'create index task_list on task (scope, status_time)',
];

/**
 * Adds an index of tasks that wait for their callers, by which questions without an answer are
 * found.
 */
const WAITING_INDEX: readonly string[] = [
  `
    create index task_waiting on task (status_time)
    where state in ('input-required', 'auth-required')
  `,
];

/**
 * Adds the columns that claims read: the skill of a task, because a skill may be at its limit, and
 * whether `lease_end` is the end of a pause before a retry instead of a lease.
 */
const CLAIM_COLUMNS: readonly string[] = [
  'alter table task add column skill text',
  'alter table task add column resting integer not null default 0',
];

/**
 * Adds the column for the task's place in the order of waiting tasks: see `TaskEngine.claim`. A
 * task that is created with a claim is in none of the indexes of this column, so that only waiting
 * tasks pay for them.
 */
const TURN_COLUMN: readonly string[] = [
  'alter table task add column turn integer not null default 0',
  `
    create index task_turn on task (turn)
    where state in ('submitted', 'working') and lease_end is null
  `,
  `
    create index task_scope_turn on task (scope, turn)
    where state in ('submitted', 'working') and lease_end is null
  `,
];

/**
 * Adds the table of push configs. `push` of a task tells whether the task has any, so that others
 * cost no search. `due` is the time from which a config may be claimed, and null if there is
 * nothing to send. The number of a config is never reused.
 */
const PUSH_TABLES: readonly string[] = [
  'alter table task add column push integer not null default 0',
  `
    create table push (
      number integer primary key autoincrement,
      task_number integer not null,
      id text not null,
      config text not null,
      seq integer not null,
      due integer,
      epoch integer not null,
      failures integer not null,
      failing_since integer,
      died_at integer,
      reason text
    ) strict
  `,
  'create unique index push_config on push (task_number, id)',
  'create index push_due on push (due) where due is not null',
  `
    create index push_dead on push (died_at) where died_at is not null
  `,
];

/**
 * Adds the table of blobs. A blob without a task is to be deleted: its event was never written, or
 * its task was deleted. Until `free_after`, its event may still be written.
 */
const BLOB_TABLE: readonly string[] = [
  `
    create table blob (
      id text primary key,
      task_number integer,
      free_after integer not null
    ) strict, without rowid
  `,
  `
    create index blob_task on blob (task_number) where task_number is not null
  `,
  `
    create index blob_free on blob (free_after) where task_number is null
  `,
];

/**
 * Adds a checksum to each row of a log; see `checksums.ts`. Existing rows get the checksum of their
 * present content. The program gives SQLite the function `event_checksum`.
 */
const CHECKSUM_COLUMN: readonly string[] = [
  'alter table event add column checksum integer',
  `
    update event set checksum = event_checksum(id, time, text, null, null, null)
    where id % 1048576 > 0
  `,
  `
    update event
    set checksum = event_checksum(event.id, event.time, event.text, task.id, task.scope, task.context_id)
    from task where event.id = task.number * 1048576
  `,
];

/**
 * Adds a checksum to each push config; see `checksums.ts`. Existing rows get the checksum of their
 * present content. The program gives SQLite the function `push_checksum`.
 */
const PUSH_CHECKSUM_COLUMN: readonly string[] = [
  'alter table push add column checksum integer',
  'update push set checksum = push_checksum(task_number, id, config, seq)',
];

/**
 * Adds the number of stored bytes of each scope, and the position up to which each task's log is
 * counted. Blobs from before this migration have a size of 0.
 */
const USAGE_TABLE: readonly string[] = [
  'create table usage (scope text primary key, bytes integer not null) strict, without rowid',
  'alter table blob add column size integer not null default 0',
  'alter table task add column counted integer not null default 0',
  `
    update task set counted = (
      select max(event.id) from event where event.id < (task.number + 1) * 1048576
    ) % 1048576
  `,
  `
    insert into usage (scope, bytes)
    select task.scope, sum(octet_length(event.text))
    from event join task on task.number = event.id / 1048576
    group by task.scope
  `,
];

/**
 * Adds counts of ended tasks by state, which triggers keep. With a million tasks, counting them
 * would block the engine for a quarter of a second.
 */
const ENDED_TABLE: readonly string[] = [
  'create table ended (state text primary key, count integer not null) strict, without rowid',
  `
    insert into ended (state, count)
    select column1, (select count(*) from task where state = column1)
    from (values ('completed'), ('failed'), ('canceled'), ('rejected'))
  `,
  `
    create trigger task_ended after update of state on task
    when new.state <> old.state and new.state in ('completed', 'failed', 'canceled', 'rejected')
    begin update ended set count = count + 1 where state = new.state; end
  `,
  `
    create trigger task_added after insert on task
    when new.state in ('completed', 'failed', 'canceled', 'rejected')
    begin update ended set count = count + 1 where state = new.state; end
  `,
  `
    create trigger task_forgotten after delete on task
    when old.state in ('completed', 'failed', 'canceled', 'rejected')
    begin update ended set count = count - 1 where state = old.state; end
  `,
];

/**
 * Adds the index by which the unfinished tasks of a scope are counted: without it, 300,000 finished
 * tasks would block the engine for 60 ms for each state.
 */
const UNFINISHED_INDEX: readonly string[] = [
  `
    create index task_unfinished on task (scope, state, status_time)
    where state in ('submitted', 'working', 'input-required', 'auth-required')
  `,
];

/**
 * Makes the first tables. Columns that are compared with `=` are small and in the row; the rest,
 * which only callers read, is event 0 of the task's log. The id of an event holds its task's number
 * and its position in one integer (see `event-id.ts`), so that no second index is needed to read a
 * log in order.
 */
const TABLES: readonly string[] = [
  `
    create table task (
      number integer primary key autoincrement,
      id text not null unique,
      scope text not null,
      context_id text not null,
      state text not null,
      status_time integer not null,
      epoch integer not null,
      attempts integer not null,
      lease_end integer,
      cancel_requested integer not null,
      creation_key blob
    ) strict
  `,
  `
    create unique index task_creation on task (creation_key) where creation_key is not null
  `,
  `
    create index task_list on task (scope, status_time desc, id)
  `,
  `
    create index task_claim on task (lease_end) where state in ('submitted', 'working')
  `,
  `
    create index task_finished on task (status_time)
    where state in ('completed', 'failed', 'canceled', 'rejected')
  `,
  `
    create table event (
      id integer primary key,
      time integer not null,
      text text not null
    ) strict
  `,
  `
    create table reply (
      task_number integer not null,
      reply_key blob not null,
      primary key (task_number, reply_key)
    ) strict, without rowid
  `,
  `
    create table clock (
      highest integer not null
    ) strict
  `,
  'insert into clock (highest) values (0)',
];

/**
 * All migrations, as statements, in the order of their names. A released migration is never
 * changed, and a new one comes last.
 */
const MIGRATIONS: Readonly<Record<string, readonly string[]>> = {
  '0001-tasks': TABLES,
  '0002-push': PUSH_TABLES,
  '0003-blobs': BLOB_TABLE,
  '0004-waiting': WAITING_INDEX,
  '0005-claims': CLAIM_COLUMNS,
  '0006-list': LIST_INDEX,
  '0007-turn': TURN_COLUMN,
  '0008-checksum': CHECKSUM_COLUMN,
  '0009-push-checksum': PUSH_CHECKSUM_COLUMN,
  '0010-usage': USAGE_TABLE,
  '0011-ended': ENDED_TABLE,
  '0012-unfinished': UNFINISHED_INDEX,
};
