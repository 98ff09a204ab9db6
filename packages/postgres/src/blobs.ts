import { EngineStorageError } from '@formwork/runtime';
import { type BlobLedger, type EncodedEvent, fromBlobReference } from '@formwork/runtime/internal';
import { sql } from 'kysely';
import type { Connection, Run } from './connection.ts';

/**
 * The table in which the engine records which blobs hold long texts of events, and of which task.
 */
export interface Blobs {
  readonly ledger: BlobLedger;
  /** Returns the total size in bytes of the blobs that the given texts refer to. */
  measure(run: Run, texts: readonly string[]): Promise<number>;
  /**
   * Makes a task the owner of the blobs that texts refer to, inside the transaction that writes the
   * texts. Returns the bytes that this adds to the task.
   *
   * @throws EngineStorageError when a blob is not, or no longer, reserved
   */
  keep(run: Run, taskNumber: number, texts: readonly string[]): Promise<number>;
}

/** Returns true if the text of an event refers to a blob. */
export function hasBlobs(events: readonly Pick<EncodedEvent, 'text'>[]): boolean {
  return events.some(({ text }) => fromBlobReference(text) !== undefined);
}

/** Makes the access to the table of blobs in the database. */
export function createBlobs({ schema, database, guard }: Connection): Blobs {
  const now = sql<number>`${sql.raw(`${schema}.now_ms()`)}`;
  const keepRow = {
    text: `update ${schema}.blob b set task_number = $1
      from (select id, task_number as before from ${schema}.blob where id = any($2::text[])
        order by id for update) old
      where b.id = old.id and (old.before = $1 or (old.before is null and b.free_after > 0))
      returning case when old.before is null then b.size else 0 end as bytes`,
  };
  const sumRows = {
    text: `select coalesce(sum(size), 0)::bigint as bytes from ${schema}.blob
      where id = any($1::text[])`,
  };
  return {
    ledger: {
      async reserve(blobs, forMs) {
        const rows = blobs.map(({ blobId, bytes }) => ({
          id: blobId,
          task_number: null,
          free_after: sql<number>`${now} + ${forMs}`,
          size: bytes.byteLength,
        }));
        await guard(() => database.insertInto('blob').values(rows).execute());
      },
      async dropUnkept(blobIds) {
        // SQL has no empty list.
        if (blobIds.length === 0) return false;
        const dropped = await guard(() =>
          database
            .updateTable('blob')
            .set({ free_after: 0 })
            .where('id', 'in', blobIds)
            .where('task_number', 'is', null)
            .returning('id')
            .execute(),
        );
        return dropped.length > 0;
      },
      async hasUnkept() {
        const found = await guard(() =>
          database
            .selectFrom('blob')
            .select('id')
            .where('task_number', 'is', null)
            .limit(1)
            .execute(),
        );
        return found.length > 0;
      },
      async takeFree(limit) {
        const taken = await guard(() =>
          database
            .updateTable('blob')
            .set({ free_after: 0 })
            .where('id', 'in', (select) =>
              select
                .selectFrom('blob')
                .select('id')
                .where('task_number', 'is', null)
                .where('free_after', '<=', now)
                .orderBy('free_after')
                .limit(limit)
                .forUpdate()
                .skipLocked(),
            )
            .returning('id')
            .execute(),
        );
        return taken.map(({ id }) => id);
      },
      async forget(blobIds) {
        if (blobIds.length === 0) return;
        await guard(() =>
          database
            .deleteFrom('blob')
            .where('id', 'in', blobIds)
            .where('task_number', 'is', null)
            .execute(),
        );
      },
      async selectKept(limit) {
        const kept = await guard(() =>
          database
            .selectFrom('blob')
            .select('id')
            .where('task_number', 'is not', null)
            .orderBy('size')
            .orderBy('id')
            .limit(limit)
            .execute(),
        );
        return kept.map(({ id }) => id);
      },
    },
    async measure(run, texts) {
      const ids = findBlobIds(texts);
      if (ids.length === 0) return 0;
      const [sum] = await run<{ readonly bytes: number }>(sumRows, [ids]);
      return sum?.bytes ?? 0;
    },
    async keep(run, taskNumber, texts) {
      const ids = findBlobIds(texts);
      if (ids.length === 0) return 0;
      const kept = await run<{ readonly bytes: number }>(keepRow, [taskNumber, ids]);
      if (kept.length < ids.length) throw new EngineStorageError('BLOB_EXPIRED');
      return kept.reduce((sum, { bytes }) => sum + bytes, 0);
    },
  };
}

function findBlobIds(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => fromBlobReference(text)?.blobId ?? []))];
}
