/**
 * A checksum for each push config; see `push-checksum.ts`. Rows that are there get theirs from what they
 * hold now. `push_checksum` is a function that the program lends to SQLite.
 */
export const PUSH_CHECKSUM_COLUMN: readonly string[] = [
  'alter table push add column checksum integer',
  'update push set checksum = push_checksum(task_number, id, config, seq)',
];
