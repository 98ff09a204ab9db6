/** The steps of one run that are under way, for which a stop waits. */
export interface StepGate {
  /** Does a step. Once the gate closes, what is under way goes on and nothing else begins. */
  pass<Result>(step: () => Promise<Result>): Promise<Result>;
  /** Lets no step begin any more, and calls `onIdle` when none is under way, at once if so. */
  close(onIdle: () => void): void;
  /** Resolves when no step is under way. */
  whenIdle(): Promise<void>;
}

/** What {@link createStepGate} asks. */
export interface StepGateOptions {
  /** Rejects with the reason once the run has ended. */
  readonly whenEnded: () => Promise<never>;
}

/**
 * A step may charge a card or send a mail, so what it returned is kept also while the process
 * stops: the next run of the task finds it and goes on behind it.
 */
export function createStepGate({ whenEnded }: StepGateOptions): StepGate {
  let running = 0;
  let closed: (() => void) | undefined;
  let waiting: (() => void)[] = [];

  function leave(): void {
    running -= 1;
    if (running > 0) return;
    closed?.();
    for (const resolve of waiting) resolve();
    waiting = [];
  }

  return {
    async pass(step) {
      if (closed !== undefined) return whenEnded();
      running += 1;
      try {
        return await step();
      } finally {
        leave();
      }
    },
    close(onIdle) {
      closed = onIdle;
      if (running === 0) onIdle();
    },
    async whenIdle() {
      if (running === 0) return;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    },
  };
}
