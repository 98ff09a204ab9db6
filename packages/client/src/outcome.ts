import type { Artifact } from '@a2a-js/sdk';
import type { Json, JsonSchema, Problem, SchemaIssue } from '@formwork/schema';

/** The outcome of a call; `state` tells which. */
export type Outcome<Data> =
  | CompletedOutcome<Data>
  | EndedOutcome
  | AskingOutcome<Data>
  | AuthOutcome<Data>;

interface OutcomeBase {
  /** `''` if the agent answered without keeping a task. */
  readonly taskId: string;
  /** Of the conversation; pass it on to go on in it. */
  readonly contextId: string;
  /** The text of the agent's artifacts, else that of its status. */
  readonly text: string;
  readonly files: readonly ReceivedFile[];
  readonly artifacts: readonly Artifact[];
}

/** The task is done. */
export interface CompletedOutcome<Data> extends OutcomeBase {
  readonly state: 'completed';
  /** The result, as the skill's types say. */
  readonly data: Data;
  /** The agent's last words beside its artifacts; `''` if there are none. */
  readonly conclusion: string;
}

/** The task has ended without a result. */
export interface EndedOutcome extends OutcomeBase {
  readonly state: 'failed' | 'canceled' | 'rejected';
}

/** The task waits for an answer. */
export interface AskingOutcome<Data> extends OutcomeBase {
  readonly state: 'input-required';
  readonly question: Question<Data>;
}

/** The task waits until the caller has signed in or consented somewhere else; the text says why. */
export interface AuthOutcome<Data = unknown> extends OutcomeBase {
  readonly state: 'auth-required';
  /** The address to go to: `http` or `https`. The agent names it; absent if it names none. */
  readonly url: string | undefined;
  /** Tells the agent that it is done, and waits for the outcome. The agent checks it itself. */
  proceed(options?: WaitOptions): Promise<Outcome<Data>>;
  /** The same, event by event. */
  streamProceed(options?: WaitOptions): AsyncGenerator<CallEvent<Data>, void>;
}

/** A question of a task; `kind` tells what the answer is. */
export type Question<Data = unknown> = FormQuestion<Data> | TextQuestion<Data>;

interface QuestionBase<Data, Answer> {
  /** The question itself: text, never markup. */
  readonly prompt: string;
  /** The prompt with hints, and what was wrong with the last answer if there was one. */
  readonly text: string;
  /** The same number means the same question, asked again. Absent if the agent numbers none. */
  readonly number: number | undefined;
  readonly taskId: string;
  /** Answers, and waits for the outcome. */
  answer(answer: Answer, options?: AnswerOptions): Promise<Outcome<Data>>;
  /** Answers, and gives every event from there on. */
  streamAnswer(answer: Answer, options?: AnswerOptions): AsyncGenerator<CallEvent<Data>, void>;
}

/** A question whose answer is data: the schema says which. */
export interface FormQuestion<Data = unknown> extends QuestionBase<Data, Json> {
  readonly kind: 'form';
  /** The name of the form. */
  readonly name: string;
  readonly schema: JsonSchema;
  /** Finds what is wrong with an answer; `[]` exactly if it fits. `answer` checks it as well. */
  readonly check: (answer: unknown) => readonly Problem[];
}

/** A question whose answer is text. */
export interface TextQuestion<Data = unknown> extends QuestionBase<Data, string> {
  readonly kind: 'text';
  /** Why the agent's form was refused; the answer to it can be given as JSON in text. */
  readonly refused: readonly SchemaIssue[];
}

/** An event of a stream; `kind` tells which. */
export type CallEvent<Data> =
  | WorkingEvent
  | ProgressEvent
  | ArtifactEvent
  | QuestionEvent<Data>
  | AuthEvent<Data>
  | ResultEvent<Data>;

/**
 * The task has begun, or goes on, without a word. Comes first, unless the agent begins with words.
 */
export interface WorkingEvent {
  readonly kind: 'working';
  readonly taskId: string;
}

/** The task goes on, and says what it does or how far it is. */
export interface ProgressEvent {
  readonly kind: 'progress';
  readonly taskId: string;
  /** The agent's words; `''` if it says a fraction alone. */
  readonly text: string;
  /** How much is done, from 0 to 1; `undefined` if the agent does not say. */
  readonly fraction: number | undefined;
}

