import type { Artifact, Message } from '@a2a-js/sdk';
import type { Scope } from '../scope.ts';
import type { Memo, TaskStateName } from './task-event.ts';

/** The invocation of a task: which skill to run, on which input. It is stored with the task. */
export type Invocation =
  | {
      readonly kind: 'structured';
      readonly skillId: string;
      /** The name of the input schema that the caller's data match. */
      readonly schema: string;
      /** The caller's data, which has passed the input schema. */
      readonly data: unknown;
      /** The media types that the caller can read; empty for any. */
      readonly acceptedOutputModes: readonly string[];
      /**
       * The trace span that created the task, as a W3C `traceparent`; absent if there was no trace.
       */
      readonly trace?: string;
    }
  | {
      readonly kind: 'text';
      /** The id of the skill to run; absent if the agent's own text handler answers. */
      readonly skillId?: string;
      readonly text: string;
      /** Present if the caller gets only the answer, as a message, and never the task. */
      readonly answer?: 'message';
      readonly acceptedOutputModes: readonly string[];
      readonly trace?: string;
    };

/** A task's state as of one position in its log. Callers must not change the object. */
export interface TaskSnapshot {
  readonly id: string;
  /** The scope that the task belongs to: its owner. */
  readonly scope: Scope;
  readonly contextId: string;
  /** The position of the last event that the snapshot contains. */
  readonly seq: number;
  readonly state: TaskStateName;
  /** The position of the last status in the log; memos may have been added since. */
  readonly statusSeq: number;
  /**
   * The position of the status that asked the present question as a whole; absent if that is
   * `statusSeq`.
   */
  readonly askedSeq?: number;
  readonly statusMessage?: Message;
  /** The time at which the state or its message last changed, ISO 8601 in UTC with milliseconds. */
  readonly statusTimestamp: string;
  readonly createdAt: string;
  readonly artifacts: readonly Artifact[];
  readonly history: readonly Message[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly invocation: Invocation;
  /**
   * The remembered results of steps and questions, by their positions; a position without one is
   * empty. Absent if nothing is remembered.
   */
  readonly memos?: readonly (Memo | undefined)[];
}
