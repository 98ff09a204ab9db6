/**
 * The extra time for which a call waits for the id of its task, as a part of its waiting time;
 * `MAX_EXTRA_MS` limits it.
 */
const EXTRA_PART = 0.25;
const MAX_EXTRA_MS = 10_000;

/**
 * The time for which a call still waits for its task after the host has canceled, in milliseconds,
 * so that the task can be canceled too.
 */
const CANCEL_MS = 2000;

/** The options of a wait for a task, for calls of the client. */
export interface CallWait {
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** The model learns at once that other people have to answer, because they may take days. */
  readonly waitForOthers: false;
}

/** Options of {@link OutcomeWait}. */
export interface OutcomeWaitOptions {
  /**
   * The time to wait for the task's outcome, in milliseconds; 0 ends the wait as soon as the task's
   * id is known.
   */
  readonly waitMs: number;
  /**
   * The longest time to wait for the task's id, in milliseconds. A quarter of it is added, at most
   * ten seconds.
   */
  readonly mostMs: number;
  /** A signal that ends the wait: at once if the task is known, else two seconds later. */
  readonly signal: AbortSignal;
  /** A signal after which the call waits no longer than until the task is known. Default: none. */
  readonly closing?: AbortSignal;
}

/**
 * The wait of a call for the outcome of its task. It ends when its time has passed and the id of
 * the task is known. An agent that has not answered at all gets more time, because its task could
 * not be found otherwise.
 */
export class OutcomeWait {
  /** The options of the wait, for calls of the client. */
  readonly wait: CallWait;
  readonly #options: OutcomeWaitOptions;
  readonly #ending = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #isKnown = false;
  #isOver = false;
  #canceling: NodeJS.Timeout | undefined;

  constructor(options: OutcomeWaitOptions) {
    const { waitMs, mostMs, signal, closing } = options;
    this.#options = options;
    this.wait = {
      deadlineMs: mostMs + Math.min(MAX_EXTRA_MS, mostMs * EXTRA_PART),
      signal: this.#ending.signal,
      waitForOthers: false,
    };
    this.#timer = setTimeout(this.#timeOut, waitMs);
    if (signal.aborted) this.#cancel();
    signal.addEventListener('abort', this.#cancel);
    if (closing?.aborted === true) this.#timeOut();
    closing?.addEventListener('abort', this.#timeOut);
  }

  /** True once the id of the task is known. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /**
   * Notes that the id of the task is known; before that, the wait does not end, because the task
   * could not be found again.
   */
  readonly onTask = (): void => {
    this.#isKnown = true;
    this.#isOver ||= this.#options.waitMs === 0;
    this.#leave();
  };

  /** Clears the timers, once the call no longer waits. */
  end(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#canceling);
    const { signal, closing } = this.#options;
    signal.removeEventListener('abort', this.#cancel);
    closing?.removeEventListener('abort', this.#timeOut);
  }

  readonly #cancel = (): void => {
    this.#timeOut();
    this.#canceling = setTimeout(() => this.#ending.abort(), CANCEL_MS);
  };

  readonly #timeOut = (): void => {
    this.#isOver = true;
    this.#leave();
  };

  #leave(): void {
    if (this.#isKnown && this.#isOver) this.#ending.abort();
  }
}
