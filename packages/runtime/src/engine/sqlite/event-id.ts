import { LogFullError } from '../../errors.ts';

/**
 * How many ids its events have: over 1,000,000 per task, for over 8,000,000,000 tasks below 2^53.
 */
const EVENTS_PER_TASK = 2 ** 20;

/**
 * Returns the id of the event at this position; position 0 has the facts that a task has from its
 * creation.
 */
export function eventIdOf(taskNumber: number, seq: number): number {
  return taskNumber * EVENTS_PER_TASK + seq;
}

/** Returns the position of an event in the log of its task. */
export function toSeq(eventId: number): number {
  return eventId % EVENTS_PER_TASK;
}

/** Returns the number of the task that an event belongs to. */
export function toTaskNumber(eventId: number): number {
  return Math.floor(eventId / EVENTS_PER_TASK);
}

/** How many positions are kept, so that a task whose log is full can still be ended. */
const KEPT_FOR_END = 64;

/** Events that are about to be added to a log. */
interface AddedEvents {
  readonly count: number;
  /** Whether the last of them ends the task. */
  readonly isEnd: boolean;
}

/** @throws LogFullError when the log of a task cannot take that many events more */
export function checkLogLength(seq: number, { count, isEnd }: AddedEvents): void {
  const limit = isEnd ? EVENTS_PER_TASK : EVENTS_PER_TASK - KEPT_FOR_END;
  if (seq + count >= limit) {
    throw new LogFullError(limit, seq + count);
  }
}
