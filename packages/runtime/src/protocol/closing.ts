import { createLinkedList } from '../linked-list.ts';

/** Whether the request handler is closing, for those who wait. */
export interface Closing {
  readonly aborted: boolean;
  /** Calls `stop` when it closes, at once if it has. Returns a function that forgets it. */
  listen(stop: () => void): () => void;
}

/**
 * Turns a signal into a {@link Closing}: one listener on the signal however many calls wait. Every
 * blocking call listens and forgets, and a list does that many times faster than an event target.
 */
export function createClosing(signal: AbortSignal | undefined): Closing {
  const stops = createLinkedList<() => void>();
  signal?.addEventListener(
    'abort',
    () => {
      const waiting = [...stops];
      for (const stop of waiting) stop();
    },
    { once: true },
  );
  return {
    get aborted() {
      return signal?.aborted === true;
    },
    listen(stop) {
      if (signal?.aborted === true) {
        stop();
        return () => undefined;
      }
      const entry = stops.add(stop);
      return () => stops.remove(entry);
    },
  };
}

/** Ends waits as `closing` does, and when the signal aborts: the one who waits has gone. */
export function closingWith(closing: Closing, signal: AbortSignal): Closing {
  return {
    get aborted() {
      return closing.aborted || signal.aborted;
    },
    listen(stop) {
      const forget = closing.listen(stop);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      return () => {
        forget();
        signal.removeEventListener('abort', stop);
      };
    },
  };
}
