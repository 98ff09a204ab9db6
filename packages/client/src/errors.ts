import { FormworkError, toPlainText, type Problem, type SchemaIssue } from '@formwork/schema';
import type { EndedOutcome, Question } from './outcome.ts';

/** Thrown by `connect` when there is no agent, or none that may be called. */
export class ConnectError extends FormworkError {
  readonly code = 'CONNECT_FAILED';
}

/** Thrown when somebody cannot be signed in; its message says what to do. */
export class SignInError extends FormworkError {
  readonly code = 'SIGN_IN_FAILED';
}

/** Options of {@link SkillError}. */
export interface SkillErrorOptions extends ErrorOptions {
  readonly issues?: readonly SchemaIssue[];
}

/** Thrown when a skill cannot be called as asked; nothing has been sent. */
export class SkillError extends FormworkError {
  readonly code = 'SKILL_UNUSABLE';

  /** Why a schema of the skill was refused; `[]` when it was something else. */
  readonly issues: readonly SchemaIssue[];

  constructor(message: string, { issues = [], ...options }: SkillErrorOptions = {}) {
    super(message, options);
    this.issues = issues;
  }
}

/** Options of {@link InvalidInputError}. */
export interface InvalidInputErrorOptions extends ErrorOptions {
  /** Name of the schema; `''` if the input has none. */
  readonly schema: string;
  /** Who found it: the client before anything was sent, or the agent. */
  readonly foundBy: 'client' | 'agent';
  /** The agent's own words, if it did not list the problems. */
  readonly text?: string;
  readonly taskId?: string | undefined;
}

/** Thrown when the input does not fit its schema. Sending the same input again does not help. */
export class InvalidInputError extends FormworkError {
  readonly code = 'INPUT_INVALID';
  /** At least one. */
  readonly problems: readonly Problem[];
  readonly schema: string;
  readonly foundBy: 'client' | 'agent';
  /** The task that waits for a better answer; `undefined` if none had begun. */
  readonly taskId: string | undefined;

  constructor(
    problems: readonly Problem[],
    { schema, foundBy, text, taskId, ...options }: InvalidInputErrorOptions,
  ) {
    const place = schema === '' ? 'the input' : `input ${JSON.stringify(schema)}`;
    const finder = foundBy === 'agent' ? ' (found by the agent)' : '';
    super(
      `Cannot send ${place} as it must fit its schema${finder}:\n${text ?? toPlainText(problems, { schema })}`,
      options,
    );
    this.problems = problems;
    this.schema = schema;
    this.foundBy = foundBy;
    this.taskId = taskId;
  }
}

/** Options of {@link InvalidOutputError}. */
export interface InvalidOutputErrorOptions extends ErrorOptions {
  /** Name of the schema; `''` if there was nothing to check. */
  readonly schema: string;
  readonly taskId?: string | undefined;
  /** The data that the agent sent; `undefined` if nothing. */
  readonly data?: unknown;
}

/** Thrown when a task is completed, but its result does not fit the schema that the agent declared. */
export class InvalidOutputError extends FormworkError {
  readonly code = 'OUTPUT_INVALID';
  /** At least one. */
  readonly problems: readonly Problem[];
  readonly schema: string;
  readonly taskId: string | undefined;
  /** The data that the agent sent, unchecked; its text if there was none; `undefined` if nothing. */
  readonly data: unknown;

  constructor(
    problems: readonly Problem[],
    { schema, taskId, data, ...options }: InvalidOutputErrorOptions,
  ) {
    super(
      `Cannot use the agent's result as it must fit the schema the agent declared:\n${toPlainText(problems, { schema })}\nTell the agent's owner, or pass validateOutput: false to take it as it is.`,
      options,
    );
    this.problems = problems;
    this.schema = schema;
    this.taskId = taskId;
    this.data = data;
  }
}

/** Options of {@link RequestError}. */
export interface RequestErrorOptions extends ErrorOptions {
  readonly reason: string;
  readonly status?: number | undefined;
  readonly rpcCode?: number | undefined;
  readonly grpcStatus?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly taskId?: string | undefined;
}

