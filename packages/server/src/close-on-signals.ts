import { constants } from 'node:os';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Closes when the process is told to end, and then lets it: by the same signal, unless somebody else
 * listens for it too. A second signal ends the process at once. Returns a function that listens no
 * more.
 */
export function closeOnSignals(close: () => Promise<void>): () => void {
  let isClosing = false;

  async function handle(signal: (typeof SIGNALS)[number]): Promise<void> {
    if (isClosing) process.exit(128 + constants.signals[signal]);
    isClosing = true;
    await close().catch(() => undefined);
    forget();
    // Whoever listens too has its own way to end, and has been told already.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  }

  function forget(): void {
    for (const signal of SIGNALS) process.off(signal, handle);
  }

  for (const signal of SIGNALS) process.on(signal, handle);
  return forget;
}
