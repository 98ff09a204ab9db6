/** A time after which something is not waited for any longer. */
export class TimeLimit {
  /** Resolves when the time is over. */
  readonly over: Promise<'over'>;
  #timer: NodeJS.Timeout | undefined;

  /** @param milliseconds The time from now on, in milliseconds. */
  constructor(milliseconds: number) {
    this.over = new Promise((resolve) => {
      this.#timer = setTimeout(() => resolve('over'), milliseconds);
    });
  }

  /** Ends the timer, so that it keeps no process alive. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
