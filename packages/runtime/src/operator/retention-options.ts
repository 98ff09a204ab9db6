import { checkOptions, createIntegerRule, createTimerRule, type OptionRule } from '@formwork/core';

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

const RULES: { readonly [Name in keyof Retention]: OptionRule } = {
  maxAgeMs: createIntegerRule(0),
  maxCount: createIntegerRule(0),
  abandonedAfterMs: createIntegerRule(0),
  everyMs: createTimerRule(1),
};

/** Throws `RangeError`, and `TypeError` for options of another kind or name. */
export function parseRetention(options: RetentionOptions): Retention {
  checkOptions(options, { subject: 'Cannot keep to the retention', rules: RULES });
  const { maxAgeMs, maxCount, abandonedAfterMs, everyMs = 60_000 } = options;
  return { maxAgeMs, maxCount, abandonedAfterMs, everyMs };
}
