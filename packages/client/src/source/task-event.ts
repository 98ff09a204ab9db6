import type { Json, JsonSchema, Problem, SchemaIssue } from '@formwork/core';

/** A file that the agent sent, as data. Its name and type are the agent's word for it. */
export type SourceFile =
  | {
      readonly kind: 'bytes';
      readonly name: string;
      readonly mediaType: string;
      /** Base64 (RFC 4648, section 4). */
      readonly base64: string;
    }
  | {
      readonly kind: 'url';
      readonly name: string;
      readonly mediaType: string;
      /** Not fetched: whether to trust it is the caller's to decide. */
      readonly url: string;
    };

/** What a task asks, as data. */
export interface SourceQuestion {
  /** What is asked: text, never markup. */
  readonly prompt: string;
  /** The prompt with hints, and what was wrong with the last answer if there was one. */
  readonly text: string;
  /** The same number means the same question, asked again. */
  readonly number: number | undefined;
  /** The form that the answer fills; absent if the answer is text. */
  readonly form?: { readonly name: string; readonly schema: JsonSchema };
  /** Why a form was refused that the agent sent; its answer can be given as JSON in text. */
  readonly refused: readonly SchemaIssue[];
}

interface TaskEventBase {
  /** `''` if the agent answered without keeping a task. */
  readonly taskId: string;
  /** Of the conversation; `''` if it is not known. */
  readonly contextId: string;
}

/** What was sent or received, for whoever wants to see it. Never holds credentials. */
export interface ExchangeEvent {
  readonly kind: 'exchange';
  readonly direction: 'sent' | 'received';
  readonly method: string;
  readonly url: string;
  /** Of an answer. */
  readonly status?: number;
  /** Text as it went over the wire; cut with a mark if it is long. */
  readonly body: string;
}

/**
 * What a task does, as data that can be sent anywhere. `result`, `ended`, `question`,
 * `authorization` and `failure` are the last event of their stream; every stream ends with one.
 */
export type TaskEvent =
  /** The task exists and goes on. */
  | (TaskEventBase & {
      readonly kind: 'progress';
      /** What the agent says of it; `''` if nothing. */
      readonly text: string;
      /** How much is done, from 0 to 1; absent if the agent does not say. */
      readonly fraction?: number;
    })
  | (TaskEventBase & {
      readonly kind: 'artifact';
      readonly artifactId: string;
      readonly name: string;
      readonly text: string;
      /** Unchecked. */
      readonly data: readonly Json[];
      readonly files: readonly SourceFile[];
      /** True if the piece goes on from those before; else it replaces them. */
      readonly append: boolean;
      /** True if the agent says that no piece follows. */
      readonly last: boolean;
    })
  | (TaskEventBase & { readonly kind: 'question'; readonly question: SourceQuestion })
  /** The task waits for a consent somewhere else. */
  | (TaskEventBase & {
      readonly kind: 'authorization';
      readonly text: string;
      /** `http` or `https`; the agent's word for it. */
      readonly url: string | undefined;
    })
  | (TaskEventBase & {
      readonly kind: 'result';
      /** Name of the output schema that the result claims to fit; `''` for none. */
      readonly schema: string;
      /** Absent if the agent sent text or files only. */
      readonly data?: Json;
      readonly text: string;
      /** What the agent says beside its result, with the end; absent if nothing. */
      readonly conclusion?: string;
      readonly files: readonly SourceFile[];
      /** What differs from the schema; `[]` exactly if it fits, or there is none. */
      readonly problems: readonly Problem[];
    })
  | (TaskEventBase & {
      readonly kind: 'ended';
      readonly state: 'failed' | 'canceled' | 'rejected';
      readonly text: string;
      readonly problems: readonly Problem[];
    })
  /** There was no usable answer; a task that is known may go on. */
  | (TaskEventBase & {
      readonly kind: 'failure';
      /** Of the error, such as `REQUEST_FAILED`, `INPUT_INVALID`. */
      readonly code: string;
      /** Such as `NETWORK`, `UNAUTHENTICATED`; `''` if the error has none. */
      readonly reason: string;
      readonly message: string;
      readonly problems: readonly Problem[];
      readonly retryAfterMs?: number;
    })
  | ExchangeEvent;
