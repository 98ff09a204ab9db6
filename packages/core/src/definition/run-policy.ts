import type { DefinitionIssue } from '@formwork/schema';
import { describeValue, isRecord } from '@formwork/schema/json';
import { checkFields } from './check-fields.ts';

/** The number of attempts of a task after errors that may pass, and the times between them. */
export interface RetryPolicy {
  /**
   * The largest number of attempts of one task that may end with an error, the first included: 1 to
   * 100. Default 5. An attempt that comes to the end of a new step, or to a question, begins the
   * count anew; one that its process lost does not count.
   */
  readonly maxAttempts?: number;
  /**
   * The wait after the first attempt, in milliseconds; it doubles after each further attempt. The
   * wait is shortened by a random part of up to a half, so that tasks that failed together are not
   * tried again together. Default 1,000.
   */
  readonly delayMs?: number;
  /** The longest wait between two attempts, in milliseconds. Default 60,000. */
  readonly maxDelayMs?: number;
  /**
   * Returns true if an error of a handler may pass, so that the task is tried again. Called with a
   * `RunEndedError` whose `end` is `timeout` when the attempt ran out of time. MUST NOT throw,
   * which counts as false. Default `isTransientError`, so a timeout is not tried again.
   */
  readonly isTransient?: (error: unknown) => boolean;
}

/** The time limit for runs of a skill, and what happens when one fails. */
export interface RunPolicy {
  /**
   * The longest time of one attempt, in milliseconds; after that its signal aborts and the task
   * fails. Waiting for an answer, for a place and for the next attempt does not count. Default: no
   * limit.
   */
  readonly timeoutMs?: number;
  /**
   * The rules by which a failed task is tried again. Default: an error of a handler fails its task
   * at once.
   */
  readonly retry?: RetryPolicy;
}

/** The longest time that a timer can wait, in milliseconds. */
const MAX_MS = 2_147_483_647;
const MAX_ATTEMPTS = 100;
const MAX_CONCURRENCY = 1_000_000;

const RETRY_FIELDS: readonly (keyof RetryPolicy)[] = [
  'maxAttempts',
  'delayMs',
  'maxDelayMs',
  'isTransient',
];

/** Checks `timeoutMs`, `retry` and `concurrency` of a definition; each may be absent. */
export function checkRunPolicy(
  {
    timeoutMs,
    retry,
    concurrency,
  }: {
    readonly timeoutMs: unknown;
    readonly retry: unknown;
    readonly concurrency?: unknown;
  },
  {
    subject,
    where,
  }: {
    /** The thing that is defined, in words for errors, such as `the skill`. */
    readonly subject: string;
    readonly where: string;
  },
): readonly DefinitionIssue[] {
  const issues: DefinitionIssue[] = [];
  const report = (code: string, expected: string, value: unknown): void => {
    const message = `Cannot define ${subject} because ${code} must be ${expected}: current value is ${describeValue(value)}`;
    issues.push({ severity: 'error', code, where, message });
  };
  const checkInteger = (code: string, value: unknown, [from, to]: readonly [number, number]) => {
    if (value === undefined || (Number.isInteger(value) && isInRange(value, from, to))) return;
    report(code, `an integer from ${from} to ${to}`, value);
  };
  checkInteger('timeoutMs', timeoutMs, [1, MAX_MS]);
  checkInteger('concurrency', concurrency, [1, MAX_CONCURRENCY]);
  if (retry === undefined) return issues;
  if (!isRecord(retry)) {
    report('retry', `an object with ${RETRY_FIELDS.join(', ')}, each optional`, retry);
    return issues;
  }
  const { maxAttempts, delayMs, maxDelayMs, isTransient } = retry;
  issues.push(
    ...checkFields(retry, { fields: RETRY_FIELDS, subject: `retry of ${subject}`, where }),
  );
  checkInteger('retry.maxAttempts', maxAttempts, [1, MAX_ATTEMPTS]);
  checkInteger('retry.delayMs', delayMs, [0, MAX_MS]);
  checkInteger('retry.maxDelayMs', maxDelayMs, [0, MAX_MS]);
  if (isTransient !== undefined && typeof isTransient !== 'function') {
    report('retry.isTransient', 'a function', isTransient);
  }
  return issues;
}

function isInRange(value: unknown, from: number, to: number): boolean {
  return typeof value === 'number' && value >= from && value <= to;
}
