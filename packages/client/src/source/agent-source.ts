import type { Answerer } from '@formwork/core';
import type { Json, JsonSchema, Problem, SchemaIssue } from '@formwork/schema';
import type { Assignment } from '../outcome.ts';
import type { AgentDescription } from './agent-description.ts';

/**
 * An agent as plain data and events for a page, which reaches the agent directly or through a
 * server. An implementation MUST end every stream with one of the last events that {@link
 * SourceEvent} names, MUST NOT throw failures of the agent or the network (`describe` rejects with
 * an `Error` whose message is for people), and MUST NOT show credentials.
 */
export interface AgentSource {
  describe(options?: SourceOptions): Promise<AgentDescription>;
  send(message: SourceMessage, options?: SourceOptions): AsyncIterable<SourceEvent>;
  /**
   * Yields all that the task has sent so far, then each event that follows, until it ends or waits
   * for its caller.
   */
  watch(task: SourceTask, options?: SourceOptions): AsyncIterable<SourceEvent>;
  /** Asks the agent to cancel the task, and yields its last events. */
  cancel(task: SourceTask, options?: SourceOptions): AsyncIterable<SourceEvent>;
}

/** Options of the calls of an {@link AgentSource}. */
export interface SourceOptions {
  /** A signal that ends the stream of events when it is aborted; the task goes on. */
  readonly signal?: AbortSignal;
}

/**
 * A message from a page to an agent, as plain data. A retry has the same `messageId`, any other
 * message a new one.
 */
export type SourceMessage = {
  readonly messageId: string;
  /**
   * The id of an earlier conversation (an A2A context) that the message continues. Default: a new
   * one.
   */
  readonly contextId?: string;
} & (
  | {
      readonly kind: 'input';
      readonly skillId: string;
      /** The name of the input schema that the data fits; `''` if the skill has none. */
      readonly schema: string;
      readonly data: Json;
      /** Files that are sent with the input. Default: none. */
      readonly files?: readonly SourceFile[];
    }
  | {
      readonly kind: 'text';
      /**
       * The text that a person wrote; if it is empty and there are files, only the files are sent.
       */
      readonly text: string;
      readonly skillId?: string;
      /** Files that are sent with the text. Default: none. */
      readonly files?: readonly SourceFile[];
    }
  /**
   * An answer to a question of a task: data if the question has a form, else text. It is never
   * tagged with a schema (extension, section 3).
   */
  | {
      readonly kind: 'answer';
      readonly skillId?: string;
      readonly taskId: string;
      readonly answer: Json;
      /**
       * The number of the question that is answered. If the task asks another one by now, nothing
       * is sent, and the stream ends with that question.
       */
      readonly question?: number;
    }
  /**
   * The notice that a person has given or refused the consent that a task waited for; the agent
   * checks it itself.
   */
  | {
      readonly kind: 'proceed';
      readonly skillId?: string;
      readonly taskId: string;
      /**
       * The number of the sign-in that the person was shown. If the task wants another one by now,
       * nothing is sent, and the stream ends with that one.
       */
      readonly question?: number;
    }
);

/** A task that was begun before, with the skill it belongs to. */
export interface SourceTask {
  readonly taskId: string;
  /**
   * The id of the skill that the task runs; with it, the result is checked by the skill's output
   * schemas. Absent if it is not known.
   */
  readonly skillId?: string;
}

/**
 * A file as plain data: its content in base64, or its address. The name and type of a received file
 * are claims of the agent.
 */
export type SourceFile =
  | {
      readonly kind: 'bytes';
      readonly name: string;
      readonly mediaType: string;
      /** The content of the file in base64 (RFC 4648, section 4). */
      readonly base64: string;
    }
  | {
      readonly kind: 'url';
      readonly name: string;
      readonly mediaType: string;
      /**
       * The address of the file. Nothing is fetched from it: the page that shows it decides whether
       * to trust it.
       */
      readonly url: string;
    };

