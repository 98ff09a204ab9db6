/** Time that never goes backwards. */
export interface MonotonicClock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** Holds the highest time seen for as long as `now` shows less. */
export function createMonotonicClock(now: () => number): MonotonicClock {
  let highest = Number.NEGATIVE_INFINITY;
  return {
    now() {
      highest = Math.max(highest, Math.floor(now()));
      return highest;
    },
  };
}
