import type { Artifact } from '@a2a-js/sdk';
import type { Answerer } from '@formwork/core';
import type { FormworkError, Json, JsonSchema, Problem, SchemaIssue } from '@formwork/schema';

/**
 * The outcome of a call of a skill: a result, a question, a request to sign in, or an end without a
 * result. Its `state` tells which.
 */
export type Outcome<Data> =
  | CompletedOutcome<Data>
  | EndedOutcome
  | AskingOutcome<Data>
  | AuthOutcome<Data>;

interface OutcomeBase {
  /** The id of the task; `''` if the agent answered with a message and kept no task. */
  readonly taskId: string;
  /**
   * The id of the conversation (the A2A context) that the task belongs to; pass it to the next call
   * to continue it.
   */
  readonly contextId: string;
  /**
   * The words of the agent: for a completed task the text of its artifacts, else that of its
   * status; for any other task the text of its status, else that of its artifacts.
   */
  readonly text: string;
  readonly files: readonly ReceivedFile[];
  readonly artifacts: readonly Artifact[];
}

/** The outcome of a task that is completed, with its result. */
export interface CompletedOutcome<Data> extends OutcomeBase {
  readonly state: 'completed';
  /** The task's result, of the type that the skill declares. */
  readonly data: Data;
  /**
   * The text of the agent's last status message, which comes beside the artifacts; `''` if there is
   * none.
   */
  readonly conclusion: string;
}

/**
 * The outcome of a call that has ended without a result: its task failed, was canceled or was
 * rejected, or the agent declined: it answered with words in a message, although its skill declares
 * data, and began no task. The words may also ask for more; a message with the same `contextId` goes
 * on with the conversation.
 */
export interface EndedOutcome extends OutcomeBase {
  readonly state: 'failed' | 'canceled' | 'rejected' | 'declined';
}

/** The outcome of a task that has paused to ask the caller a question. */
export interface AskingOutcome<Data> extends OutcomeBase {
  readonly state: 'input-required';
  readonly question: Question<Data>;
}

/**
 * The outcome of a task that has paused until the caller signs in, or consents, somewhere else; its
 * `text` says why.
 */
export interface AuthOutcome<Data = unknown> extends OutcomeBase {
  readonly state: 'auth-required';
  /**
   * The web address, `http` or `https`, where the caller signs in or consents. The agent chose it;
   * `undefined` if it named none.
   */
  readonly url: string | undefined;
  /** The number of the sign-in among the questions of its task; `undefined` if it has none. */
  readonly number: number | undefined;
  /**
   * Tells the agent that the caller has signed in, and waits for the task's outcome. The agent
   * checks the access itself.
   */
  proceed(options?: WaitOptions): Promise<Outcome<Data>>;
  /** Tells the agent that the caller has signed in, and yields every later event of the task. */
  streamProceed(options?: WaitOptions): AsyncGenerator<CallEvent<Data>, void>;
}

/**
 * A question that a task asks its caller; `kind` says whether the answer is data for a form, or
 * text.
 */
export type Question<Data = unknown> = FormQuestion<Data> | TextQuestion<Data>;

interface QuestionBase<Data, Answer> {
  /** The words of the question itself: plain text, never markup. */
  readonly prompt: string;
  /**
   * The whole message of the question: the prompt, hints, and the faults of the last answer if
   * there was one; of an agent without forms also the data that it sent, as JSON, at most 4,000
   * characters.
   */
  readonly text: string;
  /**
   * The number of the question within its task. The same number means that the same question is
   * asked again; `undefined` if the agent numbers none.
   */
  readonly number: number | undefined;
  readonly taskId: string;
  /**
   * The people that the question is given to; `undefined` if the caller is asked. The agent refuses
   * an answer of anybody else, the caller included.
   */
  readonly assignment: Assignment | undefined;
  /** Sends the answer to the question, and waits for the task's outcome. */
  answer(answer: Answer, options?: AnswerOptions): Promise<Outcome<Data>>;
  /** Sends the answer to the question, and yields every event of the task from there on. */
  streamAnswer(answer: Answer, options?: AnswerOptions): AsyncGenerator<CallEvent<Data>, void>;
}

/**
 * The people who get a question, and who has taken it, as the agent says (follow-up forms, section
 * 2.1). It changes while the task waits; the question and its number stay the same.
 */
