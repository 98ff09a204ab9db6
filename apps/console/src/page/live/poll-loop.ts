/** Work that is repeated while the page is visible, a while after the round before has ended. */
export class PollLoop {
  readonly #everyMs: number | undefined;
  readonly #work: (signal: AbortSignal) => Promise<void>;
  readonly #stop = new AbortController();
  #timer: number | undefined;

  /** With `undefined` for the time between two rounds, none follows by itself. */
  constructor(everyMs: number | undefined, work: (signal: AbortSignal) => Promise<void>) {
    this.#everyMs = everyMs;
    this.#work = work;
  }

  /** Begins a round now, in place of the one that is due. */
  async begin(): Promise<void> {
    window.clearTimeout(this.#timer);
    if (document.hidden) return;
    const { signal } = this.#stop;
    await this.#work(signal);
    if (signal.aborted || this.#everyMs === undefined) return;
    this.#timer = window.setTimeout(() => void this.begin(), this.#everyMs);
  }

  end(): void {
    this.#stop.abort();
    window.clearTimeout(this.#timer);
  }
}
