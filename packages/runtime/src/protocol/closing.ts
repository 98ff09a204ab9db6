/** Whether the request handler is closing, for those who wait. */
export interface Closing {
  readonly aborted: boolean;
  /** Calls `stop` when it closes, at once if it has. Returns a function that forgets it. */
  listen(stop: () => void): () => void;
}

/**
 * Turns a signal into a {@link Closing}: one listener on the signal however many calls wait. Every
 * blocking call listens and forgets, and a set does that many times faster than an event target.
 */
export function createClosing(signal: AbortSignal | undefined): Closing {
  const stops = new Set<() => void>();
  signal?.addEventListener(
    'abort',
    () => {
      for (const stop of stops) stop();
      stops.clear();
    },
    { once: true },
  );
  return {
    get aborted() {
      return signal?.aborted === true;
    },
    listen(stop) {
      if (signal?.aborted === true) stop();
      else stops.add(stop);
      return () => void stops.delete(stop);
    },
  };
}
