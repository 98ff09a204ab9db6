import { type DefinitionIssue, FormworkError, isFormworkError } from '@formwork/schema';

/**
 * Thrown when an agent is defined wrongly. It carries every error, not only the first, and the
 * warnings as well.
 */
export class DefinitionError extends FormworkError {
  readonly code = 'DEFINITION_INVALID';

  /** All problems of the definition, errors first, then warnings. */
  readonly issues: readonly DefinitionIssue[];

  constructor(subject: string, issues: readonly DefinitionIssue[]) {
    const errors = issues.filter((issue) => issue.severity === 'error');
    const warnings = issues.filter((issue) => issue.severity === 'warning');
    const because = `because of ${countIssues(errors, 'problem')}:\n${listLines(errors)}`;
    const besides =
      warnings.length === 0
        ? ''
        : `\nBesides, ${countIssues(warnings, 'warning')}:\n${listLines(warnings)}`;
    super(`Cannot define ${subject} ${because}${besides}`);
    this.issues = [...errors, ...warnings];
  }
}

function countIssues({ length }: readonly DefinitionIssue[], noun: string): string {
  return length === 1 ? `1 ${noun}` : `${length} ${noun}s`;
}

function listLines(issues: readonly DefinitionIssue[]): string {
  return issues.map((issue, index) => `  ${index + 1}. ${writeLine(issue)}`).join('\n');
}

function writeLine({ where, pointer, message }: DefinitionIssue): string {
  const location = pointer === undefined || pointer === '' ? where : `${where} at ${pointer}`;
  return `${location}: ${message}`;
}

/**
 * An error whose message the caller may read. Handlers throw it to say why a task failed; the
 * message of any other error stays in the log.
 */
export class PublicError extends FormworkError {
  readonly code = 'PUBLIC';
}

/**
 * True for a {@link PublicError}, including one made by another copy of this package.
 *
 * @example
 * ```ts
 * import { isPublicError, PublicError } from '@formwork/core';
 *
 * isPublicError(new PublicError('The well is dry.')); // true
 * ```
 */
export function isPublicError(value: unknown): value is PublicError {
  return isFormworkError(value) && value.code === 'PUBLIC';
}

/**
 * Declines a task: handlers throw it for work that they refuse, with a reason that the caller may
 * read. The task ends as `rejected` (A2A 1.0 section 4.1.3) and is never tried again. Throw a
 * `PublicError` for work that was tried and failed.
 *
 * @example
 * ```ts
 * import { RejectedError } from '@formwork/core';
 *
 * function checkAmount(amount: number): void {
 *   if (amount > 500) throw new RejectedError('Amounts above 500 EUR need a purchase order.');
 * }
 * ```
 */
export class RejectedError extends FormworkError {
  readonly code = 'REJECTED';
}

/**
 * True for a {@link RejectedError}, including one made by another copy of this package.
 *
 * @example
 * ```ts
 * import { isRejectedError, RejectedError } from '@formwork/core';
 *
 * isRejectedError(new RejectedError('Too much.')); // true
 * ```
 */
export function isRejectedError(value: unknown): value is RejectedError {
  return isFormworkError(value) && value.code === 'REJECTED';
}

/**
 * The reason why a run of a handler has ended:
 * - `canceled`: the caller canceled the task;
 * - `timeout`: the attempt took longer than the skill's `timeoutMs`;
 * - `stopping`: this process is draining; another run goes on with the task;
 * - `lost`: another process has the task now, or the task cannot be written; `cause` may say more;
 * - `suspended`: the task waits for an answer, and the handler runs again when it comes;
 * - `ended`: the handler has returned.
 */
export type RunEnd = 'canceled' | 'timeout' | 'stopping' | 'lost' | 'suspended' | 'ended';

const MESSAGES: Readonly<Record<RunEnd, string>> = {
  canceled: 'The task was canceled.',
  timeout: 'The attempt has run out of time.',
  stopping: 'The process is stopping; another run goes on with the task.',
  lost: 'The run may not write to the task any more.',
  suspended: 'The task waits for an answer; the handler runs again when it comes.',
  ended: 'The handler has returned.',
};

/**
 * The error that says why a run of a handler has ended: the reason of `task.signal`, and what calls
 * of the task reject with afterwards.
 */
export class RunEndedError extends FormworkError {
  readonly code = 'RUN_ENDED';

  readonly end: RunEnd;

  constructor(end: RunEnd, options?: ErrorOptions) {
    super(MESSAGES[end], options);
    this.end = end;
  }
}

/**
 * True for a {@link RunEndedError}, including one made by another copy of this package.
 *
 * @example
 * ```ts
 * import { isRunEndedError } from '@formwork/core';
 *
 * function onAbort(signal: AbortSignal): string {
 *   return isRunEndedError(signal.reason) ? signal.reason.end : 'unknown';
 * }
 * ```
 */
export function isRunEndedError(value: unknown): value is RunEndedError {
  return isFormworkError(value) && value.code === 'RUN_ENDED';
}

/** Options of {@link TransientError}: how long to wait before the next attempt. */
export interface TransientErrorOptions extends ErrorOptions {
  /**
   * The least time to wait before the task is tried again, in milliseconds. Default: as the skill's
   * `retry` says.
   */
  readonly retryAfterMs?: number;
}

/**
 * A failure that may pass when it is tried again: a busy service, a broken connection. Handlers of
 * skills with `retry` throw it; elsewhere it is an error like any other. Callers never read its
 * message.
 */
export class TransientError extends FormworkError {
  readonly code = 'TRANSIENT';

  readonly retryAfterMs: number | undefined;

  constructor(message: string, options?: TransientErrorOptions) {
    super(message, options);
    this.retryAfterMs = options?.retryAfterMs;
  }
}

/**
 * True for a {@link TransientError}, including one made by another copy of this package.
 *
 * @example
 * ```ts
 * import { isTransientError, TransientError } from '@formwork/core';
 *
 * isTransientError(new TransientError('The database is away.')); // true
 * ```
 */
export function isTransientError(value: unknown): value is TransientError {
  return isFormworkError(value) && value.code === 'TRANSIENT';
}
