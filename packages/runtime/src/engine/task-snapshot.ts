import type { Scope } from '../scope.ts';
import type { Artifact, Message } from '@a2a-js/sdk';
import type { Memo, TaskStateName } from './task-event.ts';

/** Tells a runner which skill to run, and on what. Stored with the task. */
export type Invocation =
  | {
      readonly kind: 'structured';
      readonly skillId: string;
      /** Name of the input schema. */
      readonly schema: string;
      /** The data as it came, already found valid. */
      readonly data: unknown;
      /** The types that the caller can read; empty means anything. */
      readonly acceptedOutputModes: readonly string[];
      /** The span that made the task, as `traceparent` of W3C has it; absent if nothing traced. */
      readonly trace?: string;
    }
  | {
      readonly kind: 'text';
      /** Absent when the agent's own text handler answers. */
      readonly skillId?: string;
      readonly text: string;
      /** Present when callers get the answer alone, as a message, and never the task. */
      readonly answer?: 'message';
      readonly acceptedOutputModes: readonly string[];
      readonly trace?: string;
    };

/** A task as of one position in its log. Callers must not change it. */
export interface TaskSnapshot {
  readonly id: string;
  /** The principal the task belongs to. */
  readonly scope: Scope;
  readonly contextId: string;
  /** Position of the last event that this snapshot contains. */
  readonly seq: number;
  readonly state: TaskStateName;
  readonly statusMessage?: Message;
  /** When the state or its message last changed: ISO 8601 in UTC with milliseconds. */
  readonly statusTimestamp: string;
  readonly createdAt: string;
  readonly artifacts: readonly Artifact[];
  readonly history: readonly Message[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly invocation: Invocation;
  /**
   * The memos of the task by their positions; a position that nothing was remembered of is empty.
   * Absent when there are no memos.
   */
  readonly memos?: readonly (Memo | undefined)[];
}
