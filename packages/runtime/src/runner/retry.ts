import {
  isRunEndedError,
  isTransientError,
  toErrorText,
  type Agent,
  type AnySkill,
  type RetryPolicy,
  type TaskLogger,
} from '@formwork/core';

const DEFAULTS = {
  maxAttempts: 5,
  delayMs: 1_000,
  maxDelayMs: 60_000,
  isTransient: isTransientError,
} as const;

/** The retry policy of a skill, or of the agent where the skill has none, with its defaults. */
export function getRetryPolicy(
  agent: Agent,
  skill: AnySkill | undefined,
): Required<RetryPolicy> | undefined {
  const policy = skill?.retry ?? agent.retry;
  return policy && { ...DEFAULTS, ...policy };
}

/** A run that failed. */
export interface FailedAttempt {
  readonly error: unknown;
  /** 1 for the first. */
  readonly attempt: number;
  readonly log: TaskLogger;
}

/**
 * How long to wait before the next attempt, in milliseconds; `undefined` when there is to be none.
 * Never throws, whatever was thrown.
 */
export function findRetryDelay(
  policy: Required<RetryPolicy>,
  failed: FailedAttempt,
): number | undefined {
  const { error, attempt } = failed;
  const { maxAttempts, delayMs, maxDelayMs } = policy;
  if (attempt >= maxAttempts || !mayPass(policy, failed)) return undefined;
  const delay = Math.min(maxDelayMs, delayMs * 2 ** (attempt - 1));
  const jittered = Math.ceil(delay * (1 - Math.random() / 2));
  return Math.max(jittered, readRetryAfter(error));
}

function readRetryAfter(error: unknown): number {
  try {
    const retryAfterMs = isTransientError(error) ? error.retryAfterMs : undefined;
    // Headers that are missing, or are dates, make NaN.
    return Number.isFinite(retryAfterMs) ? Number(retryAfterMs) : 0;
  } catch {
    return 0;
  }
}

function mayPass({ isTransient }: Required<RetryPolicy>, { error, log }: FailedAttempt): boolean {
  try {
    return isTransient(error);
  } catch (thrown) {
    log.error('Cannot ask isTransient', { error: toErrorText(thrown) });
    return false;
  }
}

/** Options of {@link toHint}. */
export interface HintOptions {
  readonly policy: Required<RetryPolicy> | undefined;
  /** 1 for the first. */
  readonly attempt: number;
}

/** What the author of a handler can do about how it failed, for the log. Never throws. */
export function toHint(error: unknown, { policy, attempt }: HintOptions): string | undefined {
  try {
    if (isRunEndedError(error)) return undefined;
    if (!(error instanceof Error)) {
      const type = error === null ? 'null' : typeof error;
      return `The handler threw a value of type ${type}, which has no stack: throw an Error, or a PublicError whose message the caller may read.`;
    }
    if (policy === undefined || attempt >= policy.maxAttempts) return undefined;
    return policy.isTransient === isTransientError
      ? 'It is not tried again, as only a TransientError is: throw one, or say in isTransient of retry what may pass.'
      : 'It is not tried again, as isTransient of retry does not say that it may pass.';
  } catch {
    return undefined;
  }
}