/** A question of a task as plain data, for a page that asks a person. */
export interface SourceQuestion {
  /** The words of the question itself: plain text, never markup. */
  readonly prompt: string;
  /**
   * The whole message of the question: the prompt, hints, and the faults of the last answer if
   * there was one.
   */
  readonly text: string;
  /**
   * The number of the question within its task. The same number means that the same question is
   * asked again; `undefined` if the agent numbers none.
   */
  readonly number: number | undefined;
  /** The form that the answer to the question fills in; absent if the answer is text. */
  readonly form?: { readonly name: string; readonly schema: JsonSchema };
  /**
   * The reasons why the form that the agent sent with the question was refused; the answer can
   * still be given as JSON in text.
   */
  readonly refused: readonly SchemaIssue[];
  /**
   * The people that the question is given to; absent if the caller is asked. The agent refuses an
   * answer of anybody else.
   */
  readonly assignment?: Assignment;
}

interface SourceEventBase {
  /**
   * The id of the task that the event belongs to; `''` if the agent answered without keeping a
   * task.
   */
  readonly taskId: string;
  /**
   * The id of the conversation (the A2A context) that the task belongs to; `''` if it is not known.
   */
  readonly contextId: string;
}

/**
 * A request or an answer on the wire, shown to people who want to see it. It never holds
 * credentials.
 */
export interface ExchangeEvent {
  readonly kind: 'exchange';
  readonly direction: 'sent' | 'received';
  readonly method: string;
  readonly url: string;
  /** The HTTP status of an answer; absent for a request. */
  readonly status?: number;
  /** The text of the body that went over the wire; a long one is cut, with a mark. */
  readonly body: string;
}

/**
 * An event of a task, as data that can be sent anywhere. `result`, `ended`, `question`,
 * `authorization` and `failure` are the last event of their stream; every stream ends with one of
 * them.
 */
export type SourceEvent =
  /** The event of a task that has begun or goes on, with its progress if the agent says so. */
  | (SourceEventBase & {
      readonly kind: 'progress';
      /** The agent's words about its progress; `''` if there are none. */
      readonly text: string;
      /** The part of the task that is done, from 0 to 1; absent if the agent does not say. */
      readonly fraction?: number;
      /** Who answered the question with which the task had waited for other people, if that is known. */
      readonly answered?: Answerer;
    })
  | (SourceEventBase & {
      readonly kind: 'artifact';
      readonly artifactId: string;
      readonly name: string;
      readonly text: string;
      /** The data in this piece of the artifact, not checked by any schema. */
      readonly data: readonly Json[];
      readonly files: readonly SourceFile[];
      /**
       * True if this piece of the artifact continues the pieces before; false if it replaces them.
       */
      readonly append: boolean;
      /** True if the agent says that no further piece of this artifact follows. */
      readonly last: boolean;
    })
  | (SourceEventBase & { readonly kind: 'question'; readonly question: SourceQuestion })
  /** The event of a task that waits until a person has signed in, or consented, somewhere else. */
  | (SourceEventBase & {
      readonly kind: 'authorization';
      readonly text: string;
      /**
       * The web address, `http` or `https`, where the person signs in. The agent chose it;
       * `undefined` if it named none.
       */
      readonly url: string | undefined;
      /** The number of the sign-in among the questions of its task; absent if it has none. */
      readonly number?: number;
    })
  | (SourceEventBase & {
      readonly kind: 'result';
      /** The name of the output schema that the result was checked by; `''` for none. */
      readonly schema: string;
      /** The data of the result; absent if the agent sent only text or files. */
      readonly data?: Json;
      readonly text: string;
      /**
       * The text of the agent's last status message, which comes beside the result; absent if there
       * is none.
       */
      readonly conclusion?: string;
      readonly files: readonly SourceFile[];
      /**
       * The places where the result differs from its schema; `[]` exactly if it fits, or has no
       * schema.
       */
      readonly problems: readonly Problem[];
    })
  | (SourceEventBase & {
      readonly kind: 'ended';
      readonly state: 'failed' | 'canceled' | 'rejected';
      readonly text: string;
      readonly problems: readonly Problem[];
    })
  /** The event of a request that got no usable answer; a task that is known may go on. */
  | (SourceEventBase & {
      readonly kind: 'failure';
      /**
       * The code of the error that ended the stream, such as `REQUEST_FAILED` or `INPUT_INVALID`.
       */
      readonly code: string;
      /**
       * The reason of the error that ended the stream, such as `NETWORK` or `UNAUTHENTICATED`; `''`
       * if the error has none.
       */
      readonly reason: string;
      readonly message: string;
      readonly problems: readonly Problem[];
      readonly retryAfterMs?: number;
    })
  | ExchangeEvent;
