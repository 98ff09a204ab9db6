/**
 * A checksum for each row of a log; see `event-checksum.ts`. Rows that are there get theirs from what they
 * hold now. `event_checksum` is a function that the program lends to SQLite.
 */
export const CHECKSUM_COLUMN: readonly string[] = [
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
