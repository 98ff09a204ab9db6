/**
 * Which blobs there may be. One without a task is to be deleted: a write of an event that never
 * came to its end, or what a deleted task had. Until `free_after` it may still find its task.
 */
export const BLOB_TABLE: readonly string[] = [
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
