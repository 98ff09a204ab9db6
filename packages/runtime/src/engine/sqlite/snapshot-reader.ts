import { TaskDamagedError } from '../../errors.ts';
import { foldEvents, createBlankSnapshot } from '../fold-events.ts';
import type { TaskEvent } from '../task-event.ts';
import type { TaskSnapshot } from '../task-snapshot.ts';
import { computeChecksum } from './checksums.ts';
import { decodeEvent } from './event-codec.ts';
import { eventIdOf, toSeq } from './event-id.ts';
import type { LongTexts } from './long-texts.ts';
import { decodeOrigin } from './packing.ts';
import { fromStoredScope, fromBlobReference, fromStoredText } from './stored-text.ts';
import type { PlacedRow, TaskRow } from './task-row.ts';
import { FormworkError } from '@formwork/schema';
import Database from 'better-sqlite3';

/** The maximum size of all cached snapshots together, in characters. */
const MAX_SIZE = 33_554_432;

/** The maximum of cached snapshots: even one of few characters is an object of many fields. */
const MAX_COUNT = 1000;

/** The maximum size of the cached events of one task, in characters. */
const MAX_TAIL_SIZE = 262_144;

const MAX_TASKS = 64;

/** A value, or the promise of it if something must be fetched from the blob store first. */
type Soon<Value> = Value | Promise<Value>;

/** Reads logs, whole or folded. Both throw, or reject with, `TaskDamagedError`. */
export interface SnapshotReader {
  /**
   * Reads the task as it is now; it was deleted meanwhile. Costs the events since the last look,
   * and nothing when `lastSeq`, the end of its log, says that there are none.
   */
  getSnapshot(row: TaskRow, lastSeq?: number): Soon<TaskSnapshot | undefined>;
  readEvents(row: PlacedRow, page: EventPage): Soon<readonly TaskEvent[]>;
}

/** The events to read: those above `after`, at most `limit`. */
interface EventPage {
  readonly after: number;
  readonly limit: number;
}

interface EventRow {
  readonly id: number;
  readonly time: number;
  readonly text: string;
  /** The checksum of the event; null only in rows of earlier versions. */
  readonly checksum: number | null;
}

/** The number of blobs that are read at the same time. */
const FETCH_SIZE = 8;

/**
 * Makes the reader. It remembers the snapshots that were looked at last, and reads only the events
 * that came since.
 */
export function createSnapshotReader(
  database: Database.Database,
  longTexts: Pick<LongTexts, 'load'>,
): SnapshotReader {
  const select = database.prepare<[number, number, number], EventRow>(
    'select id, time, text, checksum from event where id >= ? and id < ? order by id limit ?',
  );
  const cache = createSnapshotCache();
  const tails = createEventTails();

  /** Calls `use` with event rows and their texts: at once if no text is in the blob store. */
  function withRows<Value>(
    row: TaskRow,
    { first, limit }: { readonly first: number; readonly limit: number },
    use: (rows: readonly EventRow[]) => Value,
  ): Soon<Value> {
    return guard(row, () => {
      const rows = select.all(eventIdOf(row.number, first), eventIdOf(row.number + 1, 0), limit);
      for (const [index, event] of rows.entries()) check(event, { row, seq: first + index });
      return rows.some(({ text }) => fromBlobReference(text) !== undefined)
        ? fetchTexts(fromStoredText(row.id), rows).then((fetched) => guard(row, () => use(fetched)))
        : use(rows);
    });
  }

  async function fetchTexts(
    taskId: string,
    rows: readonly EventRow[],
  ): Promise<readonly EventRow[]> {
    const fetched: EventRow[] = [];
    for (let start = 0; start < rows.length; start += FETCH_SIZE) {
      const some = rows.slice(start, start + FETCH_SIZE).map(async (row) => {
        return { ...row, text: await longTexts.load(taskId, row.text) };
      });
      fetched.push(...(await Promise.all(some)));
    }
    return fetched;
  }

  function remember(row: TaskRow, cached: CachedSnapshot): TaskSnapshot {
    cache.set(row.number, cached);
    return cached.snapshot;
  }

  return {
    getSnapshot(row, lastSeq) {
      const cached = cache.get(row.number);
      const place = { row, lastSeq };
      if (cached !== undefined && cached.snapshot.seq === lastSeq) {
        return remember(row, cached);
      }
      if (cached !== undefined) {
        return withRows(row, { first: cached.snapshot.seq + 1, limit: -1 }, (added) =>
          remember(row, {
            snapshot: checkState(foldEvents(cached.snapshot, added.map(readTaskEvent)), place),
            size: cached.size + sumSizes(added),
          }),
        );
      }
      return withRows(row, { first: 0, limit: -1 }, ([origin, ...events]) => {
        if (origin === undefined) {
          return undefined;
        }
        const blank = createBlankSnapshot(readNewTask(row, origin), toTimestamp(origin.time));
        const size = origin.text.length + sumSizes(events);
        const snapshot = checkState(foldEvents(blank, events.map(readTaskEvent)), place);
        return remember(row, { snapshot, size });
      });
    },
    readEvents(row, { after, limit }) {
      const page = { first: Math.max(0, after) + 1, last: toSeq(row.last_event), limit };
      if (page.first > page.last || limit <= 0) {
        return [];
      }
      const known = tails.find(row.number, page);
      if (known !== undefined) {
        return known;
      }
      return withRows(row, page, (rows) => {
        if (rows.length < Math.min(limit, page.last - page.first + 1)) {
          // Also when the task was deleted since its row was read; whoever asked looks again.
          throw new TaskDamagedError(fromStoredText(row.id));
        }
        const events = rows.map(readTaskEvent);
        tails.keep(row.number, events, sumSizes(rows));
        return events;
      });
    },
  };
}

