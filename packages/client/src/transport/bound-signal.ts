/** What ends it. */
export interface BoundSignalOptions {
  /** Ends it for the same reason. */
  readonly signal: AbortSignal | undefined;
  /** Ends it after so many milliseconds, with a `TimeoutError`. Default: time does not end it. */
  readonly timeoutMs?: number | undefined;
}

/** A signal that others end, until it is let go of. */
export interface BoundSignal {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  /** Nothing ends it from here on, and nothing of it is left behind. */
  readonly release: () => void;
}

/**
 * What `AbortSignal.any` and `AbortSignal.timeout` do together, for calls that come by the thousand:
 * these would keep a timer for every call until its time is up, however soon the call has ended.
 */
export function createBoundSignal({ signal, timeoutMs }: BoundSignalOptions): BoundSignal {
  const controller = new AbortController();
  const follow = (): void => controller.abort(signal?.reason);
  let timer: ReturnType<typeof setTimeout> | undefined;
  if (signal?.aborted === true) {
    follow();
  } else {
    signal?.addEventListener('abort', follow, { once: true });
    if (timeoutMs !== undefined) {
      timer = setTimeout(() => {
        controller.abort(new DOMException('The time is up', 'TimeoutError'));
      }, timeoutMs);
    }
  }
  return {
    signal: controller.signal,
    abort: () => controller.abort(),
    release() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', follow);
    },
  };
}
