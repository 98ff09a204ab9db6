/** A clock that never goes backwards, and never stands still. */
interface MonotonicClock {
  /**
   * Returns the time in milliseconds since 1970. If `atLeast` is later, the clock continues from
   * that time.
   */
  now(atLeast?: number): number;
}

/**
 * The share by which this clock runs slower while it is ahead of the machine's clock, until both
 * agree again.
 */
const SLOWNESS = 0.1;

/**
 * Makes a clock that follows the machine's clock as long as that goes forward. If the machine's
 * clock is set back, time goes on by the clock of the process, which nobody can set. So a timer
 * waits at most a ninth longer than without the change.
 *
 * A function `now` other than `Date.now`, as tests have, alone decides the time.
 */
export function createMonotonicClock(now: () => number): MonotonicClock {
  const getElapsed = now === Date.now ? () => performance.now() : () => 0;
  let time = Number.NEGATIVE_INFINITY;
  let before = getElapsed();
  return {
    now(atLeast = time) {
      const machine = now();
      const elapsed = getElapsed();
      const passed = elapsed - before;
      before = elapsed;
      const next = time + passed;
      // A difference of up to a millisecond comes from rounding.
      const isAhead = next - machine > 1;
      time = Math.max(machine, isAhead ? next - passed * SLOWNESS : next, atLeast);
      return Math.floor(time);
    },
  };
}

/** A point in time, as milliseconds since 1970 and as ISO 8601 text. */
export interface Stamp {
  readonly milliseconds: number;
  readonly timestamp: string;
}

/**
 * Makes a function that returns the current time as a stamp. Calls within one millisecond share one
 * text.
 */
export function createStamper(clock: MonotonicClock): () => Stamp {
  let stamp = createStamp(0);
  return () => {
    const milliseconds = clock.now();
    if (milliseconds !== stamp.milliseconds) stamp = createStamp(milliseconds);
    return stamp;
  };
}

function createStamp(milliseconds: number): Stamp {
  return { milliseconds, timestamp: new Date(milliseconds).toISOString() };
}
