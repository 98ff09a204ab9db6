/**
 * Work that is repeated while the page is visible, a while after the round before has ended. Rounds
 * never overlap.
 */
export class PollLoop {
  readonly #everyMs: number | undefined;
  readonly #work: (signal: AbortSignal) => Promise<void>;
  readonly #stop = new AbortController();
  #timer: number | undefined;
  /** The round that goes on now. */
  #round: Promise<void> | undefined;

  /** With `undefined` for the time between two rounds, none follows by itself. */
  constructor(everyMs: number | undefined, work: (signal: AbortSignal) => Promise<void>) {
    this.#everyMs = everyMs;
    this.#work = work;
  }

  /** Begins a round now, in place of the one that is due; resolves with the end of one that goes on. */
  async begin(): Promise<void> {
    window.clearTimeout(this.#timer);
    if (this.#round === undefined && document.hidden) return;
    this.#round ??= this.#run();
    await this.#round;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    try {
      await this.#work(signal);
    } finally {
      this.#round = undefined;
    }
    if (signal.aborted || this.#everyMs === undefined) return;
    this.#timer = window.setTimeout(() => void this.begin(), this.#everyMs);
  }

  end(): void {
    this.#stop.abort();
    window.clearTimeout(this.#timer);
  }
}
