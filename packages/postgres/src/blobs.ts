import { EngineStorageError } from '@formwork/runtime';
import {
  type BlobTable,
  type EncodedEvent,
  fromBlobReference,
  type ReservedBlob,
} from '@formwork/runtime/internal';
import { type RawBuilder, sql } from 'kysely';
import type { Connection, Run } from './connection.ts';

/** Returns true if the text of an event refers to a blob. */
export function hasBlobs(events: readonly Pick<EncodedEvent, 'text'>[]): boolean {
  return events.some(({ text }) => fromBlobReference(text) !== undefined);
}

/**
 * The table in which the engine records which blobs hold long texts of events, and of which task.
 */
export class Blobs {
  readonly blobTable: BlobTable;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor({ schema, database, guard }: Connection) {
    this.#statements = prepareStatements({ schema });
    this.blobTable = new PostgresBlobTable({ schema, database, guard });
  }

  /** Returns the total size in bytes of the blobs that the given texts refer to. */
  async measure(run: Run, texts: readonly string[]): Promise<number> {
    const ids = findBlobIds(texts);
    if (ids.length === 0) return 0;
    const [sum] = await run<{ readonly bytes: number }>(this.#statements.sumRows, [ids]);
    return sum?.bytes ?? 0;
  }

  /**
   * Makes a task the owner of the blobs that texts refer to, inside the transaction that writes the
   * texts. Returns the bytes that this adds to the task.
   *
   * @throws EngineStorageError when a blob is not, or no longer, reserved
   */
  async keep(run: Run, taskNumber: number, texts: readonly string[]): Promise<number> {
    const ids = findBlobIds(texts);
    if (ids.length === 0) return 0;
    const rows = await run<{ readonly bytes: number }>(this.#statements.keepRow, [taskNumber, ids]);
    if (rows.length < ids.length) throw new EngineStorageError('BLOB_EXPIRED');
    return rows.reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

/** Prepares the statements of {@link Blobs}. */
function prepareStatements({ schema }: Pick<Connection, 'schema'>) {
  return {
    keepRow: {
      text: `update ${schema}.blob b set task_number = $1
      from (select id, task_number as before from ${schema}.blob where id = any($2::text[])
        order by id for update) old
      where b.id = old.id and (old.before = $1 or (old.before is null and b.free_after > 0))
      returning case when old.before is null then b.size else 0 end as bytes`,
    },
    sumRows: {
      text: `select coalesce(sum(size), 0)::bigint as bytes from ${schema}.blob
      where id = any($1::text[])`,
    },
  };
}

/** The rows of blobs: see `BlobTable`. */
class PostgresBlobTable implements BlobTable {
  readonly #database: Connection['database'];
  readonly #guard: Connection['guard'];
  readonly #now: RawBuilder<number>;

  constructor({ schema, database, guard }: Pick<Connection, 'schema' | 'database' | 'guard'>) {
    this.#database = database;
    this.#guard = guard;
    this.#now = sql<number>`${sql.raw(`${schema}.now_ms()`)}`;
  }

  async reserve(blobs: readonly ReservedBlob[], forMs: number): Promise<void> {
    const rows = blobs.map(({ blobId, bytes }) => ({
      id: blobId,
      task_number: null,
      free_after: sql<number>`${this.#now} + ${forMs}`,
      size: bytes.byteLength,
    }));
    await this.#guard(() => this.#database.insertInto('blob').values(rows).execute());
  }

  async dropUnkept(blobIds: readonly string[]): Promise<boolean> {
    // SQL has no empty list.
    if (blobIds.length === 0) return false;
    const dropped = await this.#guard(() =>
      this.#database
        .updateTable('blob')
        .set({ free_after: 0 })
        .where('id', 'in', blobIds)
        .where('task_number', 'is', null)
        .returning('id')
        .execute(),
    );
    return dropped.length > 0;
  }

  async hasUnkept(): Promise<boolean> {
    const rows = await this.#guard(() =>
      this.#database
        .selectFrom('blob')
        .select('id')
        .where('task_number', 'is', null)
        .limit(1)
        .execute(),
    );
    return rows.length > 0;
  }

  async takeFree(limit: number): Promise<readonly string[]> {
    const rows = await this.#guard(() =>
      this.#database
        .updateTable('blob')
        .set({ free_after: 0 })
        .where('id', 'in', (select) =>
          select
            .selectFrom('blob')
            .select('id')
            .where('task_number', 'is', null)
            .where('free_after', '<=', this.#now)
            .orderBy('free_after')
            .limit(limit)
            .forUpdate()
            .skipLocked(),
        )
        .returning('id')
        .execute(),
    );
    return rows.map(({ id }) => id);
  }

  async forget(blobIds: readonly string[]): Promise<void> {
    if (blobIds.length === 0) return;
    await this.#guard(() =>
      this.#database
        .deleteFrom('blob')
        .where('id', 'in', blobIds)
        .where('task_number', 'is', null)
        .execute(),
    );
  }

  async selectKept(limit: number): Promise<readonly string[]> {
    const rows = await this.#guard(() =>
      this.#database
        .selectFrom('blob')
        .select('id')
        .where('task_number', 'is not', null)
        .orderBy('size')
        .orderBy('id')
        .limit(limit)
        .execute(),
    );
    return rows.map(({ id }) => id);
  }
}

function findBlobIds(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => fromBlobReference(text)?.blobId ?? []))];
}
