import { FormworkError } from '@formwork/schema';
import { TaskDamagedError } from '../../errors.ts';
import type { SqliteDatabase, SqliteStatement } from '../../sqlite/sqlite-database.ts';
import { isSqliteError } from '../../sqlite/sqlite-error.ts';
import { foldEvents, createBlankSnapshot } from '../fold-events.ts';
import { toTimestamp } from '../requests.ts';
import { decodeEvent } from '../stored/event-codec.ts';
import type { LongTexts } from '../stored/long-texts.ts';
import { decodeOrigin } from '../stored/packing.ts';
import { type CachedSnapshot, createEventTails, SnapshotCache } from '../stored/snapshot-cache.ts';
import { fromStoredScope, fromBlobReference, fromStoredText } from '../stored/stored-text.ts';
import type { NewTask } from '../task-engine.ts';
import type { TaskEvent } from '../task-event.ts';
import type { TaskSnapshot } from '../task-snapshot.ts';
import { computeChecksum } from './checksums.ts';
import { eventIdOf, toSeq } from './event-id.ts';
import type { PlacedRow, TaskRow } from './task-row.ts';

/** A value, or the promise of it if something must be fetched from the blob store first. */
type Awaitable<Value> = Value | Promise<Value>;

interface EventRow {
  readonly id: number;
  readonly time: number;
  readonly text: string;
  /** The checksum of the event's row; null only in rows from earlier versions of the program. */
  readonly checksum: number | null;
}

/** The largest number of blobs that a read of a task loads from the blob store at the same time. */
const FETCH_SIZE = 8;

/**
 * Reads tasks, as snapshots or with their whole logs. Both methods fail with `TaskDamagedError` if
 * a task is damaged. The reader keeps the snapshots that it read last in memory, and reads only later
 * events.
 */
export class SnapshotReader {
  readonly #longTexts: Pick<LongTexts, 'load'>;
  readonly #select: SqliteStatement<[number, number, number], EventRow>;
  readonly #cache = new SnapshotCache();
  readonly #tails = createEventTails();

  constructor(database: SqliteDatabase, longTexts: Pick<LongTexts, 'load'>) {
    this.#longTexts = longTexts;
    this.#select = database.prepare<[number, number, number], EventRow>(
      'select id, time, text, checksum from event where id >= ? and id < ? order by id limit ?',
    );
  }

  /**
   * Returns the snapshot of a task at the end of its log; `undefined` if the task was deleted
   * meanwhile. Reads only events after the snapshot in memory, and none if `lastSeq`, the position
   * of the last event, shows that there are none.
   */
  getSnapshot(row: TaskRow, lastSeq?: number): Awaitable<TaskSnapshot | undefined> {
    const cached = this.#cache.get(row.number);
    const expected = { row, lastSeq };
    if (cached !== undefined && cached.snapshot.seq === lastSeq) {
      return this.#remember(row, cached);
    }
    if (cached !== undefined) {
      return this.#withRows(row, { first: cached.snapshot.seq + 1, limit: -1 }, (added) =>
        this.#remember(row, {
          snapshot: checkState(foldEvents(cached.snapshot, added.map(readTaskEvent)), expected),
          size: cached.size + sumSizes(added),
        }),
      );
    }
    return this.#withRows(row, { first: 0, limit: -1 }, ([origin, ...events]) => {
      if (origin === undefined) {
        return undefined;
      }
      const blank = createBlankSnapshot(readNewTask(row, origin), toTimestamp(origin.time));
      const size = origin.text.length + sumSizes(events);
      const snapshot = checkState(foldEvents(blank, events.map(readTaskEvent)), expected);
      return this.#remember(row, { snapshot, size });
    });
  }

  /** Reads a task with its whole log. */
  readWhole(row: PlacedRow): Awaitable<{
    readonly task: NewTask;
    readonly createdAt: string;
    readonly events: readonly TaskEvent[];
  }> {
    return this.#withRows(row, { first: 0, limit: -1 }, ([origin, ...rows]) => {
      if (origin === undefined) throw new TaskDamagedError(fromStoredText(row.id));
      const [task, createdAt] = [readNewTask(row, origin), toTimestamp(origin.time)];
      const events = rows.map(readTaskEvent);
      const snapshot = foldEvents(createBlankSnapshot(task, createdAt), events);
      checkState(snapshot, { row, lastSeq: toSeq(row.last_event) });
      return { task, createdAt, events };
    });
  }

  readEvents(
    row: PlacedRow,
    {
      after,
      limit,
    }: {
      readonly after: number;
      readonly limit: number;
    },
  ): Awaitable<readonly TaskEvent[]> {
    const page = { first: Math.max(0, after) + 1, last: toSeq(row.last_event), limit };
    if (page.first > page.last || limit <= 0) {
      return [];
    }
    const tail = this.#tails.find(row.number, page);
    if (tail !== undefined) {
      return tail;
    }
    return this.#withRows(row, page, (rows) => {
      if (rows.length < Math.min(limit, page.last - page.first + 1)) {
        // The task may also have been deleted since its row was read; the caller checks that.
        throw new TaskDamagedError(fromStoredText(row.id));
      }
      const events = rows.map(readTaskEvent);
      this.#tails.keep(row.number, events, sumSizes(rows));
      return events;
    });
  }

  /**
   * Calls `use` with the rows of events and their texts: at once, unless a text must be loaded from
   * the blob store.
   */
  #withRows<Value>(
    row: TaskRow,
    { first, limit }: { readonly first: number; readonly limit: number },
    use: (rows: readonly EventRow[]) => Value,
  ): Awaitable<Value> {
    return guard(row, () => {
      const rows = this.#select.all(
        eventIdOf(row.number, first),
        eventIdOf(row.number + 1, 0),
        limit,
      );
      for (const [index, event] of rows.entries()) check(event, { row, seq: first + index });
      return rows.some(({ text }) => fromBlobReference(text) !== undefined)
        ? this.#fetchTexts(fromStoredText(row.id), rows).then((fetched) =>
            guard(row, () => use(fetched)),
          )
        : use(rows);
    });
  }

  async #fetchTexts(taskId: string, rows: readonly EventRow[]): Promise<readonly EventRow[]> {
    const fetched: EventRow[] = [];
    for (let start = 0; start < rows.length; start += FETCH_SIZE) {
      const batch = rows.slice(start, start + FETCH_SIZE).map(async (row) => {
        return { ...row, text: await this.#longTexts.load(taskId, row.text) };
      });
      fetched.push(...(await Promise.all(batch)));
    }
    return fetched;
  }

  #remember(row: TaskRow, cached: CachedSnapshot): TaskSnapshot {
    this.#cache.set(row.number, cached);
    return cached.snapshot;
  }
}

