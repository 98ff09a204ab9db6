import { sql, type Kysely } from 'kysely';

/** For those who look for questions that nobody answers. */
export async function createWaitingIndex(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index task_waiting on task (status_time)
    where state in ('input-required', 'auth-required')
  `.execute(database);
}
