import { toReason } from './wait.ts';

/**
 * Waits for what somebody else does, but no longer than until the signal is aborted; then it rejects
 * with the reason, and what comes later counts for nothing.
 */
export function untilAborted<T>(
  work: () => T | Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      if (signal !== undefined) reject(toReason(signal));
    };
    if (signal?.aborted === true) {
      stop();
      return;
    }
    signal?.addEventListener('abort', stop, { once: true });
    // A handler may throw before it returns a promise.
    const run = async (): Promise<T> => work();
    void run()
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', stop));
  });
}