/**
 * Checks one row of a log by its checksum and its position.
 *
 * @throws TaskDamagedError if it is not as it was written, or not the next one
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
 * Checks the state that the last events led to, because they may be gone without another trace. It
 * says nothing of a task that went on since its row was read.
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
 * Reads rows, and throws `TaskDamagedError` when they cannot be read: rows that nobody could check
 * before there were checksums may hold anything.
 */
function guard<Value>(row: TaskRow, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const isDamaged =
      error instanceof Database.SqliteError
        ? error.code.startsWith('SQLITE_CORRUPT')
        : !(error instanceof FormworkError);
    throw isDamaged ? new TaskDamagedError(fromStoredText(row.id), { cause: error }) : error;
  }
}

function readNewTask(row: TaskRow, origin: EventRow): Parameters<typeof createBlankSnapshot>[0] {
  const ids = { id: fromStoredText(row.id), contextId: fromStoredText(row.context_id) };
  return { ...ids, scope: fromStoredScope(row.scope), ...decodeOrigin(origin.text, ids) };
}

function readTaskEvent({ id, time, text }: EventRow): TaskEvent {
  return { seq: toSeq(id), timestamp: toTimestamp(time), event: decodeEvent(text) };
}

function toTimestamp(time: number): string {
  return new Date(time).toISOString();
}

function sumSizes(rows: readonly EventRow[]): number {
  return rows.reduce((sum, { text }) => sum + text.length, 0);
}

/** A snapshot, and what it costs to keep. */
export interface CachedSnapshot {
  readonly snapshot: TaskSnapshot;
  /** The length of the texts that the snapshot was folded from, in characters. */
  readonly size: number;
}

/** The cache of the snapshots that were read last, by the numbers of their tasks. */
export interface SnapshotCache {
  get(taskNumber: number): CachedSnapshot | undefined;
  /**
   * Keeps this snapshot unless the cache has a newer one of the task, and drops those not used for
   * longest.
   */
  set(taskNumber: number, cached: CachedSnapshot): void;
}

/**
 * Makes a cache, bounded by the size of the snapshots and by their number, so that memory does not
 * grow with the tasks there are. Snapshots never go stale: a log only grows, and the number of a
 * task, under which they are kept, is never given to another.
 */
export function createSnapshotCache({
  maxSize = MAX_SIZE,
  maxCount = MAX_COUNT,
}: { maxSize?: number; maxCount?: number } = {}): SnapshotCache {
  const entries = new Map<number, CachedSnapshot>();
  let size = 0;

  function remove(taskNumber: number): void {
    size -= entries.get(taskNumber)?.size ?? 0;
    entries.delete(taskNumber);
  }

  return {
    get: (taskNumber) => entries.get(taskNumber),
    set(taskNumber, cached) {
      const before = entries.get(taskNumber);
      // Two looks at once may end in the other order.
      const newer =
        before !== undefined && before.snapshot.seq > cached.snapshot.seq ? before : cached;
      remove(taskNumber);
      entries.set(taskNumber, newer);
      size += newer.size;
      for (const oldest of entries.keys()) {
        if (size <= maxSize && entries.size <= maxCount) {
          break;
        }
        remove(oldest);
      }
    },
  };
}

/** The cache of the newest events of the tasks that were read last. */
interface EventTails {
  /** Returns the events of a page if all of them are cached. */
  find(taskNumber: number, page: TailPage): readonly TaskEvent[] | undefined;
  /**
   * Keeps events that were read; `size` is how many characters they have, and those of many are not
   * kept.
   */
  keep(taskNumber: number, events: readonly TaskEvent[], size: number): void;
}

/** A page of a log. */
interface TailPage {
  /** The position of the first event of the page. */
  readonly first: number;
  /** The position of the last event of the log. */
  readonly last: number;
  readonly limit: number;
}

/**
 * Makes a memory of the newest events. All who follow a task read the same events at about the same
 * time, and one look into the database is enough for them. Events never go stale: a log only grows,
 * and the number of a task is never given to another.
 */
function createEventTails(): EventTails {
  const tails = new Map<number, readonly TaskEvent[]>();
  return {
    find(taskNumber, { first, last, limit }) {
      const tail = tails.get(taskNumber);
      const [start] = tail ?? [];
      if (tail === undefined || start === undefined || first < start.seq) {
        return undefined;
      }
      const from = first - start.seq;
      const to = Math.min(from + limit, last - start.seq + 1);
      return to <= tail.length ? tail.slice(from, to) : undefined;
    },
    keep(taskNumber, events, size) {
      tails.delete(taskNumber);
      if (size > MAX_TAIL_SIZE) {
        return;
      }
      tails.set(taskNumber, events);
      for (const [oldest] of tails) {
        if (tails.size <= MAX_TASKS) {
          break;
        }
        tails.delete(oldest);
      }
    },
  };
}
