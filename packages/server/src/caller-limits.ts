import type { TaskLogger } from '@formwork/core';
import { QuotaError, type TaskLimits, UnavailableError } from '@formwork/runtime';
import { findSenderNetwork, isLoopbackAddress } from '@formwork/network';
import type { OptionRule } from '@formwork/schema';
import { checkOptions } from '@formwork/schema/internal';
import type { IncomingMessage } from 'node:http';
import type { Caller, Identify } from './caller.ts';
import {
  type CreateRequestCounter,
  createRequestRate,
  type RequestRateOptions,
} from './request-rate.ts';

/**
 * How much callers may use, each for itself. `Infinity` takes a limit away. Limits by address do not
 * hold for this machine, where a proxy may stand for everybody. Requests and streams are counted in
 * one process, requests by all replicas together with `createRequestCounter` of the server.
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

/** A request that is being answered: a response of HTTP, or a call of gRPC. */
export interface Visit {
  readonly req: IncomingMessage;
  once(event: 'close', listener: () => void): unknown;
}

/** The quota of a server: counts what callers use, in front of every door, and refuses the rest. */
export interface CallerQuota {
  /** Counts the requests of an address before, and those of a caller after they are identified. */
  limit(identify: Identify): Identify;
  /**
   * Takes a place among the requests in progress until the visit is over, and calls `proceed`:
   * at once, or in a later turn of the event loop where this one has worked for long. So cards and
   * health are answered in between, however much there is to do.
   *
   * @throws UnavailableError when there is no place
   */
  enter(visit: Visit, proceed: () => void): void;
  /**
   * Turns the place of a visit into that of a stream.
   *
   * @throws QuotaError when its caller or address has too many
   */
  openStream(visit: Visit): void;
}

const SENDER: unique symbol = Symbol('sender');
const LEAVE: unique symbol = Symbol('leave');

/** The notes of a quota on a request; weak maps from requests to them would slow down every call. */
interface CountedRequest extends IncomingMessage {
  [SENDER]?: Sender;
  /** Gives back the place of this request among the requests in progress. */
  [LEAVE]?: (() => void) | undefined;
}

/** The sender of a request, for the limits that count by address and by caller. */
interface Sender {
  readonly address: string | undefined;
  readonly caller: Caller;
}

/** Options of {@link createCallerQuota}. */
export interface CallerQuotaOptions {
  /** Default: requests are counted in this process only. */
  readonly createCounter?: CreateRequestCounter | undefined;
  readonly logger: TaskLogger;
}

/** Makes the quota of a server from its limits. */
export function createCallerQuota(
  limits: CallerLimits,
  { createCounter, logger }: CallerQuotaOptions,
): CallerQuota {
  const settings = { ...DEFAULTS, ...limits };
  const ofCaller = { whose: 'of this caller', keyPrefix: 'formwork-caller', createCounter, logger };
  const byCaller = createLimit(settings.requestsPerMinute, ofCaller);
  const fromAddress = { whose: 'from this address', keyPrefix: 'formwork-address', logger };
  // In this process, because it is counted before anybody is identified.
  const byAddress = createLimit(settings.requestsPerMinutePerAddress, fromAddress);
  // Only for strangers, so that each request is counted once in what replicas share.
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
      visit.once('close', () => {
        end();
        request[LEAVE] = undefined;
      });
      turns.take(proceed);
    },
    openStream(visit) {
      const request: CountedRequest = visit.req;
      const leave = request[LEAVE];
      // The caller has gone meanwhile, and nothing would ever give the place back.
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

/** How long one turn of the event loop should take, in milliseconds. */
const TURN_MS = 25;

/** How many requests the first turn takes up, and any turn at most. */
const FIRST_TURN = 8;
const LARGEST_TURN = 4_096;

/**
 * How many turns pass before those that wait are taken up: Node takes one new connection in each turn,
 * so that nobody else would come in while there is much to do.
 */
const PASSED_TURNS = 32;

/** Calls a function after a number of turns of the event loop. */
function pass(turns: number, then: () => void): void {
  if (turns === 0) then();
  else setImmediate(pass, turns - 1, then);
}

/**
 * Spreads requests over turns of the event loop, so that cards and health are answered in between.
 */
interface Turns {
  /**
   * Takes up a request: in this turn of the event loop if it has room, else in a later one, in
   * order.
   */
  take(proceed: () => void): void;
}

/**
 * Makes turns that take up as many requests as can be worked on in {@link TURN_MS}: fewer after a
 * turn that took longer, twice as many after one that was full and quick.
 */
function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let next = 0;
  let allowed = FIRST_TURN;
  let taken = 0;
  let beganAt: number | undefined;
  /** True while empty turns of the event loop pass; requests that come meanwhile wait as well. */
  let isPassing = false;

  function begin(): void {
    beganAt = performance.now();
    taken = 0;
    setImmediate(end);
  }

  function end(): void {
    const took = performance.now() - (beganAt ?? 0);
    if (took > TURN_MS) allowed = Math.max(1, Math.floor((Math.max(taken, 1) * TURN_MS) / took));
    else if (taken >= allowed) allowed = Math.min(LARGEST_TURN, allowed * 2);
    beganAt = undefined;
    if (waiting.length === 0) return;
    isPassing = true;
    pass(PASSED_TURNS, drain);
  }

  function drain(): void {
    isPassing = false;
    begin();
    for (; taken < allowed && next < waiting.length; next += 1) {
      taken += 1;
      waiting[next]?.();
    }
    if (next < waiting.length) return;
    waiting.length = 0;
    next = 0;
  }

  return {
    take(proceed) {
      if (beganAt === undefined && !isPassing) begin();
      if (waiting.length > 0 || taken >= allowed) {
        waiting.push(proceed);
        return;
      }
      taken += 1;
      proceed();
    },
  };
}

/**
 * Thrown for a request that comes while the server answers as many as `requestsInProgress` allows.
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
 * Returns the address by which limits count the sender of a request; `undefined` for this machine.
 */
function readAddress({ socket }: IncomingMessage): string | undefined {
  const address = socket.remoteAddress ?? '';
  return address === '' || isLoopbackAddress(address) ? undefined : findSenderNetwork(address);
}

/** Makes the count of requests in a minute; `undefined` for no limit. */
function createLimit(
  points: number,
  { whose, ...options }: RequestRateOptions & { readonly whose: string },
): ((key: string) => Promise<void>) | undefined {
  if (points === Infinity) return undefined;
  const count = createRequestRate(points, options);
  return async (key) => {
    const waitMs = await count(key);
    if (waitMs === undefined) return;
    const retryAfterMs = Math.max(waitMs, 1_000);
    throw new QuotaError(
      `Cannot serve the request because ${whose} at most ${points} are served in a minute. Send it again in ${Math.ceil(retryAfterMs / 1_000)} s.`,
      { retryAfterMs },
    );
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
