import type Database from 'better-sqlite3';
import { prepareLate } from './statements.ts';

/**
 * The ledger of blobs: every blob has a row here before it is put, and until it is deleted. So no
 * crash leaves one that nobody knows of, and none is deleted while an event refers to it.
 * Everything that writes MUST be called inside a transaction.
 */
export interface BlobRows {
  /**
   * Announces blobs before they are put: they belong to no task until `freeAfter`, and may be
   * deleted then.
   */
  reserve(blobIds: readonly string[], freeAfter: number): void;
  /** Keeps a blob for a task. False when the blob is not, or no longer, reserved. */
  keep(blobId: string, taskNumber: number): boolean;
  /** Frees the blobs of a task. */
  freeOf(taskNumber: number): void;
  /** Frees those of the blobs that are not kept. */
  free(blobIds: readonly string[]): void;
  /** Selects those of the blobs that are not kept. */
  selectUnkept(blobIds: readonly string[]): readonly string[];
  /** Returns whether there may be free blobs. */
  hasUnkept(): boolean;
  /** Takes some free blobs, which cannot be kept from now on. */
  takeFree(time: number, limit: number): readonly string[];
  /** Forgets blobs after they were deleted. */
  forget(blobIds: readonly string[]): void;
}

/** Makes the ledger. Its table must exist when it is used. */
export function createBlobRows(database: Database.Database): BlobRows {
  const insert = prepareLate<[string, number]>(
    database,
    'insert into blob (id, task_number, free_after) values (?, null, ?)',
  );
  // Two events of one call with the same text have one blob.
  const keep = prepareLate<[{ readonly blobId: string; readonly taskNumber: number }]>(
    database,
    `update blob set task_number = @taskNumber where id = @blobId
      and (task_number = @taskNumber or (task_number is null and free_after > 0))`,
  );
  const freeOf = prepareLate<[number]>(
    database,
    'update blob set task_number = null, free_after = 0 where task_number = ?',
  );
  const free = prepareLate<[string]>(
    database,
    'update blob set free_after = 0 where id = ? and task_number is null',
  );
  const isUnkept = prepareLate<[string]>(
    database,
    'select 1 from blob where id = ? and task_number is null',
  );
  const selectFree = prepareLate<[number, number], { readonly id: string }>(
    database,
    'select id from blob where task_number is null and free_after <= ? order by free_after limit ?',
  );
  const findUnkept = prepareLate(database, 'select 1 from blob where task_number is null limit 1');
  const remove = prepareLate<[string]>(
    database,
    'delete from blob where id = ? and task_number is null',
  );

  function freeAll(blobIds: readonly string[]): void {
    for (const id of blobIds) {
      free.run(id);
    }
  }

  return {
    reserve(blobIds, freeAfter) {
      for (const id of blobIds) {
        insert.run(id, freeAfter);
      }
    },
    keep: (blobId, taskNumber) => keep.run({ blobId, taskNumber }).changes === 1,
    freeOf(taskNumber) {
      freeOf.run(taskNumber);
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
  };
}
