import type { StreamResponse } from '@a2a-js/sdk';
import { UnavailableError } from '../errors.ts';
import { LinkedList } from '../linked-list.ts';

/** The signal that the request handler closes. It ends calls that wait, and streams. */
export interface ClosingSignal {
  readonly aborted: boolean;
  /**
   * Calls `stop` when the request handler closes, or at once if it has closed. Returns the function
   * that removes the listener.
   */
  listen(stop: () => void): () => void;
}

/**
 * Makes a {@link ClosingSignal} from a signal, with one listener on the signal for any number of waiting
 * calls. Every blocking call adds and removes a listener, and a list does that many times faster
 * than an `AbortSignal`.
 */
export function createClosing(signal: AbortSignal | undefined): ClosingSignal {
  const stops = new LinkedList<() => void>();
  signal?.addEventListener(
    'abort',
    () => {
      const waiting = [...stops];
      for (const stop of waiting) stop();
    },
    { once: true },
  );
  return {
    get aborted() {
      return signal?.aborted === true;
    },
    listen(stop) {
      if (signal?.aborted === true) {
        stop();
        return () => undefined;
      }
      const entry = stops.add(stop);
      return () => stops.remove(entry);
    },
  };
}

/** A stream of A2A events, in the form that the SDK's transports read. */
export type ResponseStream = AsyncGenerator<StreamResponse, void, undefined>;

/** The result of `next()` of a stream of events. */
export type Step = IteratorResult<StreamResponse, void>;

/** The step of a stream that is over. */
export const DONE: Step = { done: true, value: undefined };

/** Opens the source of a stream; `stopping` ends what the opening waits for. */
type Open = (stopping: ClosingSignal) => Promise<ResponseStream>;

/**
 * Makes a stream that `return()` and `closing` can end while it is opened. `open` is called for the
 * first event, and its stream MUST end at once by `return()` also while an event is awaited, which
 * on a quiet task may never come. Every event passes through its stream alone, because each generator
 * in between would cost a thousand readers as much as sending does.
 */
export function createStoppableStream(open: Open, closing: ClosingSignal): ResponseStream {
  return new StoppableStream(open, closing);
}

/** A stream as one small object, which keeps nothing of its call once its source is open. */
class StoppableStream implements ResponseStream, ClosingSignal {
  readonly #closing: ClosingSignal;
  #open: Open | undefined;
  #opening: Promise<ResponseStream> | undefined;
  #source: ResponseStream | undefined;
  #stops: LinkedList<() => void> | undefined;
  #forget: (() => void) | undefined;
  #isOver = false;

  constructor(open: Open, closing: ClosingSignal) {
    this.#open = open;
    this.#closing = closing;
  }

  get aborted(): boolean {
    return this.#isOver;
  }

  listen(stop: () => void): () => void {
    if (this.#isOver) {
      stop();
      return () => undefined;
    }
    const stops = (this.#stops ??= new LinkedList());
    const entry = stops.add(stop);
    return () => stops.remove(entry);
  }

  async next(): Promise<Step> {
    if (this.#isOver) return DONE;
    try {
      const step = await (this.#source ?? (await this.#start())).next();
      if (step.done === true) this.#end();
      return step;
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  async #start(): Promise<ResponseStream> {
    const open = this.#open;
    if (open !== undefined) {
      this.#open = undefined;
      this.#forget = this.#closing.listen(() => void this.return().catch(() => undefined));
      this.#opening = open(this);
    }
    const source = await this.#opening;
    if (source === undefined || this.#isOver) return streamOnly();
    this.#opening = undefined;
    this.#source = source;
    return source;
  }

  #end(): void {
    this.#isOver = true;
    this.#forget?.();
    this.#forget = undefined;
    const waiting = [...(this.#stops ?? [])];
    for (const stop of waiting) stop();
  }

  /** Ends the stream by a function of its source, if it was opened. */
  async #leave(by: (source: ResponseStream) => Promise<Step>): Promise<Step> {
    const wasOver = this.#isOver;
    this.#end();
    const source = wasOver
      ? undefined
      : (this.#source ?? (await this.#opening?.catch(() => undefined)));
    return source === undefined ? DONE : by(source);
  }

  return(): Promise<Step> {
    return this.#leave((source) => source.return());
  }

  async throw(error: unknown): Promise<Step> {
    const isUnread = this.#source === undefined && this.#opening === undefined;
    if (!this.#isOver && !isUnread) return this.#leave((source) => source.throw(error));
    this.#end();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}

/** Streams an event alone, or nothing. */
export async function* streamOnly(event?: StreamResponse): ResponseStream {
  if (event !== undefined) yield event;
}

/**
 * Resolves with the result of some work, or rejects with `UnavailableError` as soon as the request
 * handler closes.
 */
export function waitUnlessClosing<Result>(
  waiting: Promise<Result>,
  closing: ClosingSignal,
): Promise<Result> {
  // Not by `Promise.race`, which makes four more promises for each call.
  return new Promise((resolve, reject) => {
    const release = closing.listen(() => reject(new UnavailableError()));
    waiting.then(
      (result) => {
        release();
        resolve(result);
        return undefined;
      },
      (error: unknown) => {
        release();
        reject(error);
      },
    );
  });
}
