import type { Problem, SchemaIssue } from '@formwork/schema';
import { FormworkError, toPlainText } from '@formwork/schema/errors';
import { cutText } from '@formwork/schema/json';
import type { EndedOutcome, Question } from './outcome.ts';

/** Thrown by `connect` when there is no agent at the URL, or none that may be called. */
export class ConnectError extends FormworkError {
  readonly code = 'CONNECT_FAILED';
}

/**
 * Thrown when a person or a program cannot be signed in at a provider; the message says what to do.
 */
export class SignInError extends FormworkError {
  readonly code = 'SIGN_IN_FAILED';
  /**
   * True if the provider could not be reached, or was out of order: the same may succeed later, and
   * what the provider gave before stays valid.
   */
  readonly isTemporary: boolean;
  /** True if a sign-in of before has ended, so that the person has to sign in again. */
  readonly isOver: boolean;
  /** The code of OAuth by which the provider refused, such as `access_denied`; `''` for none. */
  readonly fault: string;
  /** The time after which the provider may be asked again, in milliseconds, if it named one. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    options: ErrorOptions & {
      /** Default false. */
      readonly isTemporary?: boolean;
      /** Default false. */
      readonly isOver?: boolean;
      /** Default `''`. */
      readonly fault?: string;
      /** Default: the provider named none. */
      readonly retryAfterMs?: number | undefined;
    } = {},
  ) {
    super(message, options);
    this.isTemporary = options.isTemporary ?? false;
    this.isOver = options.isOver ?? false;
    this.fault = options.fault ?? '';
    this.retryAfterMs = options.retryAfterMs;
  }
}

/**
 * Thrown when a skill cannot be called in the way that was asked for; nothing has been sent to the
 * agent.
 */
export class SkillError extends FormworkError {
  readonly code = 'SKILL_UNUSABLE';

  /** The reasons why a schema of the skill was refused; `[]` when the error has another cause. */
  readonly issues: readonly SchemaIssue[];

  constructor(
    message: string,
    {
      issues = [],
      ...options
    }: ErrorOptions & {
      readonly issues?: readonly SchemaIssue[];
    } = {},
  ) {
    super(message, options);
    this.issues = issues;
  }
}

/** Thrown when the input does not fit its schema. Sending the same input again fails again. */
export class InvalidInputError extends FormworkError {
  readonly code = 'INPUT_INVALID';
  /** The problems that were found in the input; at least one. */
  readonly problems: readonly Problem[];
  readonly schema: string;
  readonly foundBy: 'client' | 'agent';
  /**
   * The id of the task that waits for a better answer; `undefined` if the invalid input began no
   * task.
   */
  readonly taskId: string | undefined;

  constructor(
    problems: readonly Problem[],
    {
      schema,
      foundBy,
      text,
      taskId,
      ...options
    }: ErrorOptions & {
      /** The name of the schema that the input does not fit; `''` if the input has none. */
      readonly schema: string;
      /** Who found the invalid input: `client` before anything was sent, or the agent. */
      readonly foundBy: 'client' | 'agent';
      /** The agent's own words about the invalid input, when it did not list the problems. */
      readonly text?: string;
      readonly taskId?: string | undefined;
    },
  ) {
    const subject = schema === '' ? 'the input' : `input ${JSON.stringify(schema)}`;
    const finder = foundBy === 'agent' ? ' (found by the agent)' : '';
    super(
      `Cannot send ${subject} because it must fit its schema${finder}:\n${text ?? toPlainText(problems, { schema })}`,
      options,
    );
    this.problems = problems;
    this.schema = schema;
    this.foundBy = foundBy;
    this.taskId = taskId;
  }
}

/**
 * Thrown when a task is completed, but its result does not fit the schema that the agent declared.
 */
export class InvalidOutputError extends FormworkError {
  readonly code = 'OUTPUT_INVALID';
  /** The problems that were found in the agent's result; at least one. */
  readonly problems: readonly Problem[];
  readonly schema: string;
  readonly taskId: string | undefined;
  /**
   * The agent's invalid result, as it was sent; its text if there was no data; `undefined` if there
   * was neither.
   */
  readonly data: unknown;

  constructor(
    problems: readonly Problem[],
    {
      schema,
      taskId,
      data,
      ...options
    }: ErrorOptions & {
      /**
       * The name of the output schema that the result does not fit; `''` if the agent sent nothing that
       * could be checked.
       */
      readonly schema: string;
      readonly taskId?: string | undefined;
      /** The invalid data that the agent sent; `undefined` if it sent none. */
      readonly data?: unknown;
    },
  ) {
    super(
      `Cannot use the agent's result because it must fit the schema the agent declared:\n${toPlainText(problems, { schema })}\nTell the agent's owner${data === undefined ? '' : ', or pass validateOutput: false to take it as it is'}.`,
      options,
    );
    this.problems = problems;
    this.schema = schema;
    this.taskId = taskId;
    this.data = data;
  }
}

/**
 * Thrown when a request to an agent got no usable answer, after every attempt that could be
 * repeated safely.
 */