/**
 * Checks that one row of a log matches its checksum and stands at its position.
 *
 * @throws TaskDamagedError if the row is damaged, or is not the next one
 */
function check(
  event: EventRow,
  { row, seq }: { readonly row: TaskRow; readonly seq: number },
): void {
  const isChanged =
    event.checksum !== null &&
    event.checksum !== computeChecksum(event, seq === 0 ? row : undefined);
  if (isChanged || toSeq(event.id) !== seq) throw new TaskDamagedError(fromStoredText(row.id));
}

/**
 * Checks that the state in a task's row is the last one of its log, because lost events leave no
 * other trace. A task that has changed since its row was read is not checked.
 */
function checkState(
  snapshot: TaskSnapshot,
  { row, lastSeq }: { readonly row: TaskRow; readonly lastSeq: number | undefined },
): TaskSnapshot {
  const isWhole = snapshot.seq >= (lastSeq ?? 1);
  const isInState = snapshot.seq !== lastSeq || snapshot.state === row.state;
  if (isWhole && isInState) return snapshot;
  throw new TaskDamagedError(fromStoredText(row.id));
}

/**
 * Calls a function that reads rows, and turns its errors into `TaskDamagedError`: rows without a
 * checksum, from earlier versions, may contain anything.
 */
function guard<Value>(row: TaskRow, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const isDamaged = isSqliteError(error)
      ? error.code.startsWith('SQLITE_CORRUPT')
      : !(error instanceof FormworkError);
    throw isDamaged ? new TaskDamagedError(fromStoredText(row.id), { cause: error }) : error;
  }
}

function readNewTask(row: TaskRow, origin: EventRow): NewTask {
  const ids = { id: fromStoredText(row.id), contextId: fromStoredText(row.context_id) };
  return { ...ids, scope: fromStoredScope(row.scope), ...decodeOrigin(origin.text, ids) };
}

function readTaskEvent({ id, time, text }: EventRow): TaskEvent {
  return { seq: toSeq(id), timestamp: toTimestamp(time), event: decodeEvent(text) };
}

function sumSizes(rows: readonly EventRow[]): number {
  return rows.reduce((sum, { text }) => sum + text.length, 0);
}
