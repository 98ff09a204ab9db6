/**
 * Barriers at which the work of agents waits until a test lifts them, so that work is in progress for
 * as long as the test needs.
 */
export class Barriers {
  readonly #lifted: string[] = [];
  readonly #waiting = new Map<() => void, string>();

  /** Lifts for good all barriers whose names begin with `start`. */
  lift(start: string): void {
    this.#lifted.push(start);
    for (const [go, name] of this.#waiting) {
      if (!name.startsWith(start)) continue;
      this.#waiting.delete(go);
      go();
    }
  }

  /** Waits until a barrier is lifted; rejects with the reason of a signal that aborts before. */
  async pass(name: string, signal: AbortSignal): Promise<void> {
    if (this.#lifted.some((start) => name.startsWith(start))) return;
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        this.#waiting.delete(resolve);
        reject(signal.reason as Error);
      };
      this.#waiting.set(resolve, name);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
    });
  }
}
