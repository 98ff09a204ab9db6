import type { LazyAbort } from './lazy-abort.ts';

/** Options of {@link AttemptExpiry}. */
interface AttemptExpiryOptions {
  /** The end of the run; an attempt that is over has no limit. */
  readonly abort: LazyAbort;
  /** Ends the task. */
  readonly expire: () => Promise<void>;
}

/**
 * The time limit of an attempt, in milliseconds. At its end the task ends without waiting for the
 * handler, so that a handler that ignores its signal does not delay the caller.
 */
export class AttemptExpiry {
  readonly #startedAt = performance.now();
  readonly #timeoutMs: number;
  readonly #options: AttemptExpiryOptions;
  readonly #timer: NodeJS.Timeout;
  #expired: Promise<void> | undefined;

  constructor(timeoutMs: number, options: AttemptExpiryOptions) {
    this.#timeoutMs = timeoutMs;
    this.#options = options;
    this.#timer = setTimeout(() => this.#expire(), timeoutMs).unref();
  }

  /**
   * Ends an attempt that has exceeded its time limit, also if the handler blocked the event loop,
   * so that the timer could not fire.
   */
  check(): void {
    if (performance.now() - this.#startedAt > this.#timeoutMs) this.#expire();
  }

  /** Stops the timer, and resolves once the task has ended if the attempt had exceeded its time. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#expired;
  }

  #expire(): void {
    const { abort, expire } = this.#options;
    if (!abort.aborted) this.#expired = expire();
  }
}