export interface Assignment {
  /** The addresses of those who may answer, such as `role:approver` and `user:kim`: 1 to 100. */
  readonly to: readonly string[];
  /**
   * What these people see beside the question: JSON of at most 100,000 characters; `undefined` if
   * there is none, or more.
   */
  readonly about: Json | undefined;
  /** True if the caller of the task must not answer, whatever their roles. */
  readonly fourEyes: boolean;
  /** The id of the person who has taken the question; `undefined` while it is free. */
  readonly claimedBy: string | undefined;
  /** The time at which the question was first asked, ISO 8601; `undefined` if it is not known. */
  readonly askedAt: string | undefined;
  /** The time at which the answer is due, ISO 8601; `undefined` if it has none. */
  readonly dueAt: string | undefined;
  /** True if the agent says that the question is overdue; its clock counts. */
  readonly isOverdue: boolean;
}

/**
 * A question of a task whose answer is data that fits the schema of a form. A form that an agent
 * sends in a data part of its message, as a JSON Schema with or without values beside it, counts,
 * too; the values are the defaults of its properties.
 */
export interface FormQuestion<Data = unknown> extends QuestionBase<Data, Json> {
  readonly kind: 'form';
  /** The name of the form that the question asks the caller to fill in. */
  readonly name: string;
  readonly schema: JsonSchema;
  /**
   * Returns the problems of an answer to the form; `[]` exactly if it fits. `answer` makes the same
   * check before it sends.
   */
  readonly check: (answer: unknown) => readonly Problem[];
}

/** A question of a task whose answer is text. */
export interface TextQuestion<Data = unknown> extends QuestionBase<Data, string> {
  readonly kind: 'text';
  /**
   * The reasons why the form that the agent sent with the question was refused; the answer can
   * still be given as JSON in text. `[]` if there was no form.
   */
  readonly refused: readonly SchemaIssue[];
}

/** An event of a task that `stream` yields; `kind` tells which. */
export type CallEvent<Data> =
  | WorkingEvent
  | ProgressEvent
  | ArtifactEvent
  | QuestionEvent<Data>
  | AuthEvent<Data>
  | ResultEvent<Data>;

/**
 * The event of a task that has begun, or goes on, without saying anything. It comes first, unless
 * the agent begins with words.
 */
export interface WorkingEvent {
  readonly kind: 'working';
  readonly taskId: string;
  /**
   * Who answered the question with which the task had waited for other people; absent if the agent
   * does not say.
   */
  readonly answered?: Answerer;
}

/** The event of a task that says what it is doing, or how far it is. */
export interface ProgressEvent {
  readonly kind: 'progress';
  readonly taskId: string;
  /** The agent's words about its progress; `''` if it gives only a fraction. */
  readonly text: string;
  /** The part of the task that is done, from 0 to 1; `undefined` if the agent does not say. */
  readonly fraction: number | undefined;
}

/** The event of an artifact, or a piece of one, that a task sends while it runs. */
export interface ArtifactEvent {
  readonly kind: 'artifact';
  readonly taskId: string;
  readonly artifactId: string;
  readonly name: string;
  /** The text in this piece of the artifact; `''` if it holds none. */
  readonly text: string;
  /** The data in this piece of the artifact, not checked by any schema. */
  readonly data: readonly unknown[];
  readonly files: readonly ReceivedFile[];
  /** True if this piece of the artifact continues the pieces before; false if it replaces them. */
  readonly append: boolean;
  /** True if the agent says that no further piece of this artifact follows. */
  readonly last: boolean;
  /** The artifact, or the piece of it, as the agent sent it. */
  readonly artifact: Artifact;
}

/**
 * The event of a task that waits for an answer; the stream ends here unless `onQuestion` answers. If
 * the question is given to others, the stream goes on, and the same question comes again when its
 * `assignment` has changed.
 */
export interface QuestionEvent<Data> {
  readonly kind: 'question';
  readonly taskId: string;
  readonly question: Question<Data>;
}

/**
 * The event of a task that waits until the caller has signed in somewhere else; the stream ends
 * here unless `onAuthorize` is given.
 */
export interface AuthEvent<Data> {
  readonly kind: 'auth';
  readonly taskId: string;
  readonly outcome: AuthOutcome<Data>;
}

/** The event with a task's result, which has been checked; the stream ends here. */
export interface ResultEvent<Data> {
  readonly kind: 'result';
  readonly taskId: string;
  /**
   * The id of the conversation (the A2A context) that the task belongs to; pass it to the next call
   * to continue it.
   */
  readonly contextId: string;
  readonly data: Data;
  readonly text: string;
  /**
   * The text of the agent's last status message, which comes beside the artifacts; `''` if there is
   * none.
   */
  readonly conclusion: string;
  readonly files: readonly ReceivedFile[];
}

/**
 * A file that the agent sent: its bytes, or the address of them. Its name and type are claims of
 * the agent.
 */
