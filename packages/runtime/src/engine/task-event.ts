import { type Artifact, type Message, TaskState } from '@a2a-js/sdk';

/**
 * An event that a runner adds to the log of a task. The engine adds its sequence number and time.
 */
export type NewTaskEvent =
  | {
      readonly kind: 'status';
      readonly state: TaskStateName;
      /**
       * The message of the agent that comes with the state: progress, a question, or the reason of
       * a failure.
       */
      readonly message?: Message;
      /** Who gave the answer with which the task goes on; absent for an answer of its caller. */
      readonly answered?: AnswerSignature;
    }
  | {
      readonly kind: 'artifact';
      readonly artifact: Artifact;
      /**
       * True adds the parts to the artifact with the same id, sets a name or description that is
       * not empty, and merges metadata and extensions. False replaces that artifact. If no artifact
       * has this id, it is added.
       */
      readonly append: boolean;
      readonly lastChunk: boolean;
    }
  | {
      /** A message that is added to the history of the task. */
      readonly kind: 'message';
      readonly message: Message;
    }
  | {
      /** Metadata that is merged key by key into that of the task. */
      readonly kind: 'metadata';
      readonly metadata: Readonly<Record<string, unknown>>;
    }
  | {
      /**
       * The result of a finished step, or the answer to a question, which keeps a later run from
       * repeating the step or the question.
       */
      readonly kind: 'memo';
      /**
       * The number of the step or question, in the order in which the handler reaches them, from 0.
       */
      readonly position: number;
      /**
       * The name that the handler gave the step or question. Another name at the same position
       * means that the code has changed.
       */
      readonly key: string;
      /** The remembered result of the step, or the answer, as a JSON value. */
      readonly value: unknown;
    };

/** The fields by which the agent says who answered a question: `Answerer` of `@formwork/core`. */
export interface AnswerSignature {
  readonly question: number;
  readonly answeredBy?: string;
  readonly reason?: string;
  readonly isByLink?: true;
  readonly isAutomatic?: true;
}

/** The event by which the result of a step, or an answer, is remembered. */
export type Memo = NewTaskEvent & { readonly kind: 'memo' };

/** One entry of a task's log: an event with its position and time. */
export interface TaskEvent {
  /** The position in the log of this task: 1, 2, 3, ... without gaps. */
  readonly seq: number;
  /**
   * The time at which the engine accepted the event, by its own clock: ISO 8601 in UTC with
   * milliseconds.
   */
  readonly timestamp: string;
  readonly event: NewTaskEvent;
}

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

/** Returns the state of a task as the number that the A2A SDK uses. */
export function toProtocolState(state: TaskStateName): TaskState {
  return PROTOCOL_STATES[state];
}

/** Every state of a task: the states of unfinished tasks come first, then the terminal states. */
export const TASK_STATES = Object.keys(PROTOCOL_STATES) as readonly TaskStateName[];

const NAMES: ReadonlyMap<TaskState, TaskStateName> = new Map(
  TASK_STATES.map((name) => [PROTOCOL_STATES[name], name]),
);

/**
 * Returns the name of a state that the SDK decoded; `undefined` for "unspecified" and for values
 * that the SDK did not know.
 */
export function fromProtocolState(state: TaskState): TaskStateName | undefined {
  return NAMES.get(state);
}

/**
 * Returns true for a state in which a task has ended, so that it cannot change any more.
 *
 * @example
 * ```ts
 * import { isTerminalState } from '@formwork/runtime';
 *
 * isTerminalState('completed'); // true
 * isTerminalState('input-required'); // false
 * ```
 */
export function isTerminalState(state: TaskStateName): boolean {
  return (
    state === 'completed' || state === 'failed' || state === 'canceled' || state === 'rejected'
  );
}

/**
 * Returns true for a state in which a task waits for its caller: it does not run and has no lease.
 *
 * @example
 * ```ts
 * import { isInterruptedState } from '@formwork/runtime';
 *
 * isInterruptedState('input-required'); // true
 * isInterruptedState('completed'); // false
 * ```
 */
export function isInterruptedState(state: string): boolean {
  return state === 'input-required' || state === 'auth-required';
}
