import type { TaskEvent } from '../task-event.ts';
import type { TaskSnapshot } from '../task-snapshot.ts';

/** The maximum size of all cached snapshots together, in characters. */
const MAX_SIZE = 33_554_432;

/** The maximum of cached snapshots: even one of few characters is an object of many fields. */
const MAX_COUNT = 1000;

/** The maximum size of the cached events of one task, in characters. */
const MAX_TAIL_SIZE = 262_144;

const MAX_TASKS = 64;

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
export interface EventTails {
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
export function createEventTails(): EventTails {
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
