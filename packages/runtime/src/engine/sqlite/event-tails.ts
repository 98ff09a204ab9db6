import type { TaskEvent } from '../task-event.ts';

/** The events read last of the tasks read last. */
export interface EventTails {
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

const MAX_TASKS = 64;
/** In characters, of one task. */
const MAX_SIZE = 262_144;

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
      if (size > MAX_SIZE) {
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