/** Thrown when a request did not get a usable answer, after all attempts that were safe. */
export class RequestError extends FormworkError {
  readonly code = 'REQUEST_FAILED';
  /**
   * `NETWORK`, `UNAVAILABLE`, `RATE_LIMITED`, `UNAUTHENTICATED`, `PERMISSION_DENIED`, `TOO_LARGE`,
   * `PROTOCOL` (not A2A), `HEADERS` (your function gave none), or the agent's own, such as
   * `TASK_NOT_FOUND`.
   */
  readonly reason: string;
  /** HTTP status, if it was one that failed. */
  readonly status: number | undefined;
  /** JSON-RPC code, if there was one. */
  readonly rpcCode: number | undefined;
  /** Status code of gRPC, if there was one. */
  readonly grpcStatus: number | undefined;
  /** How long the agent asked to wait before another attempt. */
  readonly retryAfterMs: number | undefined;
  /** The task that the request was about, or had begun; it may go on. */
  readonly taskId: string | undefined;

  constructor(
    message: string,
    { reason, status, rpcCode, grpcStatus, retryAfterMs, taskId, ...options }: RequestErrorOptions,
  ) {
    super(message, options);
    this.reason = reason;
    this.status = status;
    this.rpcCode = rpcCode;
    this.grpcStatus = grpcStatus;
    this.retryAfterMs = retryAfterMs;
    this.taskId = taskId;
  }
}

/** Thrown by `call` and `stream` when a task ended without a result. */
export class TaskError extends FormworkError {
  readonly code = 'TASK_NOT_COMPLETED';
  readonly state: EndedOutcome['state'];
  readonly taskId: string;
  /** All that is known of the task. */
  readonly outcome: EndedOutcome;

  constructor(outcome: EndedOutcome) {
    const said = outcome.text === '' ? '' : `: the agent says ${JSON.stringify(outcome.text)}`;
    super(
      `Cannot give a result as the task must be completed: current value is ${JSON.stringify(outcome.state)}${said}`,
    );
    this.state = outcome.state;
    this.taskId = outcome.taskId;
    this.outcome = outcome;
  }
}

/**
 * Thrown by `call` when the task waits for something: for an answer, if there is a `question`, or
 * for the caller to authenticate somewhere else.
 */
export class QuestionError extends FormworkError {
  readonly code = 'QUESTION_OPEN';
  readonly taskId: string;
  /** Its `answer` goes on with the task. Absent if the task waits for authentication. */
  readonly question: Question | undefined;

  constructor(taskId: string, { text, question }: { text: string; question?: Question }) {
    const hint =
      question === undefined
        ? 'pass onAuthorize, or use run() and its outcome'
        : 'pass onQuestion, or use run() and its outcome';
    super(`Cannot give a result yet because the agent asks ${JSON.stringify(text)}: ${hint}`);
    this.taskId = taskId;
    this.question = question;
  }
}

/** Options of {@link AbortedError} and {@link DeadlineError}. */
interface WaitErrorOptions extends ErrorOptions {
  /** The task, if it had begun. */
  readonly taskId: string | undefined;
  /** True if the task was asked to stop as well. */
  readonly canceled: boolean;
}

/** Thrown when the caller's signal was aborted. The cause is the signal's reason. */
export class AbortedError extends FormworkError {
  readonly code = 'ABORTED';
  readonly taskId: string | undefined;

  constructor({ taskId, canceled, ...options }: WaitErrorOptions) {
    super(
      `Cannot wait for the agent as the call was aborted: ${describeTask(taskId, canceled)}`,
      options,
    );
    this.taskId = taskId;
  }
}

/** Thrown when `deadlineMs` has passed. */
export class DeadlineError extends FormworkError {
  readonly code = 'DEADLINE_EXCEEDED';
  readonly taskId: string | undefined;

  constructor({ taskId, canceled, ...options }: WaitErrorOptions) {
    super(
      `Cannot wait any longer as the deadline has passed: ${describeTask(taskId, canceled)}`,
      options,
    );
    this.taskId = taskId;
  }
}

/** Says how the task stands. */
function describeTask(taskId: string | undefined, canceled: boolean): string {
  if (taskId === undefined) return 'no task is known to have begun';
  if (canceled) return `task ${JSON.stringify(taskId)} was asked to stop`;
  return `task ${JSON.stringify(taskId)} goes on; agent.task(id) finds it again`;
}
