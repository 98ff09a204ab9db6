/** Runs something whenever it is due. */
export interface CheckLoop {
  readonly start: () => void;
  /** Resolves once nothing runs. */
  readonly close: () => Promise<void>;
}

/** Options of {@link createCheckLoop}. */
export interface CheckLoopOptions {
  /** Does what is due; resolves with the milliseconds until more may be due. */
  readonly run: () => Promise<number>;
  readonly onError: (error: unknown) => void;
}

/** The longest wait, because another process may have stored something. */
const MAX_WAIT_MS = 5_000;
const MIN_WAIT_MS = 100;

export function createCheckLoop({ run, onError }: CheckLoopOptions): CheckLoop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isOpen = false;

  function plan(waitMs: number): void {
    if (!isOpen) return;
    const bounded = Math.max(MIN_WAIT_MS, Math.min(MAX_WAIT_MS, waitMs));
    timer = setTimeout(() => {
      running = turn();
    }, bounded).unref();
  }

  async function turn(): Promise<void> {
    try {
      plan(await run());
    } catch (error) {
      onError(error);
      plan(MAX_WAIT_MS);
    }
  }

  return {
    start() {
      if (isOpen) return;
      isOpen = true;
      plan(0);
    },
    async close() {
      isOpen = false;
      clearTimeout(timer);
      await running;
    },
  };
}
