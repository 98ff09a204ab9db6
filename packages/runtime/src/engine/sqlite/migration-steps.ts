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

const ENDED_COLUMNS = ['completed', 'failed', 'canceled', 'rejected'] as const;

/** Writes the part of a trigger that adds a task that has ended to the counts of its scope. */
const COUNT_OF_SCOPE = `
  insert into usage (scope, bytes, ${ENDED_COLUMNS.join(', ')})
  values (new.scope, 0, ${ENDED_COLUMNS.map((state) => `new.state = '${state}'`).join(', ')})
  on conflict (scope) do update set
  ${ENDED_COLUMNS.map((state) => `${state} = ${state} + excluded.${state}`).join(', ')};
`;

/**
 * Makes lists cost the same however many tasks there are. Lists of one state have an index of their
 * own, of which lists of all states are merged; so it replaces the indexes without a state. The
 * tasks of a context have an index, too. The tasks of each scope that have ended are counted by
 * state in the row of its bytes, which is written with every task anyway: with a million tasks, the
 * size of a list took 20 ms to count, and a list of a rare state or of a context 0.5 s or more.
 */
const LIST_INDEXES: readonly string[] = [
  'create index task_state on task (scope, state, status_time)',
  'drop index task_list',
  'drop index task_unfinished',
  `
    create index task_ended on task (state, status_time)
    where state in ('completed', 'failed', 'canceled', 'rejected')
  `,
  'drop index task_finished',
  'create index task_context on task (context_id, scope, status_time)',
  ...ENDED_COLUMNS.map(
    (state) => `alter table usage add column ${state} integer not null default 0`,
  ),
  `
    insert into usage (scope, bytes, ${ENDED_COLUMNS.join(', ')})
    select scope, 0, ${ENDED_COLUMNS.map((state) => `sum(state = '${state}')`).join(', ')}
    from task where true group by scope
    on conflict (scope) do update set
    ${ENDED_COLUMNS.map((state) => `${state} = excluded.${state}`).join(', ')}
  `,
  'drop trigger task_ended',
  'drop trigger task_added',
  'drop trigger task_forgotten',
  `
    create trigger task_ended after update of state on task
    when new.state <> old.state and new.state in ('completed', 'failed', 'canceled', 'rejected')
    begin update ended set count = count + 1 where state = new.state; ${COUNT_OF_SCOPE} end
  `,
  `
    create trigger task_added after insert on task
    when new.state in ('completed', 'failed', 'canceled', 'rejected')
    begin update ended set count = count + 1 where state = new.state; ${COUNT_OF_SCOPE} end
  `,
  `
    create trigger task_forgotten after delete on task
    when old.state in ('completed', 'failed', 'canceled', 'rejected')
    begin
      update ended set count = count - 1 where state = old.state;
      update usage set
      ${ENDED_COLUMNS.map((state) => `${state} = ${state} - (old.state = '${state}')`).join(', ')}
      where scope = old.scope;
    end
  `,
];

/**
 * Compares states one by one. For a list of more than two values, SQLite builds a temporary table
 * each time a statement asks: two for each finished task that was added, three for one that ended.
 */
const COMPARISONS: readonly string[] = [
  'drop index task_ended',
  `create index task_ended on task (state, status_time) where ${hasEnded('state')}`,
  'drop trigger task_ended',
  'drop trigger task_added',
  'drop trigger task_forgotten',
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
      ${ENDED_COLUMNS.map((state) => `${state} = ${state} - (old.state = '${state}')`).join(', ')}
      where scope = old.scope;
    end
  `,
];

/** Writes the condition that a column is the state of a task that has ended. */
function hasEnded(column: string): string {
  return ENDED_COLUMNS.map((state) => `${column} = '${state}'`).join(' or ');
}

/**
 * Keeps the open questions that were given to people: a row for each address. A task has rows only
 * while its question is open.
 */
const QUESTION_TABLE: readonly string[] = [
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

/** Adds the number of attempts after which a task rested; before, `attempts` had them as well. */
const FAILURES_COLUMN: readonly string[] = [
  'alter table task add column failures integer not null default 0',
];

/** Adds the claim that gave a task's newest lease, so that a claim can be repeated. */
const CLAIM_COLUMN: readonly string[] = ['alter table task add column claim text'];

/**
 * All migrations, as statements, in the order of their names. A released migration is never
 * changed, and a new one comes last.
 */
export const MIGRATIONS: Readonly<Record<string, readonly string[]>> = {
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
  '0013-lists': LIST_INDEXES,
  '0014-comparisons': COMPARISONS,
  '0015-questions': QUESTION_TABLE,
  '0016-failures': FAILURES_COLUMN,
  '0017-claim': CLAIM_COLUMN,
};
