/** A call that happens once for many. */
export interface Debounce {
  /** Asks for the call; it comes after the delay, counted from the first who asked. */
  call(): void;
  /** Forgets a call that has not come yet. */
  cancel(): void;
}

/** Gathers calls that come within `delayMs` milliseconds into one. Keeps no process alive. */
export function createDebounce(run: () => void, delayMs: number): Debounce {
  let timer: NodeJS.Timeout | undefined;
  return {
    call() {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, delayMs).unref();
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
