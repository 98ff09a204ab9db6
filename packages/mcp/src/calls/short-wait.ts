import type { CallWait } from './outcome-wait.ts';

/** The longest time that one look at a task waits for news, in milliseconds. */
export const SHORT_WAIT_MS = 400;

/**
 * The wait of one look at a task: it ends a little after the agent has said how the task stands, so
 * that news that is on its way still comes.
 */
export class ShortWait {
  /** The options of the wait, for calls of the client. */
  readonly wait: CallWait;
  readonly #ending = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor({
    mostMs,
    signal,
  }: {
    /** The longest time to wait until the agent says how the task stands, in milliseconds. */
    readonly mostMs: number;
    readonly signal: AbortSignal;
  }) {
    const ending = AbortSignal.any([signal, this.#ending.signal]);
    this.wait = { deadlineMs: mostMs, signal: ending, waitForOthers: false };
  }

  /** True once the agent has said how the task stands. */
  get isAnswered(): boolean {
    return this.#timer !== undefined;
  }

  /** Notes that the agent has said how the task stands. */
  readonly onTask = (): void => {
    this.#timer ??= setTimeout(() => this.#ending.abort(), SHORT_WAIT_MS);
  };

  /** Clears the timer, once the look is over. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
