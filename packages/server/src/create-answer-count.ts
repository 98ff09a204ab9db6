/** How many requests have no complete answer yet. */
export interface AnswerCount {
  readonly open: () => void;
  /** Call it once for each {@link open}. */
  readonly close: () => void;
  /** Resolves when there are none, or after that many milliseconds. */
  whenNone(milliseconds: number): Promise<void>;
}

/** A count, as holding every response of a busy server, to know the last, costs more than serving it. */
export function createAnswerCount(): AnswerCount {
  let count = 0;
  let onNone: (() => void) | undefined;
  return {
    open() {
      count += 1;
    },
    close() {
      count -= 1;
      if (count === 0) onNone?.();
    },
    async whenNone(milliseconds) {
      if (count === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        onNone = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      onNone = undefined;
    },
  };
}
