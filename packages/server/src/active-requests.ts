import type { RequestHead } from '@formwork/network';
import { UnavailableError } from '@formwork/runtime';
import { LinkedList, type LinkedEntry } from '@formwork/runtime/internal';

/** A request that is being answered, over HTTP or gRPC. */
export interface CountedCall {
  readonly req: RequestHead;
  once(event: 'close', listener: () => void): unknown;
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

/** The requests that a server answers at once, without streams, up to a limit. */
export class ActiveRequests {
  readonly #limit: number;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Counts a request until its call ends; one that `isWithin` another has the place of that one.
   *
   * @throws OverloadError if there are too many
   */
  admit(call: CountedCall, isWithin = false): ActiveRequest {
    if (!isWithin && this.#count >= this.#limit) throw new OverloadError();
    if (!isWithin) this.#count += 1;
    const request = new ActiveRequest(isWithin ? () => undefined : this.#free);
    call.once('close', request.end);
    return request;
  }

  readonly #free = (): void => {
    this.#count -= 1;
  };
}

/** A request from its admission until its call ends. */
export class ActiveRequest {
  readonly #free: () => void;
  #start: WaitingStart | undefined;
  #isCounted = true;
  #isOver = false;

  constructor(free: () => void) {
    this.#free = free;
  }

  /** True once the call has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Calls `proceed` when it is the request's turn. */
  start(queue: StartQueue, proceed: () => void): void {
    this.#start = queue.take(proceed);
  }

  /** Counts the request no longer, because its answer is a stream. */
  leave(): void {
    if (this.#isCounted) this.#free();
    this.#isCounted = false;
  }

  /** Ends the request. If its caller has gone, it must neither start nor stay in memory. */
  readonly end = (): void => {
    this.#isOver = true;
    this.leave();
    this.#start?.withdraw();
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

/**
 * Spreads the start of requests over turns of the event loop, so that cards and health checks are
 * answered in between: starts as many in a turn as can be processed in {@link TURN_MS}, fewer after
 * a slow turn, and twice as many after a full and quick one.
 */
export class StartQueue {
  readonly #waiting = new LinkedList<WaitingStart>();
  #allowed = FIRST_TURN;
  #starts = 0;
  /** When the present turn began; `undefined` between turns. */
  #beganAt: number | undefined;
  /**
   * True while turns of the event loop pass in which no request starts; new requests wait as well.
   */
  #isPassing = false;

  /**
   * Starts a request in this turn of the event loop if the turn has room, else in a later one, in
   * order. Returns the start that waits; `undefined` if the request has started.
   */
  take(proceed: () => void): WaitingStart | undefined {
    if (this.#beganAt === undefined && !this.#isPassing) this.#begin();
    if (this.#waiting.size > 0 || this.#starts >= this.#allowed) {
      return new WaitingStart(this.#waiting, proceed);
    }
    this.#starts += 1;
    proceed();
    return undefined;
  }

  #begin(): void {
    this.#beganAt = performance.now();
    this.#starts = 0;
    setImmediate(this.#end);
  }

  readonly #end = (): void => {
    const took = performance.now() - (this.#beganAt ?? 0);
    const starts = Math.max(this.#starts, 1);
    if (took > TURN_MS) this.#allowed = Math.max(1, Math.floor((starts * TURN_MS) / took));
    else if (this.#starts >= this.#allowed) {
      this.#allowed = Math.min(LARGEST_TURN, this.#allowed * 2);
    }
    this.#beganAt = undefined;
    if (this.#waiting.size === 0) return;
    this.#isPassing = true;
    passTurns(PASSED_TURNS, () => this.#drain());
  };

  #drain(): void {
    this.#isPassing = false;
    this.#begin();
    while (this.#starts < this.#allowed) {
      const next = this.#waiting.oldest;
      if (next === undefined) return;
      this.#starts += 1;
      next.start();
    }
  }
}

/** The start of a request that waits for a turn of the event loop. */
class WaitingStart {
  readonly #queue: LinkedList<WaitingStart>;
  readonly #proceed: () => void;
  #entry: LinkedEntry<WaitingStart> | undefined;

  constructor(queue: LinkedList<WaitingStart>, proceed: () => void) {
    this.#queue = queue;
    this.#proceed = proceed;
    this.#entry = queue.add(this);
  }

  /** Starts the request, which must not stay in memory because others wait. */
  start(): void {
    this.withdraw();
    this.#proceed();
  }

  /** Takes the request out of the queue; does nothing if it has started. */
  withdraw(): void {
    if (this.#entry !== undefined) this.#queue.remove(this.#entry);
    this.#entry = undefined;
  }
}

/** Calls a function after a number of turns of the event loop. */
function passTurns(turns: number, then: () => void): void {
  if (turns === 0) then();
  else setImmediate(passTurns, turns - 1, then);
}
