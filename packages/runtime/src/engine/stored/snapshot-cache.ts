import type { TaskEvent } from '../task-event.ts';
import type { TaskSnapshot } from '../task-snapshot.ts';

/** The maximum size of all cached snapshots together, in characters. */
const MAX_SIZE = 33_554_432;

/** The maximum of cached snapshots: even one of few characters is an object of many fields. */
const MAX_COUNT = 1000;

/** The maximum size of the cached events of one task, in characters. */
const MAX_TAIL_SIZE = 262_144;

const MAX_TASKS = 64;

/** A snapshot, and the size by which the cache counts it. */
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
 * Makes a cache that is limited by the size and the number of snapshots. Snapshots never become
 * wrong, because a log only grows, and the number of a task is never reused.
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
   * Caches events that were read; `size` is their length in characters, and long ones are not
   * cached.
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
 * Makes a cache of the newest events. All subscribers of a task read the same events at about the
 * same time, so one read of the database serves all. Events never become wrong, because a log only
 * grows, and the number of a task is never reused.
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
