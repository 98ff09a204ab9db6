/**
 * Readings of something that changes at times: they run one after the other, so that an older state
 * never replaces a newer one, and all changes during one of them lead to one more.
 */
export class SerialReads {
  readonly #read: () => Promise<void>;
  #isStarted = false;
  #isStale = false;
  #isReading = false;

  /** `read` MUST NOT reject. */
  constructor(read: () => Promise<void>) {
    this.#read = read;
  }

  /** Begins to read after changes, also after those of before. */
  start(): void {
    this.#isStarted = true;
    if (this.#isStale) void this.#readUntilKnown();
  }

  /** Reads again, because something may have changed. */
  request(): void {
    this.#isStale = true;
    if (this.#isStarted && !this.#isReading) void this.#readUntilKnown();
  }

  async #readUntilKnown(): Promise<void> {
    this.#isReading = true;
    while (this.#isStale) {
      this.#isStale = false;
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      await this.#read();
    }
    this.#isReading = false;
  }
}
