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
  const local = new LocalRate(settings);
  const counter = createCounter?.({ ...settings, inMemoryBlockOnConsumed: points });
  if (counter === undefined) return (key) => local.count(key);
  const shared = new SharedRate(counter, { local, limit: keyPrefix, logger });
  return (key) => shared.count(key);
}

/** The parts of {@link SharedRate} beside its counter. */
interface SharedRateParts {
  readonly local: LocalRate;
  /** The name of the limit in the log. */
  readonly limit: string;
  readonly logger: TaskLogger;
}

/** A limit that counts for all replicas, or in this process while the shared counter fails. */
class SharedRate {
  readonly #counter: RequestCounter;
  readonly #parts: SharedRateParts;
  /** The time until which the counter is not called, because it has failed. */
  #awayUntil = 0;

  constructor(counter: RequestCounter, parts: SharedRateParts) {
    this.#counter = counter;
    this.#parts = parts;
  }

  async count(key: string): Promise<number | undefined> {
    if (performance.now() < this.#awayUntil) return this.#parts.local.count(key);
    try {
      // A hash gives every key the same length, and hides the id of the caller from the store.
      await withDeadline(this.#counter.consume(hash('sha256', key, 'base64url')));
      return undefined;
    } catch (error) {
      const waitMs = readWait(error);
      if (waitMs !== undefined) return waitMs;
      this.#noteFailure(error);
      return this.#parts.local.count(key);
    }
  }

  #noteFailure(error: unknown): void {
    const now = performance.now();
    const isKnown = now < this.#awayUntil;
    this.#awayUntil = now + AWAY_MS;
    // Another request may have found the failure first, and has logged it.
    if (isKnown) return;
    const { limit, logger } = this.#parts;
    logger.warn('Requests are counted by each process alone because the counter fails', {
      limit,
      error: toErrorText(error),
    });
  }
}

/** A limit that counts in this process only. */
class LocalRate {
  readonly #settings: Omit<RequestCounterSettings, 'inMemoryBlockOnConsumed'>;
  #limiter: RateLimiterMemory | Promise<RateLimiterMemory> | undefined;

  constructor(settings: Omit<RequestCounterSettings, 'inMemoryBlockOnConsumed'>) {
    this.#settings = settings;
  }

  async count(key: string): Promise<number | undefined> {
    try {
      this.#limiter ??= this.#open();
      if (this.#limiter instanceof Promise) this.#limiter = await this.#limiter;
      await this.#limiter.consume(key);
      return undefined;
    } catch (error) {
      const waitMs = readWait(error);
      if (waitMs === undefined) throw error;
      return waitMs;
    }
  }

  /** Loads the library with the first request, so that the server starts sooner. */
  async #open(): Promise<RateLimiterMemory> {
    const { RateLimiterMemory: Limiter } = await import('rate-limiter-flexible');
    return new Limiter(this.#settings);
  }
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
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`The counter did not answer within ${ANSWER_MS} ms.`));
  }, ANSWER_MS);
  try {
    await Promise.race([counted, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
