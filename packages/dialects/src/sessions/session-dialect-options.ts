import { checkOptions, createTimerRule } from '@formwork/core';
import { BASE_PATH_RULE } from '../shared/base-path.ts';

/** Options of {@link createSessionDialect}. */
export interface SessionDialectOptions {
  /** Where the API stands, such as `/v1`. Default `/`: the card is at `/card`. */
  readonly path?: string;
  /**
   * How long a message waits for the agent's answer before it is answered with itself, in
   * milliseconds; callers can ask for less. 0 never waits. Default 30,000.
   */
  readonly waitMs?: number;
}

/** Throws a `RangeError` or a `TypeError` that names the option at fault. */
export function checkSessionDialectOptions(options: SessionDialectOptions): void {
  checkOptions(options, {
    subject: 'Cannot serve the session API',
    rules: { path: BASE_PATH_RULE, waitMs: createTimerRule(0) },
  });
}
