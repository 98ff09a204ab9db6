import type { TaskLimits } from '@formwork/runtime';
import { checkOptions, type OptionRule } from '@formwork/schema/options';

/**
 * The limits of each caller. `Infinity` removes a limit. Limits by address do not hold for requests
 * from this machine, where a proxy may pass on all requests, nor for those of an address that
 * `fetch` of a handler does not get. Each process counts for itself; with `createRequestCounter`, all replicas count requests together.
 */
export interface CallerLimits extends TaskLimits {
  /** The number of requests of one authenticated caller in any minute. Default 6,000. */
  readonly requestsPerMinute?: number;
  /**
   * The number of requests from one IP address (IPv6: one network of 64 bits) in any minute.
   * Default 1,200.
   */
  readonly requestsPerMinutePerAddress?: number;
  /** The number of open streams of one authenticated caller. Default 200. */
  readonly openStreams?: number;
  /** The number of open streams to one IP address. Default 200. */
  readonly openStreamsPerAddress?: number;
  /**
   * The number of requests that the whole server answers at once, without streams. Further requests
   * are refused, so that accepted ones are answered in time. Default 1,000.
   */
  readonly requestsInProgress?: number;
}

/** The limits of requests and streams that count where the options name none. */
export const CALLER_LIMITS = {
  requestsPerMinute: 6_000,
  requestsPerMinutePerAddress: 1_200,
  openStreams: 200,
  openStreamsPerAddress: 200,
  requestsInProgress: 1_000,
} as const;

const COUNT_RULE: OptionRule = {
  expected: 'an integer from 1, or Infinity',
  isValid: (value) => value === Infinity || (Number.isSafeInteger(value) && Number(value) >= 1),
};

const RULES: { readonly [Name in keyof Required<CallerLimits>]: OptionRule } = {
  requestsPerMinute: COUNT_RULE,
  requestsPerMinutePerAddress: COUNT_RULE,
  openStreams: COUNT_RULE,
  openStreamsPerAddress: COUNT_RULE,
  requestsInProgress: COUNT_RULE,
  unfinishedTasks: COUNT_RULE,
  unfinishedTasksOfStrangers: COUNT_RULE,
  waitingQuestions: COUNT_RULE,
  storedBytes: COUNT_RULE,
  storedBytesOfStrangers: COUNT_RULE,
  openSessions: COUNT_RULE,
  openSessionsOfStrangers: COUNT_RULE,
  storedSessions: COUNT_RULE,
  storedSessionsOfStrangers: COUNT_RULE,
};

/**
 * Checks the limits of callers when the server is made.
 *
 * @throws RangeError or TypeError that names the limit at fault
 */
export function checkCallerLimits(limits: CallerLimits): void {
  checkOptions(limits, { subject: 'Cannot limit callers', rules: RULES });
}
