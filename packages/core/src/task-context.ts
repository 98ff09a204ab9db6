import type { Artifact, Message } from '@a2a-js/sdk';
import type { InferInput, SchemaLike } from '@formwork/schema';

/** The caller of a task. */
export interface Principal {
  /** Unique and stable; tasks belong to it. */
  readonly id: string;
  /**
   * The scopes that it was granted, which skills may ask for. Not kept with tasks. Default: none.
   */
  readonly scopes?: readonly string[];
}

/** The log of a handler. Fields must be JSON. */
export interface TaskLogger {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** A file of an artifact: its bytes, or where it is. */
export interface ArtifactFile {
  readonly content: Uint8Array | URL;
  readonly name?: string;
  /** Such as `image/png`. Default: none is given. */
  readonly mediaType?: string;
}

/** An artifact, or a piece of one, that a handler sends while it works. */
export interface ArtifactUpdate {
  /** Names the artifact within its task; pieces with the same id belong together. */
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  /** Text, sent as a text part. */
  readonly text?: string;
  /** JSON, sent as a data part; checked when `schema` names one of the skill's outputs. */
  readonly data?: unknown;
  /** Name of the output schema that `data` fits; the part is then tagged with its mode. */
  readonly schema?: string;
  /** Files, sent as parts after text and data. Default: none. */
  readonly files?: readonly ArtifactFile[];
  /** True adds to what was sent before under this id, false replaces it. Default false. */
  readonly append?: boolean;
  /** True when nothing more will be added. Default true unless `append` is set. */
  readonly last?: boolean;
}

/** The form of a question whose answer is data. */
export interface QuestionForm<Schema extends SchemaLike> {
  /** The schema of the answer: JSON Schema, or a library's schema. */
  readonly schema: Schema;
  /** Name of the form. Default `answer`. */
  readonly name?: string;
}

/** A file of a message that a caller sent. Its name and type are the caller's word for it. */
export interface TaskFile {
  /** Absent when the caller gave none. Nothing to open a file by. */
  readonly name: string | undefined;
  /** Such as `image/png`; absent when the caller gave none. */
  readonly mediaType: string | undefined;
  /** Where the file is, when the message only refers to it. Nothing ever fetches it by itself. */
  readonly url: string | undefined;
  /** How many bytes the message holds; absent for a reference. */
  readonly size: number | undefined;
  /**
   * A copy of the bytes.
   *
   * @throws TaskCallError of `@formwork/runtime` for a reference
   */
  bytes(): Promise<Uint8Array>;
  /** The bytes as text in UTF-8. Rejects as {@link bytes} does. */
  text(): Promise<string>;
}

/** The whole message that answers a question. */
export interface TaskAnswer {
  /** The text of its parts; empty when there is none. */
  readonly text: string;
  readonly files: readonly TaskFile[];
  /** The message as it came: its id, its parts, its metadata. */
  readonly message: Message;
}

/** A request to sign in or to consent, for {@link TaskContext.authorize}. */
export interface AuthorizationRequest {
  /** URL to sign in or to give consent at: `http` or `https`. */
  readonly url?: string;
  /** More for programs: scopes, the name of a security scheme. JSON, and no secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The task that a handler works on, and the ways to speak meanwhile. */
export interface TaskContext {
  readonly id: string;
  readonly contextId: string;
  /** 1 on the first run; higher after an earlier run was lost, or failed and is tried again. */
  readonly attempt: number;
  /** The message that caused the task. */
  readonly message: Message;
  /** The files of that message, in order. */
  readonly files: readonly TaskFile[];
  /** Every message of the caller so far, in order: the first is {@link message}. */
  readonly history: readonly Message[];
  /** Artifacts that this task has so far. */
  readonly artifacts: readonly Artifact[];
  /** Who called; absent without authentication. */
  readonly user: Principal | undefined;
  /**
   * Aborted when the caller cancels, when the attempt runs out of time, when the process stops,
   * when this run may no longer write, and when it has ended. The reason is a `RunEndedError`,
   * whose `end` tells which. A handler SHOULD stop soon after; whatever it still returns or throws
   * is dropped.
   */
  readonly signal: AbortSignal;
  readonly log: TaskLogger;
  /**
   * Reports progress to the caller. Resolves when stored. `fraction` is the part that is done, 0 to
   * 1; leave it out when unknown.
   */
  progress(text: string, fraction?: number): Promise<void>;
  /** Says that the work goes on, without text: the task is `working` and has no message. */
  progress(): Promise<void>;
  /**
   * The last word on a task that completes: travels as the message of its last status, beside the
   * result. Nothing is sent before; the last call counts, and a run that fails drops it.
   *
   * @throws TaskCallError of `@formwork/runtime` for a value that is not text or too large
   */
  conclude(text: string): void;
  /**
   * Sends an artifact or a piece of one. Resolves when stored; a piece of text of at most 4,096
   * characters that more will follow (`append` without `last`) when there is room for it. Pieces
   * are stored in order and before whatever is sent later, those that come within 5 ms together;
   * when one cannot be, the attempt ends (`signal`) and nothing that came after it counts.
   */
  artifact(update: ArtifactUpdate): Promise<void>;
  /**
   * Does something once for the whole task: calls `run`, stores its result, and returns it when the
   * handler runs again after a crash or an answer. The result MUST be JSON, and comes back as JSON
   * has it; a value that JSON would change silently, such as `NaN` or a `Map`, is refused. A `run`
   * that throws is not stored, and is called again when the handler runs again.
   *
   * A handler MUST reach its steps and questions in the same order every time. The key, 1 to 256
   * characters and unique within the task, names the step in errors, and shows when changed code
   * meets an old task.
   */
  step<Result>(key: string, run: () => Result | Promise<Result>): Promise<Result>;
  /**
   * Asks the caller and waits for the answer, which may take days. Nothing is held meanwhile: the
   * run ends by throwing, and another one, perhaps in another process, comes back here with the
   * answer. Everything that the handler does before MUST be safe to repeat, or be a {@link step}.
   */
  ask(prompt: string): Promise<string>;
  /** Asks for data: the caller gets a form, and the answer fits its schema. */
  ask<const Schema extends SchemaLike>(
    prompt: string,
    form: QuestionForm<Schema>,
  ): Promise<InferInput<Schema>>;
  /** Asks for a message: the answer has its files, its id and its metadata; any message will do. */
  ask(prompt: string, request: { readonly answer: 'message' }): Promise<TaskAnswer>;
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
