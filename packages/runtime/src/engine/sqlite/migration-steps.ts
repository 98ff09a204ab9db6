/** The states in which tasks end, each with a column of counts. */
const ENDED = ['completed', 'failed', 'canceled', 'rejected'] as const;

/** Adds a task that has ended to the counts of its scope; a part of triggers. */
const COUNT_OF_SCOPE = `
  insert into usage (scope, bytes, ${ENDED.join(', ')})
  values (new.scope, 0, ${ENDED.map((state) => `new.state = '${state}'`).join(', ')})
  on conflict (scope) do update set
  ${ENDED.map((state) => `${state} = ${state} + excluded.${state}`).join(', ')};
`;

/**
 * Writes the condition that a column is the state of a task that has ended. It compares states one
 * by one: for a list of more than two values, SQLite builds a temporary table each time a statement
 * asks.
 */
function hasEnded(column: string): string {
  return ENDED.map((state) => `${column} = '${state}'`).join(' or ');
}

/**
 * The table of tasks. Columns that are compared with `=` are small and in the row; the rest, which
 * only callers read, is event 0 of the task's log.
 *
 * - `lease_end` is the end of a lease or, if `resting`, of a pause before a retry.
 * - `turn` is the task's place in the order of waiting tasks: see `TaskEngine.claim`. A task that is
 *   created with a claim is in none of its indexes, so that only waiting tasks pay for them.
 * - `attempts` are those that no stored step has reset, `failures` those after which the task rested.
 * - `claim` gave the newest lease, so that a claim can be repeated.
 * - `push` tells whether the task has push configs, so that others cost no search.
 * - `counted` is the position up to which the bytes of the log are counted.
 */
const TASKS: readonly string[] = [
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
      creation_key blob,
      push integer not null default 0,
      skill text,
      resting integer not null default 0,
      turn integer not null default 0,
      counted integer not null default 0,
      failures integer not null default 0,
      claim text
    ) strict
  `,
  'create unique index task_creation on task (creation_key) where creation_key is not null',
  "create index task_claim on task (lease_end) where state in ('submitted', 'working')",
  `
    create index task_turn on task (turn)
    where state in ('submitted', 'working') and lease_end is null
  `,
  `
    create index task_scope_turn on task (scope, turn)
    where state in ('submitted', 'working') and lease_end is null
  `,
  `
    create index task_waiting on task (status_time)
    where state in ('input-required', 'auth-required')
  `,
  // Lists of all states are merged of lists of one. Few tasks share a millisecond, so the id, which
  // would make entries three times as long, is in no index of lists.
  'create index task_state on task (scope, state, status_time)',
  'create index task_context on task (context_id, scope, status_time)',
  `create index task_ended on task (state, status_time) where ${hasEnded('state')}`,
];

/**
 * The logs of tasks. The id of an event holds its task's number and its position in one integer (see
 * `event-id.ts`), so that no second index is needed to read a log in order; checksums are in
 * `checksums.ts`.
 */
const LOGS: readonly string[] = [
  `
    create table event (
      id integer primary key,
      time integer not null,
      text text not null,
      checksum integer
    ) strict
  `,
  `
    create table reply (
      task_number integer not null,
      reply_key blob not null,
      primary key (task_number, reply_key)
    ) strict, without rowid
  `,
  'create table clock (highest integer not null) strict',
  'insert into clock (highest) values (0)',
];

/**
 * The push configs. `due` is the time from which a config may be claimed, and null if there is
 * nothing to send. The number of a config is never reused.
 */
const PUSH: readonly string[] = [
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
      reason text,
      checksum integer
    ) strict
  `,
  'create unique index push_config on push (task_number, id)',
  'create index push_due on push (due) where due is not null',
  'create index push_dead on push (died_at) where died_at is not null',
];

/**
 * The blobs. A blob without a task is to be deleted: its event was never written, or its task was
 * deleted. Until `free_after`, its event may still be written.
 */
const BLOBS: readonly string[] = [
  `
    create table blob (
      id text primary key,
      task_number integer,
      free_after integer not null,
      size integer not null default 0
    ) strict, without rowid
  `,
  'create index blob_task on blob (task_number) where task_number is not null',
  'create index blob_free on blob (free_after) where task_number is null',
];

/**
 * The counts that would take long to make anew: the stored bytes of each scope, and the tasks that
 * have ended by state, of each scope and of all, which triggers keep. The row of a scope is written
 * with every task anyway.
 */
const COUNTS: readonly string[] = [
  `
    create table usage (
      scope text primary key,
      bytes integer not null,
      ${ENDED.map((state) => `${state} integer not null default 0`).join(', ')}
    ) strict, without rowid
  `,
  'create table ended (state text primary key, count integer not null) strict, without rowid',
  `insert into ended (state, count) values ${ENDED.map((state) => `('${state}', 0)`).join(', ')}`,
  `
    create trigger task_ended after update of state on task
    when new.state <> old.state and (${hasEnded('new.state')})
    begin update ended set count = count + 1 where state = new.state; ${COUNT_OF_SCOPE} end
  `,
  `
    create trigger task_added after insert on task when ${hasEnded('new.state')}
    begin update ended set count = count + 1 where state = new.state; ${COUNT_OF_SCOPE} end
  `,
  `
    create trigger task_forgotten after delete on task when ${hasEnded('old.state')}
    begin
      update ended set count = count - 1 where state = old.state;
      update usage set
      ${ENDED.map((state) => `${state} = ${state} - (old.state = '${state}')`).join(', ')}
      where scope = old.scope;
    end
  `,
];

/**
 * The open questions that were given to people: a row for each address. A task has rows only while
 * its question is open.
 */
const QUESTIONS: readonly string[] = [
  `
    create table question (
      address text not null,
      asked_at integer not null,
      task_number integer not null,
      wakes_at integer,
      primary key (address, asked_at, task_number)
    ) strict, without rowid
  `,
  'create index question_task on question (task_number)',
  'create index question_wakes on question (wakes_at) where wakes_at is not null',
];

/**
 * All migrations, as statements, in the order of their names. A released migration is never changed,
 * and a new one comes last.
 */
export const MIGRATIONS: Readonly<Record<string, readonly string[]>> = {
  '0001-tables': [...TASKS, ...LOGS, ...PUSH, ...BLOBS, ...COUNTS, ...QUESTIONS],
};

/**
 * The migrations that made the same tables in seventeen steps, before they were released as one.
 */
export const STEPS_BEFORE_RELEASE: readonly string[] = [
  '0001-tasks',
  '0002-push',
  '0003-blobs',
  '0004-waiting',
  '0005-claims',
  '0006-list',
  '0007-turn',
  '0008-checksum',
  '0009-push-checksum',
  '0010-usage',
  '0011-ended',
  '0012-unfinished',
  '0013-lists',
  '0014-comparisons',
  '0015-questions',
  '0016-failures',
  '0017-claim',
];