export type ReceivedFile =
  | {
      readonly kind: 'bytes';
      readonly name: string;
      readonly mediaType: string;
      /**
       * The name of the artifact that holds the file, or else the artifact's id; `''` if the file
       * came in a message.
       */
      readonly artifact: string;
      readonly bytes: Uint8Array;
    }
  /**
   * A file that the agent sent as an address. It is not fetched: the caller decides whether to
   * trust the address.
   */
  | {
      readonly kind: 'url';
      readonly name: string;
      readonly mediaType: string;
      /**
       * The name of the artifact that holds the file's address, or else the artifact's id; `''` if
       * it came in a message.
       */
      readonly artifact: string;
      readonly url: string;
    };

/**
 * Options of every wait for a task: what ends the wait, who answers questions, and whether the
 * result is checked.
 */
export interface WaitOptions {
  /** A signal that ends the wait when it is aborted; `onAbort` decides whether the task goes on. */
  readonly signal?: AbortSignal;
  /**
   * The longest wait for the task, in milliseconds, handlers of questions included. Default: no
   * limit.
   */
  readonly deadlineMs?: number;
  /**
   * The fate of a task whose wait is ended by the signal or the deadline: `keep` lets it go on, so
   * that it can be found again by its id; `cancel` asks the agent to stop it. Default `keep`.
   */
  readonly onAbort?: 'keep' | 'cancel';
  /**
   * A handler that answers the questions of the task: with data for a form, with text otherwise.
   * Without it questions are returned: as the outcome of `run`, an event of `stream`, an error of
   * `call`.
   */
  readonly onQuestion?: (question: Question, call: QuestionCall) => Json | Promise<Json>;
  /**
   * A handler for a task that waits until the caller has signed in somewhere else, such as by
   * showing `url` to a person; it returns when that is done. Without it the request is returned, as
   * questions are.
   */
  readonly onAuthorize?: (request: AuthorizationRequest, call: HandlerCall) => void | Promise<void>;
  /**
   * Whether to wait on while other people are to answer a question of the task. True waits until they
   * have, over lost connections; the signal or the deadline still ends the wait. False returns such a
   * question like any other, also to `onQuestion`: for callers who may answer it as well. Default:
   * `call`, `wait` and streams wait on; what else returns an outcome, such as `run`, returns the
   * question, and no handler is asked.
   */
  readonly waitForOthers?: boolean;
  /**
   * How long to go on with a task that has begun while its agent cannot be reached, such as while it
   * restarts, in milliseconds; the time begins anew whenever it was reached. The signal and the
   * deadline still end the wait, and agents for which requests are never repeated are not waited for.
   * Default: as long as the attempts of {@link RetryOptions} take, about a second.
   */
  readonly waitForMs?: number;
  /**
   * Called once each time that the wait goes on although the agent cannot be reached, with the
   * {@link RequestError} that says why.
   */
  readonly onUnreachable?: (failure: FormworkError) => void;
  /**
   * False returns the task's result without checking it by the skill's output schema. Default true.
   */
  readonly validateOutput?: boolean;
}

/**
 * Options of an answer to a task's question: files that go with it, and how to wait for the
 * outcome.
 */
export interface AnswerOptions extends WaitOptions {
  /** Files that are sent with the answer, to agents that take files there. Default: none. */
  readonly files?: readonly OutgoingFile[];
  /**
   * The id of the answer's message, as in a call: the same answer with the same id counts once.
   * Default: a new UUID.
   */
  readonly messageId?: string;
}

/**
 * A file to send to an agent: its bytes, or an address where they are. A `File` of the platform
 * brings its own name and type.
 */
export type OutgoingFile =
  | Blob
  | Uint8Array
  | URL
  | {
      readonly content: Blob | Uint8Array | URL;
      readonly name?: string;
      readonly mediaType?: string;
    };

/** The call that is waiting for a handler of yours to answer a question or to sign in. */
export interface HandlerCall {
  /**
   * A signal that is aborted when the call stops waiting for the handler; what the handler returns
   * after that is ignored. A handler that shows something SHOULD then take it away.
   */
  readonly signal: AbortSignal;
}

/** The second argument of a handler that answers a question: the call that waits for the answer. */
export interface QuestionCall extends HandlerCall {
  /** Adds files that are sent with the answer, to agents that take files there. */
  readonly attach: (files: readonly OutgoingFile[]) => void;
}

/**
 * A task's request that its caller sign in, or consent, somewhere else; the task waits until then.
 */
export interface AuthorizationRequest {
  readonly taskId: string;
  /** The agent's words about why the caller has to sign in; plain text, never markup. */
  readonly text: string;
  /**
   * The web address, `http` or `https`, where the caller signs in. The agent chose it, and the
   * caller decides whether to trust it; `undefined` if there is none.
   */
  readonly url: string | undefined;
}
