/**
 * What a claim asks of a task: the skill that it is for, which may have no place for it, and
 * whether it rests until `lease_end`, when that is not the end of a lease.
 */
export const CLAIM_COLUMNS: readonly string[] = [
  'alter table task add column skill text',
  'alter table task add column resting integer not null default 0',
];
