const HOUR_MS = 3_600_000;

/** The number of hours that are kept, the present one included. */
const HOURS = 24;

/** What was counted in one hour. */
export interface HourCount {
  /** The start of the hour, in milliseconds since 1970. */
  readonly startsAt: number;
  /** The sums of the hour by key; a key that was not counted is absent. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Sums by hour and by key, of the last 24 hours. */
export class HourCounts {
  readonly #sums = new Map<number, Map<string, number>>();

  /** Adds to the sum of a key in the hour of `now`, in milliseconds since 1970. */
  add(key: string, amount: number, now: number = Date.now()): void {
    const hour = Math.floor(now / HOUR_MS);
    const sums = this.#sums.get(hour) ?? this.#begin(hour);
    sums.set(key, (sums.get(key) ?? 0) + amount);
  }

  /** Lists the last 24 hours, the oldest first, also those in which nothing was counted. */
  list(now: number = Date.now()): readonly HourCount[] {
    const last = Math.floor(now / HOUR_MS);
    return Array.from({ length: HOURS }, (_none, index) => {
      const hour = last - HOURS + 1 + index;
      return {
        startsAt: hour * HOUR_MS,
        counts: Object.fromEntries(this.#sums.get(hour) ?? []),
      };
    });
  }

  /** Begins an hour, and lets the hours go that are no longer listed. */
  #begin(hour: number): Map<string, number> {
    for (const kept of this.#sums.keys()) if (kept <= hour - HOURS) this.#sums.delete(kept);
    const sums = new Map<string, number>();
    this.#sums.set(hour, sums);
    return sums;
  }
}
