/**
 * A signal that wakes one waiting function. If it is given while nothing waits, the next wait
 * returns at once.
 */
export interface Bell {
  /** Returns true once the bell has been stopped, so that its waits return at once. */
  isStopped(): boolean;
  ring(): void;
  /** Stops the bell: ends the current wait and all later ones. */
  stop(): void;
  /**
   * Stops the bell when the signal aborts, or at once if it has aborted. Returns a function that
   * removes the listener from the signal.
   */
  stopOn(signal: AbortSignal | undefined): () => void;
  /** Forgets earlier rings. Call `reset` before you read the state that a ring announces. */
  reset(): void;
  /**
   * Waits for a ring of the bell, but no longer than the given milliseconds (default: as long as it
   * takes), and only until `stop`. Only one wait may be under way.
   */
  wait(milliseconds?: number): Promise<void>;
}

/** Makes a bell that has not rung. Its timer never keeps the process alive. */
export function createBell(): Bell {
  return new OwnBell();
}

/** A bell as one small object, because each reader of a stream has one. */
class OwnBell implements Bell {
  #isRung = false;
  #isStopped = false;
  #wake: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  isStopped(): boolean {
    return this.#isStopped;
  }

  ring(): void {
    this.#isRung = true;
    this.#end();
  }

  stop(): void {
    this.#isStopped = true;
    this.#end();
  }

  stopOn(signal: AbortSignal | undefined): () => void {
    if (signal === undefined) return () => undefined;
    const stop = (): void => this.stop();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    return () => signal.removeEventListener('abort', stop);
  }

  reset(): void {
    this.#isRung = false;
  }

  wait(milliseconds?: number): Promise<void> {
    if (this.#isRung || this.#isStopped) return Promise.resolve();
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
