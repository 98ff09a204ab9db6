import type { TaskLogger } from '@formwork/core';
import { findSenderNetwork, isLoopbackAddress } from '@formwork/network';
import type { RequestHead } from '@formwork/network';
import { QuotaError, type TaskLimits, UnavailableError } from '@formwork/runtime';
import { LinkedList } from '@formwork/runtime/internal';
import { checkOptions, type OptionRule } from '@formwork/schema/options';
import type { Caller, Identify } from './caller.ts';
import {
  type CreateRequestCounter,
  createRequestRate,
  type RequestRateOptions,
} from './request-rate.ts';

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

/** A request that is being answered, over HTTP or gRPC. */
export interface Visit {
  readonly req: RequestHead;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * The quota of a server: counts the requests and streams of callers at every endpoint, and refuses
 * those above a limit.
 */
export interface CallerQuota {
  /**
   * Wraps the identification of callers: counts a request for its address before, and for its
   * caller after.
   */
  limit(identify: Identify): Identify;
  /**
   * Takes a place among the requests in progress until the visit ends, and calls `proceed`: at
   * once, or in a later turn of the event loop if this one was long, so that cards and health
   * checks are answered in between.
   *
   * @throws UnavailableError if there is no place
   */
  enter(visit: Visit, proceed: () => void): void;
  /**
   * Counts a visit as a stream instead of a request in progress.
   *
   * @throws QuotaError if its caller or address has too many streams
   */
  openStream(visit: Visit): void;
}

const SENDER: unique symbol = Symbol('sender');
const LEAVE: unique symbol = Symbol('leave');

/**
 * A request with a field for its place in the quota, because weak maps would slow down every
 * request.
 */
interface CountedRequest extends RequestHead {
  [SENDER]?: Sender;
  /** Frees the place of this request among the requests in progress. */
  [LEAVE]?: (() => void) | undefined;
}

/** The sender of a request, for the limits that count by address and by caller. */
interface Sender {
  readonly address: string | undefined;
  readonly caller: Caller;
}

/** Options of {@link createCallerQuota}. */
export interface CallerQuotaOptions {
  /** Makes counters that replicas share. Default: requests are counted in this process only. */
  readonly createCounter?: CreateRequestCounter | undefined;
  readonly logger: TaskLogger;
}

/** Makes the quota of a server from its limits. */
export function createCallerQuota(
  limits: CallerLimits,
  { createCounter, logger }: CallerQuotaOptions,
): CallerQuota {
  const settings = { ...CALLER_LIMITS, ...limits };
  const ofCaller = {
    subject: 'of this caller',
    keyPrefix: 'formwork-caller',
    createCounter,
    logger,
  };
  const byCaller = createLimit(settings.requestsPerMinute, ofCaller);
  const fromAddress = { subject: 'from this address', keyPrefix: 'formwork-address', logger };
  // Replicas do not share this count, because it comes before callers are identified.
  const byAddress = createLimit(settings.requestsPerMinutePerAddress, fromAddress);
  // Counts only anonymous callers, so that replicas together count each request once.
  const byStranger =
    createCounter &&
    createLimit(settings.requestsPerMinutePerAddress, { ...fromAddress, createCounter });
  const streamsOfCaller = createCount(settings.openStreams, 'to this caller');
  const streamsToAddress = createCount(settings.openStreamsPerAddress, 'to this address');
  let inProgress = 0;
  const turns = createTurns();

  return {
    limit(identify) {
      const limited: Identify = async (request: CountedRequest) => {
        const address = readAddress(request);
        if (address !== undefined) await byAddress?.(address);
        const caller = await identify(request);
        if (caller.id !== undefined) await byCaller?.(caller.id);
        else if (address !== undefined) await byStranger?.(address);
        request[SENDER] = { address, caller };
        return caller;
      };
      return Object.assign(limited, identify);
    },
    enter(visit, proceed) {
      if (inProgress >= settings.requestsInProgress) throw new OverloadError();
      inProgress += 1;
      let isIn = true;
      const end = (): void => {
        if (isIn) inProgress -= 1;
        isIn = false;
      };
      const request: CountedRequest = visit.req;
      request[LEAVE] = end;
      let withdraw = STARTED;
      visit.once('close', () => {
        end();
        request[LEAVE] = undefined;
        // The caller has gone, so that the request must neither start nor stay in memory.
        withdraw();
      });
      withdraw = turns.take(proceed);
    },
    openStream(visit) {
      const request: CountedRequest = visit.req;
      const leave = request[LEAVE];
      // The caller has disconnected meanwhile, so that nothing would ever end the stream's count.
      if (leave === undefined) return;
      const { address, caller } = request[SENDER] ?? {};
      const releases: (() => void)[] = [];
      visit.once('close', () => {
        for (const release of releases) release();
      });
      if (address !== undefined) releases.push(streamsToAddress(address));
      if (caller?.id !== undefined) releases.push(streamsOfCaller(caller.id));
      leave();
    },
  };
}

/** The time that one turn of the event loop should take, in milliseconds. */
const TURN_MS = 25;

/** The number of requests that the first turn of the event loop starts; later turns adapt it. */
const FIRST_TURN = 8;
const LARGEST_TURN = 4_096;

/**
 * The number of turns of the event loop that pass before waiting requests are started. Node accepts
 * one new connection per turn, so that new callers would otherwise not get in under load.
 */
const PASSED_TURNS = 32;

/** Withdraws nothing, because the request has started. */
const STARTED = (): void => undefined;

/** Calls a function after a number of turns of the event loop. */
function pass(turns: number, then: () => void): void {
  if (turns === 0) then();
  else setImmediate(pass, turns - 1, then);
}

/**
 * Spreads the start of requests over turns of the event loop, so that cards and health checks are
 * answered in between.
 */
interface Turns {
  /**
   * Starts a request in this turn of the event loop if the turn has room, else in a later one, in
   * order. Returns the function that withdraws a request that has not started.
   */
  take(proceed: () => void): () => void;
}

/**
 * Makes the scheduler that starts as many requests in a turn of the event loop as can be processed
 * in {@link TURN_MS}: fewer after a slow turn, twice as many after a full and quick one.
 */
function createTurns(): Turns {
  const waiting = new LinkedList<() => void>();
  let allowed = FIRST_TURN;
  let starts = 0;
  let beganAt: number | undefined;
  /**
   * True while turns of the event loop pass in which no request starts; new requests wait as well.
   */
  let isPassing = false;

  function begin(): void {
    beganAt = performance.now();
    starts = 0;
    setImmediate(end);
  }

  function end(): void {
    const took = performance.now() - (beganAt ?? 0);
    if (took > TURN_MS) allowed = Math.max(1, Math.floor((Math.max(starts, 1) * TURN_MS) / took));
    else if (starts >= allowed) allowed = Math.min(LARGEST_TURN, allowed * 2);
    beganAt = undefined;
    if (waiting.size === 0) return;
    isPassing = true;
    pass(PASSED_TURNS, drain);
  }

  function drain(): void {
    isPassing = false;
    begin();
    for (let next = waiting.oldest; next !== undefined && starts < allowed; next = waiting.oldest) {
      starts += 1;
      next();
    }
  }

  return {
    take(proceed) {
      if (beganAt === undefined && !isPassing) begin();
      if (waiting.size === 0 && starts < allowed) {
        starts += 1;
        proceed();
        return STARTED;
      }
      let isWaiting = true;
      const leave = (): void => {
        if (isWaiting) waiting.remove(entry);
        isWaiting = false;
      };
      // A request that has started must not stay in memory because others wait.
      const entry = waiting.add(() => {
        leave();
        proceed();
      });
      return leave;
    },
  };
}

/**
 * Thrown for a request that comes while the server already answers `requestsInProgress` requests.
 */
export class OverloadError extends UnavailableError {
  readonly retryAfterMs = 1_000;

