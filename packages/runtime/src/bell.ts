/** Wakes one waiter. A ring while nobody waits is kept: the next wait then returns at once. */
export interface Bell {
  /** True for ever once `stop` was called. */
  isStopped(): boolean;
  readonly ring: () => void;
  /** Ends the current wait and all later ones. */
  readonly stop: () => void;
  /** Stops when the signal aborts, or at once if it has. Returns a function that lets go of the signal. */
  stopOn(signal: AbortSignal | undefined): () => void;
  /** Forgets rings so far; call it before looking at what the rings are about. */
  reset(): void;
  /** Resolves after a ring, after `stop`, or after that many milliseconds. One wait at a time. */
  wait(milliseconds: number): Promise<void>;
}

/** A bell that has not rung. Its timer never keeps the process alive. */
export function createBell(): Bell {
  let rung = false;
  let stopped = false;
  let wake: (() => void) | undefined;

  function stop(): void {
    stopped = true;
    wake?.();
  }

  return {
    isStopped: () => stopped,
    ring() {
      rung = true;
      wake?.();
    },
    stop,
    stopOn(signal) {
      if (signal?.aborted === true) {
        stop();
      }
      signal?.addEventListener('abort', stop, { once: true });
      return () => signal?.removeEventListener('abort', stop);
    },
    reset() {
      rung = false;
    },
    async wait(milliseconds) {
      if (rung || stopped) {
        return;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds).unref();
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = undefined;
    },
  };
}