/** An artifact, or a piece of one. */
export interface ArtifactEvent {
  readonly kind: 'artifact';
  readonly taskId: string;
  readonly artifactId: string;
  readonly name: string;
  /** The text of this piece. */
  readonly text: string;
  /** The data in this piece, unchecked. */
  readonly data: readonly unknown[];
  readonly files: readonly ReceivedFile[];
  /** True if the piece continues those before; else it replaces them. */
  readonly append: boolean;
  /** True if the agent says that no piece follows. */
  readonly last: boolean;
  /** As it came. */
  readonly artifact: Artifact;
}

/** The task waits for an answer; the stream ends here unless `onQuestion` answers. */
export interface QuestionEvent<Data> {
  readonly kind: 'question';
  readonly taskId: string;
  readonly question: Question<Data>;
}

/** The task waits for authentication somewhere else; the stream ends here. */
export interface AuthEvent<Data> {
  readonly kind: 'auth';
  readonly taskId: string;
  readonly outcome: AuthOutcome<Data>;
}

/** The result, checked; the stream ends here. */
export interface ResultEvent<Data> {
  readonly kind: 'result';
  readonly taskId: string;
  /** Of the conversation; pass it on to go on in it. */
  readonly contextId: string;
  readonly data: Data;
  readonly text: string;
  /** The agent's last words beside its artifacts; `''` if there are none. */
  readonly conclusion: string;
  readonly files: readonly ReceivedFile[];
}

/** A file that the agent sent. Its name and type are claims of the agent. */
export type ReceivedFile =
  | {
      readonly kind: 'bytes';
      readonly name: string;
      readonly mediaType: string;
      /** The name of the artifact that holds it, else its id; `''` if none does. */
      readonly artifact: string;
      readonly bytes: Uint8Array;
    }
  /** Not fetched: the caller decides whether to trust an address that the agent names. */
  | {
      readonly kind: 'url';
      readonly name: string;
      readonly mediaType: string;
      /** As above. */
      readonly artifact: string;
      readonly url: string;
    };

/** Options of every wait for a task. */
export interface WaitOptions {
  /** Ends the wait; `onAbort` decides about the task. */
  readonly signal?: AbortSignal;
  /** The longest wait, in milliseconds, handlers included. Default: without end. */
  readonly deadlineMs?: number;
  /**
   * Decides about a task whose wait ends by the signal or the deadline: `keep` lets it go on, so that
   * it can be found again by its id; `cancel` asks the agent to stop it. Default `keep`.
   */
  readonly onAbort?: 'keep' | 'cancel';
  /**
   * Answers what the task asks: data for a form, text otherwise. Without it questions are values:
   * the outcome of `run`, an event of `stream`, an error of `call`.
   */
  readonly onQuestion?: (question: Question, call: QuestionCall) => Json | Promise<Json>;
  /**
   * Gets the authorization that a task waits for, such as by showing `url` to a person, and returns
   * when that is done. Default: as for questions.
   */
  readonly onAuthorize?: (request: AuthorizationRequest, call: HandlerCall) => void | Promise<void>;
  /** False takes the result as it is, unchecked. Default true. */
  readonly validateOutput?: boolean;
}

/** Options of an answer: what is sent along, and how to wait for the outcome. */
export interface AnswerOptions extends WaitOptions {
  /** Sent along with the answer, to agents that take files there. Default: none. */
  readonly files?: readonly OutgoingFile[];
}

/** A file to send: bytes, or the address of some. A `File` brings its name and type along. */
export type OutgoingFile =
  | Blob
  | Uint8Array
  | URL
  | {
      readonly content: Blob | Uint8Array | URL;
      readonly name?: string;
      readonly mediaType?: string;
    };

/** The call that waits for a handler, which answers or signs in. */
export interface HandlerCall {
  /**
   * Aborted when the call stops waiting, by its signal or its deadline: whatever the handler
   * returns after that is ignored. A handler that shows something SHOULD take it away then.
   */
  readonly signal: AbortSignal;
}

/** Handed to a handler that answers a question. */
export interface QuestionCall extends HandlerCall {
  /** Sends files along with the answer, to agents that take files there. */
  readonly attach: (files: readonly OutgoingFile[]) => void;
}

/** A request to sign in or to consent somewhere else; its task waits until then. */
export interface AuthorizationRequest {
  readonly taskId: string;
  /** The agent's words; never markup. */
  readonly text: string;
  /** The address to go to: `http` or `https`. The caller decides whether to trust it. */
  readonly url: string | undefined;
}
