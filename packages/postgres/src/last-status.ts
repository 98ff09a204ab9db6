import type { TaskEvent, TaskStateName } from '@formwork/runtime';

/** Finds the last status in the log of a task, and its time. */
export function findStatus(
  events: readonly TaskEvent[],
): { readonly state: TaskStateName; readonly timestamp: string } | undefined {
  const last = events.findLast(({ event }) => event.kind === 'status');
  return last?.event.kind === 'status'
    ? { state: last.event.state, timestamp: last.timestamp }
    : undefined;
}
