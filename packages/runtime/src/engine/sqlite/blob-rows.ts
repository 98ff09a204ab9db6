import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import type { BlobTable, ReservedBlob } from '../stored/long-texts.ts';
import type { GroupCommit } from './group-commit.ts';
import { prepareLateStatement } from './statements.ts';

/**
 * The table of blobs in an SQLite engine: each blob has a row from before its bytes are stored
 * until they are deleted. So a crash leaves no unknown blob, and no blob is deleted while an event
 * refers to it. Methods that write MUST be called inside a transaction.
 */
export interface BlobRows {
  /**
   * Adds the rows of blobs before their bytes are stored. The blobs belong to no task, and may be
   * deleted after the time `freeAfter`.
   */
  reserve(blobs: readonly ReservedBlob[], freeAfter: number): void;
  /**
   * Assigns a blob to a task, and returns the bytes that this adds to the task: 0 if the task has
   * the blob already. Returns `undefined` if the blob has no row.
   */
  keep(blobId: string, taskNumber: number): number | undefined;
  /**
   * Separates all blobs of a task from it, so that they can be deleted, and returns the number of
   * their bytes.
   */
  freeOf(taskNumber: number): number;
  /** Marks those of the given blobs that belong to no task, so that they can be deleted. */
  free(blobIds: readonly string[]): void;
  /** Returns the ids of those of the given blobs that belong to no task. */
  selectUnkept(blobIds: readonly string[]): readonly string[];
  /** Returns true if there may be blobs that belong to no task. */
  hasUnkept(): boolean;
  /**
   * Returns the ids of up to `limit` blobs that belong to no task; the caller must now delete them.
   * No event can refer to them any more.
   */
  takeFree(time: number, limit: number): readonly string[];
  /** Removes the rows of blobs that were deleted from the blob store. */
  forget(blobIds: readonly string[]): void;
  /** Returns the ids of up to `limit` blobs of tasks, the smallest first. */
  selectKept(limit: number): readonly string[];
}

/**
 * Makes the access to the table of blobs in a database. The table must exist when a method is
 * called.
 */
export function createBlobRows(database: SqliteDatabase): BlobRows {
  const insert = prepareLateStatement<[string, number, number]>(
    database,
    'insert into blob (id, task_number, free_after, size) values (?, null, ?, ?)',
  );
  const find = prepareLateStatement<
    [string],
    {
      readonly task_number: number | null;
      readonly free_after: number;
      readonly size: number;
    }
  >(database, 'select task_number, free_after, size from blob where id = ?');
  const keep = prepareLateStatement<[number, string]>(
    database,
    'update blob set task_number = ? where id = ?',
  );
  const sumOf = prepareLateStatement<[number], { readonly bytes: number | null }>(
    database,
    'select sum(size) as bytes from blob where task_number = ?',
  );
  const freeOf = prepareLateStatement<[number]>(
    database,
    'update blob set task_number = null, free_after = 0 where task_number = ?',
  );
  const free = prepareLateStatement<[string]>(
    database,
    'update blob set free_after = 0 where id = ? and task_number is null',
  );
  const isUnkept = prepareLateStatement<[string]>(
    database,
    'select 1 from blob where id = ? and task_number is null',
  );
  const selectFree = prepareLateStatement<[number, number], { readonly id: string }>(
    database,
    'select id from blob where task_number is null and free_after <= ? order by free_after limit ?',
  );
  const findUnkept = prepareLateStatement(
    database,
    'select 1 from blob where task_number is null limit 1',
  );
  const selectKept = prepareLateStatement<[number], { readonly id: string }>(
    database,
    'select id from blob where task_number is not null order by size, id limit ?',
  );
  const remove = prepareLateStatement<[string]>(
    database,
    'delete from blob where id = ? and task_number is null',
  );

  function freeAll(blobIds: readonly string[]): void {
    for (const id of blobIds) {
      free.run(id);
    }
  }

  return {
    reserve(blobs, freeAfter) {
      for (const { blobId, bytes } of blobs) {
        insert.run(blobId, freeAfter, bytes.byteLength);
      }
    },
    keep(blobId, taskNumber) {
      const row = find.get(blobId);
      // Two events of one write with the same text share a blob.
      if (row?.task_number === taskNumber) return 0;
      if (row === undefined || row.task_number !== null || row.free_after === 0) return undefined;
      keep.run(taskNumber, blobId);
      return row.size;
    },
    freeOf(taskNumber) {
      const bytes = sumOf.get(taskNumber)?.bytes ?? 0;
      freeOf.run(taskNumber);
      return bytes;
    },
    free: freeAll,
    selectUnkept: (blobIds) => blobIds.filter((id) => isUnkept.get(id) !== undefined),
    hasUnkept: () => findUnkept.get() !== undefined,
    takeFree(time, limit) {
      const ids = selectFree.all(time, limit).map(({ id }) => id);
      freeAll(ids);
      return ids;
    },
    forget(blobIds) {
      for (const id of blobIds) {
        remove.run(id);
      }
    },
    selectKept: (limit) => selectKept.all(limit).map(({ id }) => id),
  };
}

/**
 * Makes the table of blobs in the form that {@link LongTexts} uses; each method is one transaction.
 */
export function createBlobTable(rows: BlobRows, commits: GroupCommit): BlobTable {
  return {
    reserve: (blobs, forMs) => commits.run((time) => rows.reserve(blobs, time + forMs)),
    async dropUnkept(blobIds) {
      const unkept = rows.selectUnkept(blobIds);
      if (unkept.length > 0) await commits.run(() => rows.free(unkept));
      return unkept.length > 0;
    },
    hasUnkept: async () => rows.hasUnkept(),
    takeFree: (limit) => commits.run((time) => rows.takeFree(time, limit)),
    forget: (blobIds) => commits.run(() => rows.forget(blobIds)),
    selectKept: async (limit) => rows.selectKept(limit),
  };
}

/** The number of bytes that each scope has stored. A scope is given as the text in the database. */
export interface UsageRows {
  /** Adds bytes to a scope; a negative number takes bytes away. */
  add(scope: string, bytes: number): void;
  get(scope: string): number;
}

/**
 * Makes the access to the byte counts of scopes. A change takes the same time for any number of
 * scopes.
 */
export function createUsageRows(database: SqliteDatabase): UsageRows {
  // The count stays at 0 or more, even if a program of an earlier version has also written to the
  // file.
  const add = prepareLateStatement<[string, number]>(
    database,
    `insert into usage (scope, bytes) values (?, ?)
      on conflict do update set bytes = max(0, bytes + excluded.bytes)`,
  );
  const find = prepareLateStatement<[string], { readonly bytes: number }>(
    database,
    'select bytes from usage where scope = ?',
  );
  const forget = prepareLateStatement<[string]>(
    database,
    `delete from usage where scope = ? and bytes <= 0
      and completed + failed + canceled + rejected <= 0`,
  );
  return {
    add(scope, bytes) {
      if (bytes === 0) return;
      add.run(scope, bytes);
      if (bytes < 0) forget.run(scope);
    },
    get: (scope) => find.get(scope)?.bytes ?? 0,
  };
}