  constructor() {
    super({
      message: 'Cannot serve the request because the server is busy. Send it again in a second.',
    });
  }
}

/**
 * Returns the IP address by which limits count the sender of a request; `undefined` for this
 * machine.
 */
export function readAddress({ socket }: RequestHead): string | undefined {
  const address = socket.remoteAddress ?? '';
  return address === '' || isLoopbackAddress(address) ? undefined : findSenderNetwork(address);
}

/** Makes the limit of requests in a minute; returns `undefined` for `Infinity`. */
function createLimit(
  points: number,
  { subject, ...options }: RequestRateOptions & { readonly subject: string },
): ((key: string) => Promise<void>) | undefined {
  if (points === Infinity) return undefined;
  const count = createRequestRate(points, options);
  return async (key) => {
    const waitMs = await count(key);
    if (waitMs === undefined) return;
    const retryAfterMs = Math.max(waitMs, 1_000);
    throw new QuotaError(
      `Cannot serve the request because ${subject} at most ${points} are served in a minute. Send it again in ${Math.ceil(retryAfterMs / 1_000)} s.`,
      { retryAfterMs },
    );
  };
}

/**
 * Makes a limit of things that are open at once. The made function counts one for a key, and
 * returns the function that ends it.
 */
function createCount(limit: number, subject: string): (key: string) => () => void {
  const open = new Map<string, number>();
  return (key) => {
    const count = open.get(key) ?? 0;
    if (count >= limit) {
      throw new QuotaError(
        `Cannot open the stream because ${subject} at most ${limit} are open at once. Close others first.`,
        { retryAfterMs: 5_000 },
      );
    }
    open.set(key, count + 1);
    return () => {
      const openCount = (open.get(key) ?? 1) - 1;
      if (openCount === 0) open.delete(key);
      else open.set(key, openCount);
    };
  };
}
