/** First and longest pause between two attempts, in milliseconds; it doubles. */
const PAUSE = { first: 1000, longest: 15_000 };

/** Waits before attempt `n`, from 1; ends at once when the browser is online again. */
export function waitForNetwork(n: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const delay = Math.min(PAUSE.longest, PAUSE.first * 2 ** (n - 1));
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      globalThis.removeEventListener?.('online', end);
      resolve();
    };
    const timer = setTimeout(end, delay);
    signal.addEventListener('abort', end);
    // Not in Node.
    globalThis.addEventListener?.('online', end);
    if (signal.aborted) end();
  });
}
