import {
  isInterruptedState,
  isTerminalState,
  type NewTask,
  type NewTaskEvent,
  type TaskEvent,
  type TaskStateName,
} from '@formwork/runtime';

/** A task of the reference engine. */
export interface ReferenceTask {
  readonly task: NewTask;
  readonly log: TaskEvent[];
  readonly replyKeys: Set<string>;
  /** The place of the task in the queue for claims; the lowest is claimed first. */
  turn: number;
  epoch: number;
  attempts: number;
  /** The number of attempts after which the task rested; `attempts` includes them. */
  failures: number;
  leaseEnd: number | undefined;
  /** True if the task rests until `leaseEnd`, without a lease. */
  isResting: boolean;
  cancelRequested: boolean;
}

/** Makes a task of the reference engine with an empty log. */
export function createReferenceTask(task: NewTask): ReferenceTask {
  return {
    task,
    log: [],
    replyKeys: new Set(),
    turn: 0,
    epoch: 0,
    attempts: 0,
    failures: 0,
    leaseEnd: undefined,
    isResting: false,
    cancelRequested: false,
  };
}

/** Returns the state that the last status event in the log of a task sets. */
export function stateOf({ log }: ReferenceTask): TaskStateName {
  return log.flatMap(({ event }) => toStates(event)).at(-1) ?? 'submitted';
}

/** Returns the time of the last status event of a task, ISO 8601. */
export function endOf({ log }: ReferenceTask): string {
  return log.findLast(({ event }) => event.kind === 'status')?.timestamp ?? '';
}

/** Returns the state that an event sets, as a list of at most one. */
export function toStates(event: NewTaskEvent): readonly TaskStateName[] {
  return event.kind === 'status' ? [event.state] : [];
}

/**
 * Returns true for a state in which no runner works on a task: an end, or a wait for the caller.
 */
export function isRest(state: TaskStateName): boolean {
  return isTerminalState(state) || isInterruptedState(state);
}
