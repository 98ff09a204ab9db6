/** How a skill is tried again after an error that may pass. */
export interface RetryPolicy {
  /** How often a task is begun at most, the first time included: 1 to 100. Default 5. */
  readonly maxAttempts?: number;
  /**
   * How long to wait after the first attempt, in milliseconds; twice as long after each further
   * one. A random part of up to a half is taken off, so that tasks that failed together do not
   * come back together. Default 1,000.
   */
  readonly delayMs?: number;
  /** The longest wait, in milliseconds. Default 60,000. */
  readonly maxDelayMs?: number;
  /**
   * Whether what a handler threw may pass. Called with a `RunEndedError` whose `end` is `timeout`
   * when the attempt ran out of time. MUST NOT throw: that counts as no. Default
   * `isTransientError`, so a timeout is not tried again.
   */
  readonly isTransient?: (error: unknown) => boolean;
}

/** How runs of a skill are limited, and what follows when one fails. */
export interface RunPolicy {
  /**
   * How long one attempt may take, in milliseconds; then its signal aborts and the task fails.
   * Waiting for an answer, for a place and for the next attempt does not count. Default: forever.
   */
  readonly timeoutMs?: number;
  /** Default: what a handler throws fails its task. */
  readonly retry?: RetryPolicy;
}
