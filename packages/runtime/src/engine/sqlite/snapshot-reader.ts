import type Database from 'better-sqlite3';
import { foldEvents, toBlankSnapshot } from '../fold-events.ts';
import type { TaskEvent } from '../task-event.ts';
import type { TaskSnapshot } from '../task-snapshot.ts';
import { decodeEvent, decodeOrigin } from './event-codec.ts';
import { createEventTails } from './event-tails.ts';
import { toEventId, toSeq } from './event-id.ts';
import { fromStoredText } from './stored-text.ts';
import type { PlacedRow, TaskRow } from './task-row.ts';

/** Reads logs, whole or folded. */
export interface SnapshotReader {
  /**
   * The task as it is now; `undefined` when it was deleted meanwhile. Costs the events since the
   * last look, and nothing when `lastSeq`, the end of its log, says that there are none.
   */
  getSnapshot(row: TaskRow, lastSeq?: number): TaskSnapshot | undefined;
  readEvents(row: PlacedRow, page: EventPage): readonly TaskEvent[];
}

/** Which events to read: those above `after`, at most `limit`. */
interface EventPage {
  readonly after: number;
  readonly limit: number;
}

interface EventRow {
  readonly id: number;
  readonly time: number;
  readonly text: string;
}

interface CachedSnapshot {
  readonly snapshot: TaskSnapshot;
  /** Characters of the texts it was folded from. */
  readonly size: number;
}

/** In characters, over all tasks. */
const MAX_CACHE_SIZE = 33_554_432;

/**
 * Remembers the snapshots looked at last. They never go stale: a log only grows, and the number
 * of a task, under which they are kept, is never given to another.
 */
export function createSnapshotReader(database: Database.Database): SnapshotReader {
  const select = database.prepare<[number, number, number], EventRow>(
    'select id, time, text from event where id >= ? and id < ? order by id limit ?',
  );
  const cache = new Map<number, CachedSnapshot>();
  let cacheSize = 0;
  const tails = createEventTails();

  function selectRows(number: number, first: number, limit: number): EventRow[] {
    return select.all(toEventId(number, first), toEventId(number + 1, 0), limit);
  }

  function remember(number: number, cached: CachedSnapshot, before = 0): void {
    cacheSize += cached.size - before;
    cache.delete(number);
    cache.set(number, cached);
    for (const [oldest, { size }] of cache) {
      if (cacheSize <= MAX_CACHE_SIZE) {
        break;
      }
      cacheSize -= size;
      cache.delete(oldest);
    }
  }

  function fold(row: TaskRow, cached: CachedSnapshot | undefined): CachedSnapshot | undefined {
    if (cached !== undefined) {
      const added = selectRows(row.number, cached.snapshot.seq + 1, -1);
      const snapshot = foldEvents(cached.snapshot, added.map(toTaskEvent));
      return { snapshot, size: cached.size + sumSizes(added) };
    }
    const [origin, ...events] = selectRows(row.number, 0, -1);
    if (origin === undefined) {
      return undefined;
    }
    const task = {
      id: fromStoredText(row.id),
      scope: fromStoredText(row.scope),
      contextId: fromStoredText(row.context_id),
      ...decodeOrigin(origin.text),
    };
    const blank = toBlankSnapshot(task, toTimestamp(origin.time));
    const size = origin.text.length + sumSizes(events);
    return { snapshot: foldEvents(blank, events.map(toTaskEvent)), size };
  }

  return {
    getSnapshot(row, lastSeq) {
      const before = cache.get(row.number);
      if (before !== undefined && before.snapshot.seq === lastSeq) {
        remember(row.number, before, before.size);
        return before.snapshot;
      }
      const cached = fold(row, before);
      if (cached !== undefined) {
        remember(row.number, cached, before?.size);
      }
      return cached?.snapshot;
    },
    readEvents({ number, last_event: lastEvent }, { after, limit }) {
      const page = { first: Math.max(0, after) + 1, last: toSeq(lastEvent), limit };
      if (page.first > page.last || limit <= 0) {
        return [];
      }
      const known = tails.find(number, page);
      if (known !== undefined) {
        return known;
      }
      const rows = selectRows(number, page.first, limit);
      const events = rows.map(toTaskEvent);
      tails.keep(number, events, sumSizes(rows));
      return events;
    },
  };
}

function toTaskEvent({ id, time, text }: EventRow): TaskEvent {
  return { seq: toSeq(id), timestamp: toTimestamp(time), event: decodeEvent(text) };
}

function toTimestamp(time: number): string {
  return new Date(time).toISOString();
}

function sumSizes(rows: readonly EventRow[]): number {
  return rows.reduce((sum, { text }) => sum + text.length, 0);
}
