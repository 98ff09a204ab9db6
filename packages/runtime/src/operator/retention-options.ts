/** What is forgotten by itself, and when. Without any limit, nothing is. */
export interface RetentionOptions {
  /** How long finished tasks are kept after their end, in milliseconds. Default: for ever. */
  readonly maxAgeMs?: number;
  /** How many finished tasks are kept, the newest, of all principals together. Default: all. */
  readonly maxCount?: number;
  /**
   * How long a task may wait for an answer, in milliseconds: then it ends as failed, and says why.
   * Default: for ever.
   */
  readonly abandonedAfterMs?: number;
  /** How often to look, in milliseconds; the first time is at the start. Default 60,000. */
  readonly everyMs?: number;
}

/** {@link RetentionOptions} with their defaults. */
export interface Retention {
  readonly maxAgeMs: number | undefined;
  readonly maxCount: number | undefined;
  readonly abandonedAfterMs: number | undefined;
  readonly everyMs: number;
}

/** Timers take no more. */
const MAX_EVERY_MS = 2_147_483_647;

/** Throws `RangeError`. */
export function parseRetention(options: RetentionOptions): Retention {
  const { maxAgeMs, maxCount, abandonedAfterMs, everyMs = 60_000 } = options;
  for (const [name, value] of Object.entries({ maxAgeMs, maxCount, abandonedAfterMs })) {
    if (value !== undefined) check(name, value, [0, Number.MAX_SAFE_INTEGER]);
  }
  check('everyMs', everyMs, [1, MAX_EVERY_MS]);
  return { maxAgeMs, maxCount, abandonedAfterMs, everyMs };
}

function check(name: string, value: number, [min, max]: readonly [number, number]): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw new RangeError(
    `Cannot keep to the retention as ${name} must be an integer from ${min} to ${max}: current value is ${value}`,
  );
}
