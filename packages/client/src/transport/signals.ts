/** A signal that follows another signal and a time limit until it is released. */
export interface BoundSignal {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  /** Frees the timer and the listener: nothing aborts the signal after this. */
  readonly release: () => void;
}

/**
 * Does what `AbortSignal.any` and `AbortSignal.timeout` do together, for thousands of calls: those
 * would keep a timer for every call until its time is up, however soon the call has ended.
 */
export function createBoundSignal({
  signal,
  timeoutMs,
}: {
  /** A signal whose abort aborts the new signal, for the same reason. */
  readonly signal: AbortSignal | undefined;
  /**
   * The time after which the new signal is aborted with a `TimeoutError`, in milliseconds. Default:
   * never.
   */
  readonly timeoutMs?: number | undefined;
}): BoundSignal {
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

/**
 * Waits for work that cannot be stopped, but rejects with the signal's reason once the signal is
 * aborted; a later result is ignored.
 */
export function untilAborted<T>(
  work: () => T | Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      if (signal !== undefined) reject(readAbortReason(signal));
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

/**
 * Resolves after the given time in milliseconds; rejects with the signal's reason as soon as the
 * signal is aborted.
 */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(readAbortReason(signal));
      return;
    }
    const stop = (): void => {
      clearTimeout(timer);
      if (signal !== undefined) reject(readAbortReason(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Returns the reason of an aborted signal as an error. */
function readAbortReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
