import type { Artifact, Message } from '@a2a-js/sdk';
import type { TaskStateName } from './task-state.ts';

/** What a runner adds to the log of a task. The engine stamps it with a sequence number and its clock. */
export type NewTaskEvent =
  | {
      readonly kind: 'status';
      readonly state: TaskStateName;
      /** Said by the agent along with the state: progress, a question, the reason of a failure. */
      readonly message?: Message;
    }
  | {
      readonly kind: 'artifact';
      readonly artifact: Artifact;
      /**
       * True adds the parts to the artifact of the same id, sets a name or description that is not
       * empty, and merges metadata and extensions. False replaces it. Without such an artifact
       * both add it.
       */
      readonly append: boolean;
      readonly lastChunk: boolean;
    }
  | {
      /** Joins the history of the task. */
      readonly kind: 'message';
      readonly message: Message;
    }
  | {
      /** Merged key by key into the metadata of the task. */
      readonly kind: 'metadata';
      readonly metadata: Readonly<Record<string, unknown>>;
    }
  | {
      /** What a run must not do again: the result of a finished step, or the answer to a question. */
      readonly kind: 'memo';
      /** Counts the steps and questions of a handler in the order it comes to them, from 0. */
      readonly position: number;
      /** The name the handler gave; another name at the same position means changed code. */
      readonly key: string;
      /** JSON. */
      readonly value: unknown;
    };

/** A remembered step or answer. */
export type Memo = NewTaskEvent & { readonly kind: 'memo' };

/** One entry of a task's log. */
export interface TaskEvent {
  /** Position in the log of this task: 1, 2, 3, ... without gaps. */
  readonly seq: number;
  /** When the engine accepted it, by the engine's clock: ISO 8601 in UTC with milliseconds. */
  readonly timestamp: string;
  readonly event: NewTaskEvent;
}
