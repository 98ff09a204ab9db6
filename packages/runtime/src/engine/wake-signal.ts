/**
 * A signal that wakes one waiting function. If it is given while nothing waits, the next wait
 * returns at once. Its timer never keeps the process alive.
 */
export class WakeSignal {
  #isNotified = false;
  #isStopped = false;
  #wake: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Returns true once the signal has been stopped, so that its waits return at once. */
  isStopped(): boolean {
    return this.#isStopped;
  }

  /** Wakes the function that waits, or the next one to wait. */
  notify(): void {
    this.#isNotified = true;
    this.#end();
  }

  /** Stops the signal: ends the current wait and all later ones. */
  stop(): void {
    this.#isStopped = true;
    this.#end();
  }

  /**
   * Stops when an `AbortSignal` aborts, or at once if it has aborted. Returns a function that removes
   * the listener.
   */
  stopOn(signal: AbortSignal | undefined): () => void {
    if (signal === undefined) return () => undefined;
    const stop = (): void => this.stop();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    return () => signal.removeEventListener('abort', stop);
  }

  /** Forgets earlier calls of `notify`. Call `reset` before you read the state that they announce. */
  reset(): void {
    this.#isNotified = false;
  }

  /**
   * Waits for a call of `notify`, but no longer than the given milliseconds (default: as long as it
   * takes), and only until `stop`. Only one wait may be under way.
   */
  wait(milliseconds?: number): Promise<void> {
    if (this.#isNotified || this.#isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (milliseconds === undefined) return;
      this.#timer = setTimeout(() => this.#end(), milliseconds).unref();
    });
  }

  /** Ends the wait under way. */
  #end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wake?.();
    this.#wake = undefined;
  }
}
