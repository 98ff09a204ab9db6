import type { RequestHead } from '@formwork/network';
import { UnavailableError } from '@formwork/runtime';
import type { StartQueue, WaitingStart } from './start-queue.ts';

/** A request that is being answered, over HTTP or gRPC. */
export interface Visit {
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
   * Counts a request until its visit ends.
   *
   * @throws OverloadError if there are too many
   */
  admit(visit: Visit): ActiveRequest {
    if (this.#count >= this.#limit) throw new OverloadError();
    this.#count += 1;
    const request = new ActiveRequest(this.#free);
    visit.once('close', request.end);
    return request;
  }

  readonly #free = (): void => {
    this.#count -= 1;
  };
}

/** A request from its admission until its visit ends. */
export class ActiveRequest {
  readonly #free: () => void;
  #start: WaitingStart | undefined;
  #isCounted = true;
  #isOver = false;

  constructor(free: () => void) {
    this.#free = free;
  }

  /** True once the visit has ended. */
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
