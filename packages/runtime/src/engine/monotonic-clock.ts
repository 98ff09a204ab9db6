/**
 * The share by which this clock runs slower while it is ahead of the machine's clock, until both
 * agree again.
 */
const SLOWNESS = 0.1;

/**
 * A clock that never goes backwards, and never stands still. It follows the machine's clock as long
 * as that goes forward. If the machine's clock is set back, time goes on by the clock of the process,
 * which cannot be set. So a timer waits at most a ninth longer than without the change.
 *
 * A function `now` other than `Date.now`, as tests have, alone decides the time.
 */
export class MonotonicClock {
  readonly #now: () => number;
  readonly #getElapsed: () => number;
  #time = Number.NEGATIVE_INFINITY;
  /** The time of the process at the last call. */
  #before: number;
  #stamp = createStamp(0);

  constructor(now: () => number) {
    this.#now = now;
    this.#getElapsed = now === Date.now ? () => performance.now() : () => 0;
    this.#before = this.#getElapsed();
  }

  /**
   * Returns the time in milliseconds since 1970. If `atLeast` is later, the clock continues from
   * that time.
   */
  now(atLeast: number = this.#time): number {
    const machine = this.#now();
    const elapsed = this.#getElapsed();
    const passed = elapsed - this.#before;
    this.#before = elapsed;
    const next = this.#time + passed;
    // A difference of up to a millisecond comes from rounding.
    const isAhead = next - machine > 1;
    this.#time = Math.max(machine, isAhead ? next - passed * SLOWNESS : next, atLeast);
    return Math.floor(this.#time);
  }

  /** Returns the current time as a stamp. Calls within one millisecond share one text. */
  stamp(): Stamp {
    const milliseconds = this.now();
    if (milliseconds !== this.#stamp.milliseconds) this.#stamp = createStamp(milliseconds);
    return this.#stamp;
  }
}

/** A point in time, as milliseconds since 1970 and as ISO 8601 text. */
export interface Stamp {
  readonly milliseconds: number;
  readonly timestamp: string;
}

function createStamp(milliseconds: number): Stamp {
  return { milliseconds, timestamp: new Date(milliseconds).toISOString() };
}
