import { constants } from 'node:os';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Calls `close` when the process gets SIGTERM or SIGINT, and then ends the process by the same
 * signal, unless the program has listeners of its own. A second signal ends the process at once.
 * Returns a function that removes the listeners.
 */
export function closeOnSignals(close: () => Promise<void>): () => void {
  let isClosing = false;

  async function handle(signal: (typeof SIGNALS)[number]): Promise<void> {
    if (isClosing) process.exit(128 + constants.signals[signal]);
    isClosing = true;
    await close().catch(() => undefined);
    forget();
    // Another listener has received the signal as well, and ends the process in its own way.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  }

  function forget(): void {
    for (const signal of SIGNALS) process.off(signal, handle);
  }

  for (const signal of SIGNALS) process.on(signal, handle);
  return forget;
}

/** The count of requests whose response is not complete, for closing a server. */
export interface AnswerCount {
  readonly open: () => void;
  /** Counts a response as complete or lost. Call it once for each {@link open}. */
  readonly close: () => void;
  /** Resolves when no response is under way, or after the given milliseconds. */
  whenNone(milliseconds: number): Promise<void>;
}

/** Makes the count of responses under way, which costs less than a set of all responses. */
export function createAnswerCount(): AnswerCount {
  let count = 0;
  let onNone: (() => void) | undefined;
  return {
    open() {
      count += 1;
    },
    close() {
      count -= 1;
      if (count === 0) onNone?.();
    },
    async whenNone(milliseconds) {
      if (count === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        onNone = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      onNone = undefined;
    },
  };
}
