import type { Artifact, Message } from '@a2a-js/sdk';
import type { InferInput, SchemaLike } from '@formwork/schema';

/** The authenticated caller that a task belongs to. */
export interface Principal {
  /** The id of the caller, unique and stable; only the caller with this id finds the task. */
  readonly id: string;
  /**
   * The OAuth scopes that the caller was granted, which skills may require. They are not stored
   * with tasks. Default: none.
   */
  readonly scopes?: readonly string[];
}

/** The log that a handler writes to. The fields of an entry must be JSON. */
export interface TaskLogger {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** A file in an artifact that a handler sends: its bytes, or an address where they are. */
export interface ArtifactFile {
  readonly content: Uint8Array | URL;
  readonly name?: string;
  /** The media type of the file, such as `image/png`. Default: none is given. */
  readonly mediaType?: string;
}

/** An artifact, or a piece of one, that a handler sends while it works. */
export interface ArtifactUpdate {
  /** The id of the artifact within its task; pieces with the same id belong together. */
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  /** The text of the artifact, which is sent as a text part. */
  readonly text?: string;
  /**
   * The data of the artifact: JSON, which is sent as a data part and checked when `schema` names
   * one of the skill's outputs.
   */
  readonly data?: unknown;
  /** The name of the output schema that `data` fits; the data part is then tagged with it. */
  readonly schema?: string;
  /** The files of the artifact, which are sent as parts after text and data. Default: none. */
  readonly files?: readonly ArtifactFile[];
  /**
   * True adds the piece to what was sent before under this id, false replaces it. Default false.
   */
  readonly append?: boolean;
  /** True when no piece of this artifact follows. Default: true unless `append` is set. */
  readonly last?: boolean;
}

/**
 * The people who get a question: everybody with a role (`role:approver`), or one person (`user:kim`, or
 * their principal). A caller has the role `approver` if its scopes include `role:approver`.
 */
export type Addressee = `role:${string}` | `user:${string}` | Principal;

/**
 * Gives a question to people other than the task's caller, who find it in their inbox. The first
 * answer of them counts; the caller may answer only if the question is given to them as well.
 */
export interface QuestionAssignment {
  /** The people who may answer: 1 to 50. */
  readonly to: Addressee | readonly Addressee[];
  /**
   * JSON that these people see beside the question, such as the request that they are to approve, of
   * at most 65,536 bytes. The people door hides secrets of the task's input in it. They see nothing
   * else of the task. Default: the question alone.
   */
  readonly about?: unknown;
  /**
   * True if the task's caller must not answer, whatever roles they have; another person must be able
   * to. Default false.
   */
  readonly fourEyes?: boolean;
  /**
   * The time after which the question is overdue, in milliseconds, at most ten years. Default: never.
   */
  readonly dueInMs?: number;
  /**
   * The time after which the people are reminded, in milliseconds, less than `dueInMs`. Default: no
   * reminder.
   */
  readonly remindInMs?: number;
  /**
   * The people who may answer as well once the question is overdue; needs `dueInMs`. Default:
   * none.
   */
  readonly escalateTo?: Addressee | readonly Addressee[];
  /**
   * The answer that counts if no answer has come when the question is due: JSON that fits the form,
   * or text. Needs `dueInMs`, and not with `escalateTo`. Default: the question stays open.
   */
  readonly otherwise?: unknown;
}

/** The form of a question that a handler asks when the answer is to be data. */
export interface QuestionForm<Schema extends SchemaLike> extends Partial<QuestionAssignment> {
  /** The schema that the answer has to fit: JSON Schema, or a library's schema. */
  readonly schema: Schema;
  /** The name of the form, which the caller sees. Default `answer`. */
  readonly name?: string;
}

/** A file in a message that a caller sent. Its name and type are claims of the caller. */
export interface TaskFile {
  /** The name of the file, which is not safe to use as a path; absent when the caller gave none. */
  readonly name: string | undefined;
  /** The media type of the file, such as `image/png`; absent when the caller gave none. */
  readonly mediaType: string | undefined;
  /**
   * The address of the file, when the message only refers to it; nothing is fetched from there by
   * itself. Absent when the message holds the bytes.
   */
  readonly url: string | undefined;
  /** The size of the file in bytes; absent when the message only refers to it. */
  readonly size: number | undefined;
  /**
   * Returns a copy of the file's bytes.
   *
   * @throws TaskCallError of `@formwork/runtime` for a file that the message only refers to
   */
  bytes(): Promise<Uint8Array>;
  /** Returns the bytes of the file as text in UTF-8. It rejects as {@link bytes} does. */
  text(): Promise<string>;
}

/** The whole message by which a caller answered a question, with its files and metadata. */
export interface TaskAnswer {
  /** The text of the answer, joined from its text parts; empty when there is none. */
  readonly text: string;
  readonly files: readonly TaskFile[];
  /** The message as the caller sent it: its id, its parts, its metadata. */
  readonly message: Message;
}

/**
 * A request that the caller sign in or consent somewhere else, for {@link TaskContext.authorize}.
 */
export interface AuthorizationRequest {
  /** The web address, `http` or `https`, at which the caller signs in or consents. */
  readonly url?: string;
  /**
   * Further details of the request for programs, such as scopes or the name of a security scheme;
   * JSON, without secrets.
   */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * The task that a handler works on, with the methods by which it reports progress, asks questions
 * and sends artifacts.
 */
export interface TaskContext {
  readonly id: string;
  readonly contextId: string;
  /**
   * The number of this run of the handler: 1 on the first; higher after an earlier run was lost, or
   * failed and is tried again.
   */
  readonly attempt: number;
  /** The message of the caller that began the task. */
  readonly message: Message;
  /** The files in the message that began the task, in order. */
  readonly files: readonly TaskFile[];
  /** All messages that the caller has sent to the task, in order; the first is {@link message}. */
  readonly history: readonly Message[];
  /** The artifacts that the task has sent so far. */
  readonly artifacts: readonly Artifact[];
  /** The authenticated caller of the task; absent without authentication. */
  readonly user: Principal | undefined;
  /**
   * A signal that is aborted when the handler has to stop: the caller cancels, the attempt runs out
   * of time, the process stops, this run may no longer write, or it has ended. Its reason is a
   * `RunEndedError`, whose `end` tells which. A handler SHOULD stop soon after; whatever it still
   * returns or throws is dropped.
   */
  readonly signal: AbortSignal;
  readonly log: TaskLogger;
  /**
   * Reports progress to the caller. Resolves when stored. `fraction` is the part that is done, 0 to
   * 1; leave it out when unknown.
   */
  progress(text: string, fraction?: number): Promise<void>;
  /**
   * Reports that the work goes on, without text: the task is `working` and its status has no
   * message.
   */
  progress(): Promise<void>;
  /**
   * Sets the text that closes a task when it completes; it travels as the message of the last
   * status, beside the result. Nothing is sent before then; the last call counts, and a run that
   * fails drops the text.
   *
   * @throws TaskCallError of `@formwork/runtime` for a value that is not text or too large
   */
  conclude(text: string): void;
  /**
   * Sends an artifact or a piece of one. It resolves when the piece is stored; for a piece of text
   * of at most 4,096 characters that more will follow (`append` without `last`), as soon as there
   * is room for it. Pieces are stored in order and before whatever is sent later, those that come
   * within 5 ms together. When one cannot be stored, the attempt ends (`signal`) and nothing that
   * came after it counts.
   */
  artifact(update: ArtifactUpdate): Promise<void>;
  /**
   * Does something once for the whole task: calls `run`, stores its result, and returns the stored
   * result when the handler runs again after a crash or an answer. The result MUST be JSON, and
   * comes back as JSON has it; a value that JSON would change silently, such as `NaN` or a `Map`,
   * is refused. If `run` throws, nothing is stored, and it is called again when the handler runs
   * again.
   *
   * A handler MUST reach its steps and questions in the same order every time. The key, 1 to 256
   * characters and unique within the task, names the step in errors, and reveals when changed code
   * meets an old task.
   */
  step<Result>(key: string, run: () => Result | Promise<Result>): Promise<Result>;
  /**
   * Asks the caller a question and returns the text of the answer, which may take days. Nothing is
   * kept running meanwhile: this run ends by throwing, and another one, perhaps in another process,
   * comes back here with the answer. Everything that the handler does before MUST be safe to
   * repeat, or be a {@link step}.
   */
  ask(prompt: string): Promise<string>;
  /** Asks the caller for data: the caller gets a form, and the answer fits its schema. */
  ask<const Schema extends SchemaLike>(
    prompt: string,
    form: QuestionForm<Schema>,
  ): Promise<InferInput<Schema>>;
  /** Asks the caller for any message, and returns it with its files, its id and its metadata. */
  ask(
    prompt: string,
    request: { readonly answer: 'message' } & Partial<QuestionAssignment>,
  ): Promise<TaskAnswer>;
  /**
   * Asks other people than the caller, and returns the text of the answer. A form, and
   * `answer: 'message'`, take the same options.
   *
   * @throws TaskCallError of `@formwork/runtime` for people, times or JSON that cannot be used
   */
  ask(prompt: string, request: QuestionAssignment): Promise<string>;
  /**
   * Asks the caller to sign in or to give consent elsewhere, and waits as {@link ask} does: the
   * task becomes `auth-required` (A2A 1.0 section 7.6). It goes on after the caller's next message,
   * whatever that says, or once your program calls `confirmAuthorization` of `@formwork/runtime`.
   * Returns the text of that message; empty if it has none.
   *
   * An answer proves nothing: a handler MUST check for itself whether it may go on. The answer
   * stays in the history of the task, so callers MUST NOT be asked for secrets.
   */
  authorize(prompt: string, request?: AuthorizationRequest): Promise<string>;
}