export class RequestError extends FormworkError {
  readonly code = 'REQUEST_FAILED';
  /**
   * Why the request failed, for programs: `NETWORK`, `UNAVAILABLE`, `RATE_LIMITED`,
   * `UNAUTHENTICATED`, `PERMISSION_DENIED`, `TOO_LARGE`, `PROTOCOL` (the answer is not A2A),
   * `HEADERS` (your function returned none), `REDIRECTED`, or a reason of the agent's own, such as
   * `TASK_NOT_FOUND`.
   */
  readonly reason: string;
  /**
   * The HTTP status of the answer that failed; `undefined` if the request failed in another way.
   */
  readonly status: number | undefined;
  /** The error code that the agent answered with over JSON-RPC; `undefined` if it sent none. */
  readonly rpcCode: number | undefined;
  /** The status code that the agent answered with over gRPC; `undefined` for other bindings. */
  readonly grpcStatus: number | undefined;
  /**
   * How long the agent asked the caller to wait before the next attempt, in milliseconds;
   * `undefined` if it did not ask.
   */
  readonly retryAfterMs: number | undefined;
  /**
   * The id of the task that the failed request was about, or had begun; the task may still go on.
   * `undefined` if none is known.
   */
  readonly taskId: string | undefined;

  constructor(
    message: string,
    {
      reason,
      status,
      rpcCode,
      grpcStatus,
      retryAfterMs,
      taskId,
      ...options
    }: ErrorOptions & {
      readonly reason: string;
      readonly status?: number | undefined;
      readonly rpcCode?: number | undefined;
      readonly grpcStatus?: number | undefined;
      readonly retryAfterMs?: number | undefined;
      readonly taskId?: string | undefined;
    },
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

/**
 * Thrown by `call` and `stream` when a task has ended without a result: it failed, was canceled or
 * was rejected, or the agent declined with words and began none.
 */
export class TaskError extends FormworkError {
  readonly code = 'TASK_NOT_COMPLETED';
  readonly state: EndedOutcome['state'];
  readonly taskId: string;
  /** The outcome of the task that ended without a result: its state, its text and its artifacts. */
  readonly outcome: EndedOutcome;

  constructor(outcome: EndedOutcome) {
    const quoted = outcome.text === '' ? '' : `: the agent says ${JSON.stringify(outcome.text)}`;
    super(
      outcome.state === 'declined'
        ? `Cannot give a result because the agent declined${quoted}`
        : `Cannot give a result because the task must be completed: current value is ${JSON.stringify(outcome.state)}${quoted}`,
    );
    this.state = outcome.state;
    this.taskId = outcome.taskId;
    this.outcome = outcome;
  }
}

/**
 * Thrown by `call` when the task waits for its caller: for an answer, if there is a `question`, or
 * for a sign-in somewhere else.
 */
export class QuestionError extends FormworkError {
  readonly code = 'QUESTION_OPEN';
  readonly taskId: string;
  /**
   * The question that the task asks; its `answer` method goes on with the task. Absent if the task
   * waits for a sign-in instead.
   */
  readonly question: Question | undefined;

  constructor(taskId: string, { text, question }: { text: string; question?: Question }) {
    super(`Cannot give a result yet because ${toReason(text, question)}`);
    this.taskId = taskId;
    this.question = question;
  }
}

/** Says who has to do what before a task can go on, and what the program can do about it. */
function toReason(text: string, question: Question | undefined): string {
  const quoted = JSON.stringify(text);
  if (question === undefined) {
    return `the agent asks ${quoted}: pass onAuthorize, or use run() and its outcome`;
  }
  const { assignment } = question;
  if (assignment === undefined) {
    return `the agent asks ${quoted}: pass onQuestion, or use run() and its outcome`;
  }
  const people = cutText(assignment.to.join(', '), 200);
  return `${people} must answer ${quoted}: leave out waitForOthers: false to wait for them, or find the task again by its id`;
}

/** Options of {@link AbortedError} and {@link DeadlineError}. */
interface WaitErrorOptions extends ErrorOptions {
  /** The id of the task whose wait has ended; `undefined` if no task had begun. */
  readonly taskId: string | undefined;
  /** True if the agent was also asked to cancel the task: by `cancel`, or because of `onAbort`. */
  readonly canceled: boolean;
}

/**
 * Thrown when the caller's signal was aborted before the task had an outcome. The `cause` is the
 * signal's reason.
 */
export class AbortedError extends FormworkError {
  readonly code = 'ABORTED';
  readonly taskId: string | undefined;
  /** True if the agent was asked to cancel the task: by `cancel`, or because of `onAbort`. */
  readonly canceled: boolean;

  constructor({ taskId, canceled, ...options }: WaitErrorOptions) {
    super(
      `Cannot wait for the agent because the call was aborted: ${describeTask(taskId, canceled)}`,
      options,
    );
    this.taskId = taskId;
    this.canceled = canceled;
  }
}

/** Thrown when the time of `deadlineMs` has passed before the task had an outcome. */
export class DeadlineError extends FormworkError {
  readonly code = 'DEADLINE_EXCEEDED';
  readonly taskId: string | undefined;
  /** True if the agent was asked to cancel the task: by `cancel`, or because of `onAbort`. */
  readonly canceled: boolean;

  constructor({ taskId, canceled, ...options }: WaitErrorOptions) {
    super(
      `Cannot wait any longer because the deadline has passed: ${describeTask(taskId, canceled)}`,
      options,
    );
    this.taskId = taskId;
    this.canceled = canceled;
  }
}

/** Says, for an error message, which task was left and whether it was canceled or goes on. */
function describeTask(taskId: string | undefined, canceled: boolean): string {
  if (taskId === undefined) return 'no task is known to have begun';
  if (canceled) return `task ${JSON.stringify(taskId)} was asked to stop`;
  return `task ${JSON.stringify(taskId)} goes on; agent.task(id) finds it again`;
}
