/**
 * The time for which a runner starts tasks without a pause, before the event loop handles requests
 * and timers, in milliseconds.
 */
const TURN_MS = 25;

/**
 * Makes a function that pauses its caller now and then, so that the event loop handles requests and
 * timers. Without the pauses, handlers that compute and an engine that answers at once would block
 * the event loop while tasks wait.
 */
export function createTurnYield(): () => Promise<void> | undefined {
  let yieldedAt = performance.now();
  return () => {
    if (performance.now() - yieldedAt < TURN_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        yieldedAt = performance.now();
        resolve();
      });
    });
  };
}
