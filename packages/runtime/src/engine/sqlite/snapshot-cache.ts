import type { TaskEvent } from '../task-event.ts';
import type { TaskSnapshot } from '../task-snapshot.ts';

/** A snapshot, and what it costs to keep. */
export interface CachedSnapshot {
  readonly snapshot: TaskSnapshot;
  /** Characters of the texts it was folded from. */
  readonly size: number;
}

/** The snapshots looked at last, by the numbers of their tasks. */
export interface SnapshotCache {
  get(taskNumber: number): CachedSnapshot | undefined;
  /** Keeps the newer of this and what it has of the task, and lets go of those not used for longest. */
  set(taskNumber: number, cached: CachedSnapshot): void;
}

/** In characters, over all tasks. */
const MAX_SIZE = 33_554_432;

/** A snapshot of few characters is an object of many fields all the same. */
const MAX_COUNT = 1000;

/**
 * Bounded by what the snapshots hold and by their number, so that memory does not grow with the
 * tasks there are. They never go stale: a log only grows, and the number of a task, under which
 * they are kept, is never given to another.
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

/** The events read last of the tasks read last. */
interface EventTails {
  /** The events of a page when all of them are known. */
  find(taskNumber: number, page: TailPage): readonly TaskEvent[] | undefined;
  /** `size` is how many characters they have; many are not kept. */
  keep(taskNumber: number, events: readonly TaskEvent[], size: number): void;
}

/** A page of a log. */
interface TailPage {
  /** Position of the first event wanted. */
  readonly first: number;
  /** Position of the last event there is. */
  readonly last: number;
  readonly limit: number;
}

/** In characters, of one task. */
const MAX_TAIL_SIZE = 262_144;

const MAX_TASKS = 64;

/**
 * All who follow a task read the same events at about the same time; one look into the database is
 * enough for them. Events never go stale: a log only grows, and the number of a task is never given
 * to another.
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
