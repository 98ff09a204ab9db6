import type { PruneRequest } from './task-engine.ts';
import {
  isInterruptedState,
  isTerminalState,
  type NewTaskEvent,
  type TaskStateName,
} from './task-event.ts';

/**
 * Returns true for an event that ends the lease of its task: a status after which it does not run.
 */
export function isLeaseEnd(event: NewTaskEvent): boolean {
  return event.kind === 'status' && isRestState(event.state);
}

/**
 * Returns true for an event after which the task waits for its caller: a question or a request to
 * sign in.
 */
export function isInterruption(event: NewTaskEvent | undefined): boolean {
  return event?.kind === 'status' && isInterruptedState(event.state);
}

/** Returns true for an event with which a task gets on, so that its attempts are counted anew. */
export function isProgress(event: NewTaskEvent): boolean {
  return event.kind === 'memo';
}

/** Returns true if the events of a reply let the task run again. */
export function isWorkLeft(events: readonly NewTaskEvent[]): boolean {
  const last = events.at(-1);
  return last?.kind === 'status' && last.state === 'working';
}

/**
 * Checks events that are appended under a lease.
 *
 * @throws TypeError when something follows an event that ends the lease
 */
export function checkNewEvents(events: readonly NewTaskEvent[]): void {
  for (let index = 0; index < events.length - 1; index += 1) {
    const event = events[index];
    if (event !== undefined && event.kind === 'status' && isRestState(event.state)) {
      throw new TypeError(
        `Cannot append events because a terminal or interrupted state must be the last: current value is ${event.state} at ${index} of ${events.length}`,
      );
    }
  }
}

/**
 * Checks that the events of a reply end with their only status, of a state that `TaskEngine.reply`
 * allows.
 *
 * @throws TypeError if they do not
 */
export function checkReplyEvents(events: readonly NewTaskEvent[]): void {
  for (const [index, event] of events.entries()) {
    const isLast = index === events.length - 1;
    const decides = event.kind === 'status';
    if (decides !== isLast || (decides && !isReplyEnd(event.state))) {
      const shown = event.kind === 'status' ? event.state : event.kind;
      throw new TypeError(
        `Cannot reply to a task because the events must end with their only working, interrupted or terminal state: current value is ${shown} at ${index} of ${events.length}`,
      );
    }
  }
  if (events.length === 0) {
    throw new TypeError(
      'Cannot reply to a task because the events must end with a status: current value is no events',
    );
  }
}

/** True for a state in which a task is over or waits for its caller. */
export function isRestState(state: TaskStateName): boolean {
  return isTerminalState(state) || isInterruptedState(state);
}

function isReplyEnd(state: TaskStateName): boolean {
  return state === 'working' || isRestState(state);
}

/** A {@link PruneRequest} after its defaults were filled in. */
export interface Pruning {
  /**
   * The time before which a task must have ended to be deleted, in milliseconds since 1970;
   * negative if age does not matter.
   */
  readonly before: number;
  readonly keep: number;
  readonly limit: number;
}

const DEFAULT_PRUNE_LIMIT = 1000;

/**
 * Reads a request to prune tasks and fills in its defaults.
 *
 * @throws RangeError for a time or number that is not valid
 */
export function parsePruneRequest(request: PruneRequest): Pruning {
  const { finishedBefore, keepFinished, limit = DEFAULT_PRUNE_LIMIT } = request;
  return {
    before:
      finishedBefore === undefined
        ? -1
        : parseTime(finishedBefore, 'Cannot prune tasks because finishedBefore'),
    keep:
      keepFinished === undefined
        ? Number.POSITIVE_INFINITY
        : checkCount(keepFinished, 'keepFinished'),
    limit: checkCount(limit, 'limit'),
  };
}

function checkCount(count: number, name: string): number {
  if (!Number.isInteger(count) || count < 0) {
    throw new RangeError(
      `Cannot prune tasks because ${name} must be an integer from 0: current value is ${count}`,
    );
  }
  return count;
}

/**
 * Checks the size of a page of tasks.
 *
 * @throws RangeError unless it is an integer from 1 to 100
 */
export function checkPageSize(pageSize: number): void {
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 100) {
    throw new RangeError(
      `Cannot list tasks because pageSize must be an integer from 1 to 100: current value is ${pageSize}`,
    );
  }
}

/**
 * Reads an ISO 8601 time as milliseconds since 1970.
 *
 * @throws RangeError; `purpose` begins the message
 */
export function parseTime(text: string, purpose: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) {
    throw new RangeError(
      `${purpose} must be an ISO 8601 time: current value is ${JSON.stringify(text)}`,
    );
  }
  return time;
}

/** The milliseconds from 1970 to the last moment of a `Date`. */
const LAST_TIME = 8.64e15;

/**
 * Writes a time in milliseconds since 1970 as RFC 3339 does, in UTC. A time beyond dates, which only
 * damaged rows have, becomes the nearest date, so that one such row does not hide the others.
 */
export function toTimestamp(time: number): string {
  return new Date(Math.min(LAST_TIME, Math.max(-LAST_TIME, time))).toISOString();
}

/** Reads a timestamp as milliseconds since 1970, for a column that is `NULL` without one. */
export function toOptionalTime(timestamp: string | undefined): number | null {
  return timestamp === undefined ? null : Date.parse(timestamp);
}
