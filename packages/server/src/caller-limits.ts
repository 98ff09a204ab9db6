import { QuotaError, type TaskLimits, UnavailableError } from '@formwork/runtime';
import { isLoopbackAddress } from '@formwork/network';
import type { OptionRule } from '@formwork/schema';
import { checkOptions } from '@formwork/schema/internal';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Caller, Identify } from './caller.ts';

/**
 * How much callers may use, each for itself, in one process. `Infinity` takes a limit away. Limits
 * by address do not hold for this machine, where a proxy may stand for everybody.
 */
export interface CallerLimits extends TaskLimits {
  /** Requests of one caller who is known, in any minute. Default 6,000. */
  readonly requestsPerMinute?: number;
  /** Requests from one address (IPv6: one network of 64 bits), in any minute. Default 1,200. */
  readonly requestsPerMinutePerAddress?: number;
  /** Streams of one caller who is known that are open at once. Default 200. */
  readonly openStreams?: number;
  /** Streams to one address that are open at once. Default 200. */
  readonly openStreamsPerAddress?: number;
  /**
   * Requests that the whole server answers at once, without streams; more are refused at once, so
   * that those it takes are answered in time. Default 1,000.
   */
  readonly requestsInProgress?: number;
}

const DEFAULTS = {
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
};

/** @throws RangeError or TypeError that names the limit at fault */
export function checkCallerLimits(limits: CallerLimits): void {
  checkOptions(limits, { subject: 'Cannot limit callers', rules: RULES });
}

/** The limits at work, in front of every door. */
export interface CallerQuota {
  /** Counts the requests of an address before, and those of a caller after they are identified. */
  limit(identify: Identify): Identify;
  /**
   * Takes a place among the requests in progress until the response is over.
   *
   * @throws UnavailableError when there is none
   */
  enter(response: ServerResponse): void;
  /**
   * Turns the place of a response into that of a stream.
   *
   * @throws QuotaError when its caller or address has too many
   */
  openStream(response: ServerResponse): void;
}

/** Whoever sent a request, as far as limits go. */
interface Sender {
  readonly address: string | undefined;
  readonly caller: Caller;
}

/** Makes the quota of a server. */
export function createCallerQuota(limits: CallerLimits = {}): CallerQuota {
  const settings = { ...DEFAULTS, ...limits };
  const byCaller = createRate(settings.requestsPerMinute, 'of this caller');
  const byAddress = createRate(settings.requestsPerMinutePerAddress, 'from this address');
  const streamsOfCaller = createCount(settings.openStreams, 'to this caller');
  const streamsToAddress = createCount(settings.openStreamsPerAddress, 'to this address');
  const senders = new WeakMap<IncomingMessage, Sender>();
  const leave = new WeakMap<ServerResponse, () => void>();
  let inProgress = 0;

  return {
    limit(identify) {
      const limited: Identify = async (request) => {
        const address = readAddress(request);
        if (address !== undefined) await byAddress?.(address);
        const caller = await identify(request);
        if (caller.id !== undefined) await byCaller?.(caller.id);
        senders.set(request, { address, caller });
        return caller;
      };
      return Object.assign(limited, identify);
    },
    enter(response) {
      if (inProgress >= settings.requestsInProgress) throw new OverloadError();
      inProgress += 1;
      let isIn = true;
      const end = (): void => {
        if (isIn) inProgress -= 1;
        isIn = false;
      };
      leave.set(response, end);
      response.once('close', end);
    },
    openStream(response) {
      const { address, caller } = senders.get(response.req) ?? {};
      const releases: (() => void)[] = [];
      response.once('close', () => {
        for (const release of releases) release();
      });
      if (address !== undefined) releases.push(streamsToAddress(address));
      if (caller?.id !== undefined) releases.push(streamsOfCaller(caller.id));
      leave.get(response)?.();
    },
  };
}

/** Thrown when the server answers as many requests as it can. */
export class OverloadError extends UnavailableError {
  readonly retryAfterMs = 1_000;

  constructor() {
    super({
      message: 'Cannot serve the request because the server is busy. Send it again in a second.',
    });
  }
}

/** Returns the part of an address that one sender has; `undefined` for this machine. */
function readAddress({ socket }: IncomingMessage): string | undefined {
  const address = socket.remoteAddress ?? '';
  if (address === '' || isLoopbackAddress(address)) return undefined;
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  // Whoever has a network of 64 bits has all of its addresses.
  return address.split('::')[0]?.split(':').slice(0, 4).join(':');
}

/** Makes the count of requests in a minute; `undefined` for no limit. */
function createRate(points: number, whose: string): ((key: string) => Promise<void>) | undefined {
  if (points === Infinity) return undefined;
  const limiter = new RateLimiterMemory({ points, duration: 60 });
  return async (key) => {
    try {
      await limiter.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const retryAfterMs = Math.max(error.msBeforeNext, 1_000);
      throw new QuotaError(
        `Cannot serve the request because ${whose} at most ${points} are served in a minute. Send it again in ${Math.ceil(retryAfterMs / 1_000)} s.`,
        { retryAfterMs },
      );
    }
  };
}

/** Makes the count of what is open at once; its function returns the one that ends it. */
function createCount(limit: number, whose: string): (key: string) => () => void {
  const open = new Map<string, number>();
  return (key) => {
    const count = open.get(key) ?? 0;
    if (count >= limit) {
      throw new QuotaError(
        `Cannot open the stream because ${whose} at most ${limit} are open at once. Close others first.`,
        { retryAfterMs: 5_000 },
      );
    }
    open.set(key, count + 1);
    return () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    };
  };
}
