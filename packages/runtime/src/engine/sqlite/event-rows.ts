import { EngineStorageError } from '../../errors.ts';
import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import { MEMO_START } from '../stored/event-codec.ts';
import { fromBlobReference } from '../stored/stored-text.ts';
import type { BlobRows } from './blob-rows.ts';
import { type CheckedEvent, type CheckedOwner, computeChecksum } from './checksums.ts';
import { eventIdOf, toSeq, toTaskNumber } from './event-id.ts';
import { type LazyStatement, prepareLateStatement } from './statements.ts';

/** An event for a row of a log, whose text may be a reference to a blob. */
export interface NewEventRow extends CheckedEvent {
  /** The columns of the event's task, which the checksum of its first event covers. */
  readonly owner?: CheckedOwner | undefined;
}

/** The size of events in bytes: of their texts, and of the blobs that the texts refer to. */
export interface EventBytes {
  readonly ofText: number;
  readonly ofBlob: number;
}

/** The rows of the logs of tasks. Methods that write MUST be called inside a transaction. */
export interface EventRows {
  /**
   * Adds events, and returns their size.
   *
   * @throws EngineStorageError if the blob of an event was deleted
   */
  add(events: readonly NewEventRow[]): EventBytes;
  /** Returns the position and the time of the last event in a task's log; 0 if it has none. */
  findLast(taskNumber: number): { readonly seq: number; readonly time: number };
  /** Returns true if all of a task's events after position `after` are memos, or there are none. */
  areMemos(taskNumber: number, after: number): boolean;
  /** Returns the size in bytes of a task's events after position `after`, up to position `end`. */
  measure(taskNumber: number, range: { readonly after: number; readonly end: number }): number;
  /** Deletes the log of a task, and returns the number of deleted events. */
  deleteAll(taskNumber: number): number;
}

/** The largest number of rows that one statement adds. A short task has five. */
const MAX_ROWS = 8;

type Column = number | string;

/** Makes the access to the rows of logs. The table must exist when a method is called. */
export function createEventRows(
  database: SqliteDatabase,
  blobs: Pick<BlobRows, 'keep'>,
): EventRows {
  // One statement adds all rows of a short task, because each statement costs a call of its own.
  const inserts: readonly LazyStatement<Column[], unknown>[] = Array.from(
    { length: MAX_ROWS },
    (_, index) =>
      prepareLateStatement<Column[]>(
        database,
        `insert into event (id, time, text, checksum) values ${'(?, ?, ?, ?), '.repeat(index)}(?, ?, ?, ?)`,
      ),
  );
  const findLast = prepareLateStatement<[number], { readonly id: number; readonly time: number }>(
    database,
    'select id, time from event where id < ? order by id desc limit 1',
  );
  const findOther = prepareLateStatement<[number, number]>(
    database,
    `select 1 from event where id >= ? and id < ?
      and substr(text, 1, ${MEMO_START.length}) <> '${MEMO_START}' limit 1`,
  );
  const measure = prepareLateStatement<[number, number], { readonly bytes: number | null }>(
    database,
    'select sum(octet_length(text)) as bytes from event where id >= ? and id < ?',
  );
  const deleteAll = prepareLateStatement<[number, number]>(
    database,
    'delete from event where id >= ? and id < ?',
  );

  function keepBlob({ id, text }: CheckedEvent): number {
    const blob = fromBlobReference(text);
    const bytes = blob === undefined ? 0 : blobs.keep(blob.blobId, toTaskNumber(id));
    if (bytes === undefined) throw new EngineStorageError('BLOB_EXPIRED');
    return bytes;
  }

  return {
    add(events) {
      let ofText = 0;
      let ofBlob = 0;
      for (let start = 0; start < events.length; start += MAX_ROWS) {
        const columns: Column[] = [];
        const count = Math.min(MAX_ROWS, events.length - start);
        for (const event of events.slice(start, start + count)) {
          ofBlob += keepBlob(event);
          ofText += Buffer.byteLength(event.text);
          columns.push(event.id, event.time, event.text, computeChecksum(event, event.owner));
        }
        inserts[count - 1]?.run(...columns);
      }
      return { ofText, ofBlob };
    },
    findLast(taskNumber) {
      const { id, time } = findLast.get(eventIdOf(taskNumber + 1, 0)) ?? { id: 0, time: 0 };
      return { seq: toSeq(id), time };
    },
    areMemos(taskNumber, after) {
      const range = [eventIdOf(taskNumber, after + 1), eventIdOf(taskNumber + 1, 0)] as const;
      return findOther.get(...range) === undefined;
    },
    measure(taskNumber, { after, end }) {
      if (after >= end) return 0;
      const range = [eventIdOf(taskNumber, after + 1), eventIdOf(taskNumber, end + 1)] as const;
      return measure.get(...range)?.bytes ?? 0;
    },
    deleteAll: (taskNumber) =>
      deleteAll.run(eventIdOf(taskNumber, 0), eventIdOf(taskNumber + 1, 0)).changes,
  };
}
