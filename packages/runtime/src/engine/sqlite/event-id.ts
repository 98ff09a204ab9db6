import { LogFullError } from '../../errors.ts';

/**
 * The largest number of events that each task may have: 2^20, which leaves ids for over
 * 8,000,000,000 tasks below 2^53.
 */
const EVENTS_PER_TASK = 2 ** 20;

/**
 * Returns the id of the event at a position in a task's log. At position 0 is the task's origin,
 * such as its message.
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

/**
 * The number of positions that are reserved at the end of a log, so that a task whose log is full
 * can still be ended.
 */
const KEPT_FOR_END = 64;

/**
 * Checks that the log of a task may get more events.
 *
 * @throws LogFullError if it has none
 */
export function checkLogLength(
  seq: number,
  {
    count,
    isEnd,
  }: {
    readonly count: number;
    /** True if the last of the added events ends the task. */
    readonly isEnd: boolean;
  },
): void {
  const limit = isEnd ? EVENTS_PER_TASK : EVENTS_PER_TASK - KEPT_FOR_END;
  if (seq + count >= limit) {
    throw new LogFullError(limit, seq + count);
  }
}
