/**
 * The time for which a runner starts tasks without a pause, before the event loop handles requests
 * and timers, in milliseconds.
 */
const TURN_MS = 25;

/**
 * Pauses its caller now and then, so that the event loop handles requests and timers. Without the
 * pauses, handlers that compute and an engine that answers at once would block the event loop while
 * tasks wait.
 */
export class TurnYield {
  #yieldedAt = performance.now();

  /** Resolves after a pause; `undefined` if none is due. */
  wait(): Promise<void> | undefined {
    if (performance.now() - this.#yieldedAt < TURN_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        this.#yieldedAt = performance.now();
        resolve();
      });
    });
  }
}
