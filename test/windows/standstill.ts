/** Options of {@link createStandstill}. */
export interface StandstillOptions {
  /** Called with a description of everything that is open, once nothing has begun or ended in time. */
  readonly onStill: (open: readonly string[]) => void;
  /** The longest time in which nothing begins or ends, in milliseconds. Default: three minutes. */
  readonly limitMs?: number;
}

/** A watch over what a program waits for. */
export interface Standstill {
  /**
   * Notes that something begins, and returns the function that notes its end. `describe` says what
   * it is when the program stands still.
   */
  begin(describe: () => string): () => void;
  /** Ends the watch. */
  stop(): void;
}

/** Watches whether a program stands still, because each of its waits would go on for ever. */
export function createStandstill({ onStill, limitMs = 180_000 }: StandstillOptions): Standstill {
  const open = new Set<{ readonly describe: () => string }>();
  // Real time: a program that moves never reaches the limit.
  let timer = setTimeout(end, limitMs);

  function end(): void {
    onStill([...open].map(({ describe }) => describe()));
  }

  function note(): void {
    clearTimeout(timer);
    // Real time: see above.
    timer = setTimeout(end, limitMs);
  }

  return {
    begin(describe) {
      const one = { describe };
      open.add(one);
      note();
      return () => {
        if (open.delete(one)) note();
      };
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
