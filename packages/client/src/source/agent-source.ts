import type { Json, JsonSchema, Problem, SchemaIssue } from '@formwork/schema';
import type { AgentDescription } from './agent-description.ts';

/**
 * An agent as data and events for a page, which may talk to the agent itself or through a server.
 * An implementation MUST end every stream with one of the last events that {@link SourceEvent} names,
 * MUST NOT throw failures of the agent or the network (`describe` rejects with an `Error` whose
 * message is for people), and MUST NOT show credentials.
 */
export interface AgentSource {
  describe(options?: SourceOptions): Promise<AgentDescription>;
  send(message: SourceMessage, options?: SourceOptions): AsyncIterable<SourceEvent>;
  /** Gives all that the task has sent so far, then what follows, until it rests. */
  watch(task: SourceTask, options?: SourceOptions): AsyncIterable<SourceEvent>;
  /** Asks the agent to stop the task; gives its last events. */
  cancel(task: SourceTask, options?: SourceOptions): AsyncIterable<SourceEvent>;
}

/** Options of the calls of an {@link AgentSource}. */
export interface SourceOptions {
  /** Ends the call; the task goes on. */
  readonly signal?: AbortSignal;
}

/** A message to an agent, as data. A retry has the same `messageId`, anything else a new one. */
export type SourceMessage = {
  readonly messageId: string;
  /** Continues a conversation. */
  readonly contextId?: string;
} & (
  | {
      readonly kind: 'input';
      readonly skillId: string;
      /** Name of the input schema; `''` if the skill has none. */
      readonly schema: string;
      readonly data: Json;
      /** Sent along. Default: none. */
      readonly files?: readonly SourceFile[];
    }
  | {
      readonly kind: 'text';
      /** Not sent if it is empty and there are files. */
      readonly text: string;
      readonly skillId?: string;
      /** Sent along. Default: none. */
      readonly files?: readonly SourceFile[];
    }
  /** To a question: data if it has a form, else text. Never tagged (extension, section 3). */
  | {
      readonly kind: 'answer';
      readonly skillId?: string;
      readonly taskId: string;
      readonly answer: Json;
      /**
       * Number of the answered question. If the task asks another one by now, nothing is sent, and
       * the stream ends with that question.
       */
      readonly question?: number;
    }
  /** The consent that a task waited for was given, or refused: the agent checks it itself. */
  | { readonly kind: 'proceed'; readonly skillId?: string; readonly taskId: string }
);

/** A task that was begun before. */
export interface SourceTask {
  readonly taskId: string;
  /** Lets its result be checked by the skill's output schemas. */
  readonly skillId?: string;
}

/** A file that the agent sent, as data. Its name and type are claims of the agent. */
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
      /** Not fetched: the caller decides whether to trust it. */
      readonly url: string;
    };

/** A question of a task, as data. */
export interface SourceQuestion {
  /** The question itself: text, never markup. */
  readonly prompt: string;
  /** The prompt with hints, and what was wrong with the last answer if there was one. */
  readonly text: string;
  /** The same number means the same question, asked again. */
  readonly number: number | undefined;
  /** The form that the answer fills; absent if the answer is text. */
  readonly form?: { readonly name: string; readonly schema: JsonSchema };
  /** Why the agent's form was refused; the answer to it can be given as JSON in text. */
  readonly refused: readonly SchemaIssue[];
}

interface SourceEventBase {
  /** `''` if the agent answered without keeping a task. */
  readonly taskId: string;
  /** Of the conversation; `''` if it is not known. */
  readonly contextId: string;
}

/** A request or an answer on the wire, for people to look at. Never holds credentials. */
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
 * An event of a task, as data that can be sent anywhere. `result`, `ended`, `question`,
 * `authorization` and `failure` are the last event of their stream; every stream ends with one.
 */
export type SourceEvent =
  /** The task exists and goes on. */
  | (SourceEventBase & {
      readonly kind: 'progress';
      /** The agent's words; `''` if there are none. */
      readonly text: string;
      /** How much is done, from 0 to 1; absent if the agent does not say. */
      readonly fraction?: number;
    })
  | (SourceEventBase & {
      readonly kind: 'artifact';
      readonly artifactId: string;
      readonly name: string;
      readonly text: string;
      /** Unchecked. */
      readonly data: readonly Json[];
      readonly files: readonly SourceFile[];
      /** True if the piece continues those before; else it replaces them. */
      readonly append: boolean;
      /** True if the agent says that no piece follows. */
      readonly last: boolean;
    })
  | (SourceEventBase & { readonly kind: 'question'; readonly question: SourceQuestion })
  /** The task waits for a consent somewhere else. */
  | (SourceEventBase & {
      readonly kind: 'authorization';
      readonly text: string;
      /** The address to go to: `http` or `https`. The agent names it. */
      readonly url: string | undefined;
    })
  | (SourceEventBase & {
      readonly kind: 'result';
      /** Name of the output schema that the result claims to fit; `''` for none. */
      readonly schema: string;
      /** Absent if the agent sent text or files only. */
      readonly data?: Json;
      readonly text: string;
      /** The agent's last words beside its result; absent if there are none. */
      readonly conclusion?: string;
      readonly files: readonly SourceFile[];
      /** Differences from the schema; `[]` exactly if it fits, or there is none. */
      readonly problems: readonly Problem[];
    })
  | (SourceEventBase & {
      readonly kind: 'ended';
      readonly state: 'failed' | 'canceled' | 'rejected';
      readonly text: string;
      readonly problems: readonly Problem[];
    })
  /** There was no usable answer; a task that is known may go on. */
  | (SourceEventBase & {
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
