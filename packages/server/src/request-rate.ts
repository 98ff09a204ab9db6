import type { TaskLogger } from '@formwork/core';
import { toErrorText } from '@formwork/schema';
import { hash } from 'node:crypto';
import type { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/**
 * Counts requests for all replicas of an agent, such as a limiter of `rate-limiter-flexible` over
 * PostgreSQL, Redis or Valkey.
 */
export interface RequestCounter {
  /**
   * Counts one request under a key, a text of 43 characters. MUST resolve while the key has
   * requests left. Otherwise MUST reject with an object that is no `Error`, whose `msBeforeNext` is
   * the time until the key has requests again, in milliseconds. MUST reject with an `Error` if it
   * cannot count.
   */
  consume(key: string): Promise<unknown>;
}

/** The settings of a counter, as the limiters of `rate-limiter-flexible` take them. */
export interface RequestCounterSettings {
  /**
   * The prefix of keys for the limit. It is the same for all replicas; agents that share a store
   * need different ones.
   */
  readonly keyPrefix: string;
  /** The number of requests that a key has in a window. */
  readonly points: number;
  /** The length of the window, in seconds. */
  readonly duration: number;
  /** The number of requests after which the process refuses a key without asking the store. */
  readonly inMemoryBlockOnConsumed: number;
}

/** Makes the counter of one limit. Called once for each limit, when the server is made. */
export type CreateRequestCounter = (settings: RequestCounterSettings) => RequestCounter;

/**
 * Counts a request under a key. Resolves with `undefined` if the request is allowed, else with the
 * time until another one is, in milliseconds.
 */
export type RequestRate = (key: string) => Promise<number | undefined>;

/** Options of {@link createRequestRate}. */
export interface RequestRateOptions {
  readonly keyPrefix: string;
  /** Makes a counter that replicas share. Default: requests are counted in this process only. */
  readonly createCounter?: CreateRequestCounter | undefined;
  readonly logger: TaskLogger;
}

/** The length of the window in which requests are counted, in seconds. */
const WINDOW_SECONDS = 60;

/** The time within which a counter must answer, in milliseconds. */
const ANSWER_MS = 1_000;

/** The time for which a failed counter is not called again, in milliseconds. */
const AWAY_MS = 5_000;

/**
 * Makes a limit of requests in a minute. While a shared counter fails, each process counts for
 * itself, so that an outage neither refuses requests nor removes the limit.
 */
export function createRequestRate(
  points: number,
  { keyPrefix, createCounter, logger }: RequestRateOptions,
): RequestRate {
  const settings = { keyPrefix, points, duration: WINDOW_SECONDS };
  const countHere = createLocalRate(settings);
  const counter = createCounter?.({ ...settings, inMemoryBlockOnConsumed: points });
  if (counter === undefined) return countHere;
  let awayUntil = 0;
  return async (key) => {
    if (performance.now() < awayUntil) return countHere(key);
    try {
      // A hash gives every key the same length, and hides the id of the caller from the store.
      await withDeadline(counter.consume(hash('sha256', key, 'base64url')));
      return undefined;
    } catch (error) {
      const waitMs = readWait(error);
      if (waitMs !== undefined) return waitMs;
      const isKnown = performance.now() < awayUntil;
      awayUntil = performance.now() + AWAY_MS;
      // Another request may have found the failure first, and has logged it.
      if (isKnown) return countHere(key);
      logger.warn('Requests are counted by each process alone because the counter fails', {
        limit: keyPrefix,
        error: toErrorText(error),
      });
      return countHere(key);
    }
  };
}

/** Makes a limit that counts in this process only. */
function createLocalRate(settings: {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}): RequestRate {
  // Loads the library with the first request, so that the server starts sooner.
  const open = async (): Promise<RateLimiterMemory> => {
    const { RateLimiterMemory: Limiter } = await import('rate-limiter-flexible');
    return new Limiter(settings);
  };
  let limiter: RateLimiterMemory | Promise<RateLimiterMemory> | undefined;
  return async (key) => {
    try {
      limiter ??= open();
      if (limiter instanceof Promise) limiter = await limiter;
      await limiter.consume(key);
      return undefined;
    } catch (error) {
      const waitMs = readWait(error);
      if (waitMs === undefined) throw error;
      return waitMs;
    }
  };
}

/**
 * Reads the time to wait from the object with which a counter refused; returns `undefined` for an
 * error.
 */
function readWait(refusal: unknown): number | undefined {
  if (refusal instanceof Error || typeof refusal !== 'object' || refusal === null) return undefined;
  const { msBeforeNext } = refusal as Partial<RateLimiterRes>;
  return typeof msBeforeNext === 'number' ? msBeforeNext : undefined;
}

async function withDeadline(counted: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`The counter did not answer within ${ANSWER_MS} ms.`));
    }, ANSWER_MS);
  });
  try {
    await Promise.race([counted, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
