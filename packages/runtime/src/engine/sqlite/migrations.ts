import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createBlobTable } from './blob-migration.ts';
import { addClaimColumns } from './claim-migration.ts';
import { shortenListIndex } from './list-migration.ts';
import { createPushTables } from './push-migration.ts';
import { createWaitingIndex } from './waiting-migration.ts';

/**
 * Every change ever made to the tables, in the order of their names. Forward only: what was
 * released is never edited, and a new one comes last.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-tasks': { up: createTables },
  '0002-push': { up: createPushTables },
  '0003-blobs': { up: createBlobTable },
  '0004-waiting': { up: createWaitingIndex },
  '0005-claims': { up: addClaimColumns },
  '0006-list': { up: shortenListIndex },
};

/**
 * What is compared with `=` is small and in the row; what only callers read is in the log, as
 * event 0 of the task. The id of an event is its task's number and its position in one integer
 * (see `event-id.ts`), so that the log needs no second tree to find a task's events in order.
 */
async function createTables(database: Kysely<unknown>): Promise<void> {
  await sql`
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
  `.execute(database);
  await sql`
    create unique index task_creation on task (creation_key) where creation_key is not null
  `.execute(database);
  await sql`
    create index task_list on task (scope, status_time desc, id)
  `.execute(database);
  await sql`
    create index task_claim on task (lease_end) where state in ('submitted', 'working')
  `.execute(database);
  await sql`
    create index task_finished on task (status_time)
    where state in ('completed', 'failed', 'canceled', 'rejected')
  `.execute(database);
  await sql`
    create table event (
      id integer primary key,
      time integer not null,
      text text not null
    ) strict
  `.execute(database);
  await sql`
    create table reply (
      task_number integer not null,
      reply_key blob not null,
      primary key (task_number, reply_key)
    ) strict, without rowid
  `.execute(database);
  await sql`
    create table clock (
      highest integer not null
    ) strict
  `.execute(database);
  await sql`insert into clock (highest) values (0)`.execute(database);
}
