import type { NewTaskEvent } from './task-event.ts';
import { isInterruptedState, isTerminalState } from './task-state.ts';

/** True for an event after which nobody holds a lease on the task any more. */
export function isLeaseEnd(event: NewTaskEvent): boolean {
  return (
    event.kind === 'status' && (isTerminalState(event.state) || isInterruptedState(event.state))
  );
}

/** Throws a `TypeError` when something follows an event that ends the lease. */
export function checkNewEvents(events: readonly NewTaskEvent[]): void {
  for (let index = 0; index < events.length - 1; index += 1) {
    const event = events[index];
    if (event !== undefined && event.kind === 'status' && isLeaseEnd(event)) {
      throw new TypeError(
        `Cannot append events as a terminal or interrupted state must be the last: current value is ${event.state} at ${index} of ${events.length}`,
      );
    }
  }
}
