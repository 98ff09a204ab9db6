import {
  isInterruptedState,
  isTerminalState,
  type NewTask,
  type NewTaskEvent,
  type TaskEvent,
  type TaskStateName,
} from '@formwork/runtime';

/** A task as the reference has it. */
export interface ReferenceTask {
  readonly task: NewTask;
  readonly log: TaskEvent[];
  readonly replyKeys: Set<string>;
  /** Whose turn it is to be claimed; the lowest first. */
  turn: number;
  epoch: number;
  attempts: number;
  leaseEnd: number | undefined;
  /** True while `leaseEnd` is the end of a rest, and there is no lease. */
  isResting: boolean;
  cancelRequested: boolean;
}

/** Makes one that nothing was written of. */
export function createReferenceTask(task: NewTask): ReferenceTask {
  return {
    task,
    log: [],
    replyKeys: new Set(),
    turn: 0,
    epoch: 0,
    attempts: 0,
    leaseEnd: undefined,
    isResting: false,
    cancelRequested: false,
  };
}

/** The state that the log of a task ends in. */
export function stateOf({ log }: ReferenceTask): TaskStateName {
  return log.flatMap(({ event }) => toStates(event)).at(-1) ?? 'submitted';
}

/** When the state came about: ISO 8601. */
export function endOf({ log }: ReferenceTask): string {
  return log.findLast(({ event }) => event.kind === 'status')?.timestamp ?? '';
}

/** The state that an event leads to, if any. */
export function toStates(event: NewTaskEvent): readonly TaskStateName[] {
  return event.kind === 'status' ? [event.state] : [];
}

/** True for a state in which nobody works on a task. */
export function isRest(state: TaskStateName): boolean {
  return isTerminalState(state) || isInterruptedState(state);
}
