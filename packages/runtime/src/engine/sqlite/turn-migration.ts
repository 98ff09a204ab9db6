/**
 * Whose turn it is: see `TaskEngine.claim`. A task that is created with a claim is in neither index,
 * so that only those that wait pay for them.
 */
export const TURN_COLUMN: readonly string[] = [
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
