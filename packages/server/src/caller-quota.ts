import type { TaskLogger } from '@formwork/core';
import { findSenderNetwork, isLoopbackAddress, type RequestHead } from '@formwork/network';
import { QuotaError } from '@formwork/runtime';
import {
  type ActiveRequest,
  ActiveRequests,
  StartQueue,
  type CountedCall,
} from './active-requests.ts';
import { CALLER_LIMITS, type CallerLimits } from './caller-limits.ts';
import type { Caller, Identify } from './caller.ts';
import {
  type CreateRequestCounter,
  createRequestRate,
  type RequestRateOptions,
} from './request-rate.ts';

const SENDER: unique symbol = Symbol('sender');
const ACTIVE: unique symbol = Symbol('active request');
const WITHIN: unique symbol = Symbol('within another request');

/**
 * A request with fields for the quota, because weak maps would slow down every request.
 */
interface CountedRequest extends RequestHead {
  [SENDER]?: {
    readonly address: string | undefined;
    readonly caller: Caller;
  };
  [ACTIVE]?: ActiveRequest;
  [WITHIN]?: true;
}

/**
 * Marks a request that the program makes to itself to answer another one: it takes no second place,
 * for which requests that have the first ones would wait for each other.
 */
export function markWithin(request: CountedRequest): void {
  request[WITHIN] = true;
}

/** The time after which a caller with too many streams may try again, in milliseconds. */
const RETRY_MS = 5_000;

/** The streams that are open at once, counted by a key up to a limit. */
class OpenStreams {
  readonly #limit: number;
  readonly #subject: string;
  readonly #counts = new Map<string, number>();

  /** `subject` says in errors whose streams are counted, as `to this caller`. */
  constructor(limit: number, subject: string) {
    this.#limit = limit;
    this.#subject = subject;
  }

  /**
   * Counts a stream for a key; it ends with {@link close}.
   *
   * @throws QuotaError if the key has too many streams
   */
  open(key: string): void {
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#limit) {
      throw new QuotaError(
        `Cannot open the stream because ${this.#subject} at most ${this.#limit} are open at once. Close others first.`,
        { retryAfterMs: RETRY_MS },
      );
    }
    this.#counts.set(key, count + 1);
  }

  close(key: string): void {
    const count = (this.#counts.get(key) ?? 1) - 1;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}

/**
 * The quota of a server: counts the requests and streams of callers at every endpoint, and refuses
 * those above a limit.
 */
export class CallerQuota {
  readonly #active: ActiveRequests;
  readonly #starts = new StartQueue();
  readonly #ofCaller: OpenStreams;
  readonly #toAddress: OpenStreams;
  readonly #byCaller: RequestLimit | undefined;
  readonly #byAddress: RequestLimit | undefined;
  /** Counts only anonymous callers, so that replicas together count each request once. */
  readonly #byStranger: RequestLimit | undefined;

  constructor(
    limits: CallerLimits,
    {
      createCounter,
      logger,
    }: {
      /** Makes counters that replicas share. Default: requests are counted in this process only. */
      readonly createCounter?: CreateRequestCounter | undefined;
      readonly logger: TaskLogger;
    },
  ) {
    const settings = { ...CALLER_LIMITS, ...limits };
    this.#active = new ActiveRequests(settings.requestsInProgress);
    this.#ofCaller = new OpenStreams(settings.openStreams, 'to this caller');
    this.#toAddress = new OpenStreams(settings.openStreamsPerAddress, 'to this address');
    const subject = 'of this caller';
    const caller = { subject, keyPrefix: 'formwork-caller', createCounter, logger };
    this.#byCaller = createLimit(settings.requestsPerMinute, caller);
    const address = { subject: 'from this address', keyPrefix: 'formwork-address', logger };
    const perAddress = settings.requestsPerMinutePerAddress;
    // Replicas do not share this count, because it comes before callers are identified.
    this.#byAddress = createLimit(perAddress, address);
    this.#byStranger = createCounter && createLimit(perAddress, { ...address, createCounter });
  }

  /**
   * Wraps the identification of callers: counts a request for its address before, and for its
   * caller after. One for which `isOwn` returns true answers another, which was counted.
   */
  limit(identify: Identify, isOwn: (request: RequestHead) => boolean = () => false): Identify {
    const limited: Identify = async (request: CountedRequest) => {
      const address = readAddress(request);
      const isCounted = isOwn(request);
      if (!isCounted && address !== undefined) await this.#byAddress?.(address);
      const caller = await identify(request);
      if (!isCounted && caller.id !== undefined) await this.#byCaller?.(caller.id);
      else if (!isCounted && address !== undefined) await this.#byStranger?.(address);
      request[SENDER] = { address, caller };
      return caller;
    };
    return Object.assign(limited, identify);
  }

  /**
   * Counts a request among those in progress until its call ends, and calls `proceed`: at once, or
   * in a later turn of the event loop if this one was long, so that cards and health checks are
   * answered in between.
   *
   * @throws UnavailableError if there are too many
   */
  enter(call: CountedCall, proceed: () => void): void {
    const request: CountedRequest = call.req;
    const active = this.#active.admit(call, request[WITHIN]);
    request[ACTIVE] = active;
    active.start(this.#starts, proceed);
  }

  /**
   * Counts a call as a stream instead of a request in progress.
   *
   * @throws QuotaError if its caller or address has too many streams
   */
  openStream(call: CountedCall): void {
    const request: CountedRequest = call.req;
    const active = request[ACTIVE];
    // The caller has disconnected meanwhile, so that nothing would ever end the stream's count.
    if (active === undefined || active.isOver) return;
    const { address, caller } = request[SENDER] ?? {};
    openFor(call, this.#toAddress, address);
    openFor(call, this.#ofCaller, caller?.id);
    active.leave();
  }
}

/** Counts a stream for a key, if there is one, until its call ends. */
function openFor(call: CountedCall, streams: OpenStreams, key: string | undefined): void {
  if (key === undefined) return;
  streams.open(key);
  call.once('close', () => streams.close(key));
}

/**
 * Returns the IP address by which limits count the sender of a request; `undefined` for this
 * machine.
 */
export function readAddress({ socket }: RequestHead): string | undefined {
  const address = socket.remoteAddress ?? '';
  return address === '' || isLoopbackAddress(address) ? undefined : findSenderNetwork(address);
}

/** Counts a request for a key. Rejects with `QuotaError` if the key has none left. */
type RequestLimit = (key: string) => Promise<void>;

/** Makes the limit of requests in a minute; returns `undefined` for `Infinity`. */
function createLimit(
  points: number,
  { subject, ...options }: RequestRateOptions & { readonly subject: string },
): RequestLimit | undefined {
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
