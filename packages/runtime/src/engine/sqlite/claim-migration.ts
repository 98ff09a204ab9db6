import { sql, type Kysely } from 'kysely';

/**
 * What a claim asks of a task: the skill that it is for, which may have no place for it, and
 * whether it rests until `lease_end`, when that is not the end of a lease.
 */
export async function addClaimColumns(database: Kysely<unknown>): Promise<void> {
  await sql`alter table task add column skill text`.execute(database);
  await sql`alter table task add column resting integer not null default 0`.execute(database);
}
