import type { ReactNode } from 'react';
import type { TaskStateName } from '../messages/task/task-messages.ts';

/** What is drawn in a square of 16 units. */
const PATHS: Readonly<Record<TaskStateName, string>> = {
  sending: 'M8 13V3M4 7l4-4 4 4',
  working: 'M8 2a6 6 0 1 1-6 6',
  reconnecting: 'M3 8a5 5 0 0 1 9-3M13 2v3h-3M13 8a5 5 0 0 1-9 3M3 14v-3h3',
  asking: 'M5.5 6a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.5M8 12.5v.2',
  authorizing: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  done: 'M3 8.5l3.2 3.2L13 5',
  mismatch: 'M8 2.5l6 11H2zM8 7v3M8 11.8v.2',
  failed: 'M8 2.5l6 11H2zM8 7v3M8 11.8v.2',
  canceled: 'M4 4l8 8M12 4l-8 8',
  rejected: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM4 4l8 8',
  unsent: 'M4 4l8 8M12 4l-8 8',
};

/** The icon of a state; the word beside it says the same. */
export function TaskIcon({ state }: { readonly state: TaskStateName }): ReactNode {
  return (
    <svg className="fw-task-icon" viewBox="0 0 16 16" aria-hidden="true" data-fw-state={state}>
      <path
        d={PATHS[state]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
