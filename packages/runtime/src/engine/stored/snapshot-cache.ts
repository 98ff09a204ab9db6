import type { TaskEvent } from '../task-event.ts';
import type { TaskSnapshot } from '../task-snapshot.ts';

/** The maximum size of all cached snapshots together, in characters. */
const MAX_SIZE = 33_554_432;

/** The largest number of cached snapshots; even a short one is an object of many fields. */
const MAX_COUNT = 1000;

/** The maximum size of the cached events of one task, in characters. */
const MAX_TAIL_SIZE = 262_144;

const MAX_TASKS = 64;

/** A snapshot of a task, and the size by which the cache limits itself. */
export interface CachedSnapshot {
  readonly snapshot: TaskSnapshot;
  /** The length of the events' texts from which the snapshot was made, in characters. */
  readonly size: number;
}

/**
 * The cache of the task snapshots that were read last, by the number of their task, limited by their
 * size and their number. A snapshot never becomes wrong, because the log of a task only grows, and
 * the number of a task is never reused.
 */
export class SnapshotCache<Cached extends CachedSnapshot = CachedSnapshot> {
  readonly #maxSize: number;
  readonly #maxCount: number;
  /** The snapshot that was set longest ago comes first. */
  readonly #entries = new Map<number, Cached>();
  #size = 0;

  constructor({
    maxSize = MAX_SIZE,
    maxCount = MAX_COUNT,
  }: {
    readonly maxSize?: number;
    readonly maxCount?: number;
  } = {}) {
    this.#maxSize = maxSize;
    this.#maxCount = maxCount;
  }

  get(taskNumber: number): Cached | undefined {
    return this.#entries.get(taskNumber);
  }

  /**
   * Caches a task's snapshot unless the cache has a newer one, and drops the snapshots that were
   * unused for longest.
   */
  set(taskNumber: number, cached: Cached): void {
    const before = this.#entries.get(taskNumber);
    // Two reads at the same time may end in reverse order.
    const newer =
      before !== undefined && before.snapshot.seq > cached.snapshot.seq ? before : cached;
    this.remove(taskNumber);
    this.#entries.set(taskNumber, newer);
    this.#size += newer.size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize && this.#entries.size <= this.#maxCount) break;
      this.remove(oldest);
    }
  }

  /** Forgets a task's snapshot, because it does not fit what is stored. */
  remove(taskNumber: number): void {
    this.#size -= this.#entries.get(taskNumber)?.size ?? 0;
    this.#entries.delete(taskNumber);
  }
}

/** The cache of the newest events of the tasks that were read last. */
export interface EventTails {
  /** Returns the events of a page of a task's log; `undefined` unless all of them are cached. */
  find(
    taskNumber: number,
    page: {
      /** The position of the first event of the page. */
      readonly first: number;
      /** The position of the last event in the task's log. */
      readonly last: number;
      readonly limit: number;
    },
  ): readonly TaskEvent[] | undefined;
  /**
   * Caches events that were read from a task's log; `size` is the length of their texts in
   * characters, and long events are not cached.
   */
  keep(taskNumber: number, events: readonly TaskEvent[], size: number): void;
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
