/**
 * Push configs. `push` of a task tells whether it has any, so that nobody looks for them in vain.
 * `due` is when a config may be claimed, and null when there is nothing to tell: an outbox without
 * entries, as the log has them. The number of a config is never given to another.
 */
export const PUSH_TABLES: readonly string[] = [
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
