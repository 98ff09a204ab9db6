import { BLOB_TABLE } from './blob-migration.ts';
import { CHECKSUM_COLUMN } from './checksum-migration.ts';
import { CLAIM_COLUMNS } from './claim-migration.ts';
import { LIST_INDEX } from './list-migration.ts';
import { PUSH_CHECKSUM_COLUMN } from './push-checksum-migration.ts';
import { PUSH_TABLES } from './push-migration.ts';
import { TURN_COLUMN } from './turn-migration.ts';
import { WAITING_INDEX } from './waiting-migration.ts';

/**
 * What is compared with `=` is small and in the row; what only callers read is in the log, as
 * event 0 of the task. The id of an event is its task's number and its position in one integer
 * (see `event-id.ts`), so that the log needs no second tree to find a task's events in order.
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
 * Every change ever made to the tables, as statements, in the order of their names. Forward only:
 * what was released is never edited, and a new one comes last.
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
};
