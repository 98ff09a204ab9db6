/**
 * A delayed call of a function, which runs once for all requests within `delayMs` milliseconds. Its
 * timer does not keep the process alive.
 */
export class Debounce {
  readonly #run: () => void;
  readonly #delayMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(run: () => void, delayMs: number) {
    this.#run = run;
    this.#delayMs = delayMs;
  }

  /** Requests the debounced call; it comes after the delay, counted from the first request. */
  call(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#run();
    }, this.#delayMs).unref();
  }

  /** Cancels a requested call that has not run yet. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
