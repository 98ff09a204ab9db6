/** What loads one version after another. */
export interface LoadQueue {
  /** Asks for a version; one that is being loaded and is old by now is given up. */
  readonly add: () => void;
  /** Gives up what is being loaded. Resolves when nothing is. */
  readonly close: () => Promise<void>;
}

/** Runs one load at a time; whatever is asked for meanwhile counts as one. */
export function createLoadQueue(
  load: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): LoadQueue {
  let running: Promise<void> | undefined;
  let controller = new AbortController();
  let isStale = false;

  async function run(): Promise<void> {
    do {
      isStale = false;
      controller = new AbortController();
      const { signal } = controller;
      await load(signal).catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
    } while (isStale);
    running = undefined;
  }
  return {
    add: () => {
      isStale = true;
      controller.abort();
      running ??= run();
    },
    close: async () => {
      isStale = false;
      controller.abort();
      await running;
    },
  };
}
