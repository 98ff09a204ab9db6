/** The first pause between two entries about the same thing, and the longest, in milliseconds. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [60_000, 3_600_000];

/** Lets the first entry about a thing through, then others after growing pauses. */
export class LogBackoff {
  #until = -Infinity;
  #pauseMs = FIRST_PAUSE_MS;
  #leftOut = 0;

  /** The number of entries since the last one that was let through. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** The milliseconds until another entry is let through; zero or less if one is. */
  get pauseMs(): number {
    return this.#until - performance.now();
  }

  /** The same as a field of an entry, if there are any. */
  get leftOutField(): { readonly leftOut?: number } {
    return this.#leftOut === 0 ? {} : { leftOut: this.#leftOut };
  }

  /** Counts an entry, and returns true if the pause is not over. */
  leavesOut(): boolean {
    if (this.pauseMs <= 0) return false;
    this.#leftOut += 1;
    return true;
  }

  /** Begins the next pause, after an entry. */
  pause(): void {
    this.#until = performance.now() + this.#pauseMs;
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    this.#leftOut = 0;
  }
}
