import { TaskState } from '@a2a-js/sdk';

/** The states of a task as the engine stores them; A2A 1.0 section 4.1.3 in lower case. */
export type TaskStateName =
  | 'submitted'
  | 'working'
  | 'input-required'
  | 'auth-required'
  | 'completed'
  | 'failed'
  | 'canceled'
  | 'rejected';

const PROTOCOL_STATES: Readonly<Record<TaskStateName, TaskState>> = {
  submitted: TaskState.TASK_STATE_SUBMITTED,
  working: TaskState.TASK_STATE_WORKING,
  'input-required': TaskState.TASK_STATE_INPUT_REQUIRED,
  'auth-required': TaskState.TASK_STATE_AUTH_REQUIRED,
  completed: TaskState.TASK_STATE_COMPLETED,
  failed: TaskState.TASK_STATE_FAILED,
  canceled: TaskState.TASK_STATE_CANCELED,
  rejected: TaskState.TASK_STATE_REJECTED,
};

const NAMES: ReadonlyMap<TaskState, TaskStateName> = new Map(
  (Object.keys(PROTOCOL_STATES) as TaskStateName[]).map((name) => [PROTOCOL_STATES[name], name]),
);

/** The SDK's number for a state. */
export function toProtocolState(state: TaskStateName): TaskState {
  return PROTOCOL_STATES[state];
}

/** The name of a state the SDK decoded; `undefined` for "unspecified" and for values it did not know. */
export function fromProtocolState(state: TaskState): TaskStateName | undefined {
  return NAMES.get(state);
}

/** True when nothing can happen to the task any more. */
export function isTerminalState(state: TaskStateName): boolean {
  return (
    state === 'completed' || state === 'failed' || state === 'canceled' || state === 'rejected'
  );
}

/** True when the task waits for its caller: nobody runs it and nobody holds a lease. */
export function isInterruptedState(state: TaskStateName): boolean {
  return state === 'input-required' || state === 'auth-required';
}
