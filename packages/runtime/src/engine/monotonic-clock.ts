/** A clock that never goes backwards, and never stands still. */
interface MonotonicClock {
  /** Returns milliseconds since 1970, never before `atLeast`, after which it goes on. */
  now(atLeast?: number): number;
}

/**
 * The share by which the clock runs slower while it is ahead of the machine's, so that they meet
 * again.
 */
const SLOWNESS = 0.1;

/**
 * Time as the machine's clock has it, as long as that goes forward. When it is set back, time goes
 * on by the clock of the process, which nobody can set: what waits for a moment waits as long as
 * it would have, up to a ninth longer, and not until the machine's clock comes to that moment again.
 *
 * A `now` of somebody's own, as tests have, says alone what time passes.
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
      // Less than a millisecond is how machines round.
      const isAhead = next - machine > 1;
      time = Math.max(machine, isAhead ? next - passed * SLOWNESS : next, atLeast);
      return Math.floor(time);
    },
  };
}

/** A point in time, as a number and as text. */
export interface Stamp {
  readonly milliseconds: number;
  readonly timestamp: string;
}

/**
 * Makes a function that returns the time as a stamp. Calls within one millisecond share one text.
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
