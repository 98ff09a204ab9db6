import { TaskState } from '@a2a-js/sdk';

/** A state in which a task rests: it has ended, or waits for its caller. */
export type RestingState =
  | 'completed'
  | 'failed'
  | 'canceled'
  | 'rejected'
  | 'input-required'
  | 'auth-required';

/** The state in which a task rests; `undefined` while it goes on. */
export function toRestingState(state: TaskState): RestingState | undefined {
  switch (state) {
    case TaskState.TASK_STATE_COMPLETED:
      return 'completed';
    case TaskState.TASK_STATE_FAILED:
      return 'failed';
    case TaskState.TASK_STATE_CANCELED:
      return 'canceled';
    case TaskState.TASK_STATE_REJECTED:
      return 'rejected';
    case TaskState.TASK_STATE_INPUT_REQUIRED:
      return 'input-required';
    case TaskState.TASK_STATE_AUTH_REQUIRED:
      return 'auth-required';
    case TaskState.TASK_STATE_UNSPECIFIED:
    case TaskState.TASK_STATE_SUBMITTED:
    case TaskState.TASK_STATE_WORKING:
    case TaskState.UNRECOGNIZED:
      return undefined;
  }
}

/** True for a state in which the task waits for its caller. */
export function isWaiting(state: RestingState | undefined): boolean {
  return state === 'input-required' || state === 'auth-required';
}

/** True for a state that says what is the case with a task. */
export function isKnownState(state: TaskState): boolean {
  return state !== TaskState.TASK_STATE_UNSPECIFIED && state !== TaskState.UNRECOGNIZED;
}
