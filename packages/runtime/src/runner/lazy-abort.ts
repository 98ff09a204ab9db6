/** An `AbortController` that is not made before somebody looks at its signal. */
export interface LazyAbort {
  readonly aborted: boolean;
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
}

/**
 * Makes one. Most handlers end before anybody could cancel them and never look at the signal,
 * while an `AbortController` costs more than all the rest of a short run.
 */
export function createLazyAbort(): LazyAbort {
  let controller: AbortController | undefined;
  let aborted = false;
  let reason: unknown;
  return {
    get aborted() {
      return aborted;
    },
    get signal() {
      if (controller === undefined) {
        controller = new AbortController();
        if (aborted) controller.abort(reason);
      }
      return controller.signal;
    },
    abort(cause) {
      if (aborted) return;
      aborted = true;
      reason = cause;
      controller?.abort(cause);
    },
  };
}
