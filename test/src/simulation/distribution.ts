/** A collection of times in which single values are forgotten, for many millions of them. */
export interface Distribution {
  add(milliseconds: number): void;
  /** Returns the time that a share of all values does not exceed, at most 5 % too high. */
  at(share: number): number;
  max(): number;
  count(): number;
}

const STEP = Math.log(1.05);

/** Makes an empty collection; all times below 10 µs count alike. */
export function createDistribution(): Distribution {
  const counts: number[] = [];
  let total = 0;
  let highest = 0;
  return {
    add(milliseconds) {
      const bucket = Math.max(0, Math.ceil(Math.log(Math.max(milliseconds, 0.01) / 0.01) / STEP));
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      total += 1;
      highest = Math.max(highest, milliseconds);
    },
    at(share) {
      let left = total * share;
      for (const [bucket, count = 0] of counts.entries()) {
        left -= count;
        if (left <= 0) return Math.min(highest, 0.01 * Math.exp(bucket * STEP));
      }
      return highest;
    },
    max: () => highest,
    count: () => total,
  };
}
