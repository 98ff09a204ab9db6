import { listenForEnd } from '@formwork/schema/internal';
import { constants } from 'node:os';

/**
 * Calls `close` when something asks the process to end: a signal, or the end of the npm that started
 * it. Then ends the process by the same signal, unless the program has listeners of its own. A second
 * signal ends the process at once. Returns a function that removes the listeners.
 */
export function closeOnSignals(close: () => Promise<void>): () => void {
  let isClosing = false;

  async function handle(signal: NodeJS.Signals): Promise<void> {
    const code = 128 + constants.signals[signal];
    if (isClosing) process.exit(code);
    isClosing = true;
    await close().catch(() => undefined);
    forget();
    // Another listener has received the signal as well, and ends the process in its own way.
    if (process.listenerCount(signal) > 0) return;
    if (process.platform !== 'win32') process.kill(process.pid, signal);
    // The first process of a container survives a signal of its own, and Windows has none.
    process.exit(code);
  }

  const forget = listenForEnd((signal) => void handle(signal));
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
