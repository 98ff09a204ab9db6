import type { StreamResponse } from '@a2a-js/sdk';
import { UnavailableError } from '../errors.ts';
import { createLinkedList } from '../linked-list.ts';

/** The signal that the request handler closes. It ends calls that wait, and streams. */
export interface Closing {
  readonly aborted: boolean;
  /**
   * Calls `stop` when the request handler closes, or at once if it has closed. Returns the function
   * that removes the listener.
   */
  listen(stop: () => void): () => void;
}

/**
 * Makes a {@link Closing} from a signal, with one listener on the signal for any number of waiting
 * calls. Every blocking call adds and removes a listener, and a list does that many times faster
 * than an `AbortSignal`.
 */
export function createClosing(signal: AbortSignal | undefined): Closing {
  const stops = createLinkedList<() => void>();
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

/**
 * Makes a {@link Closing} that ends waits as `closing` does, and also when the signal aborts
 * because the waiting caller has disconnected.
 */
export function closingWith(closing: Closing, signal: AbortSignal): Closing {
  return {
    get aborted() {
      return closing.aborted || signal.aborted;
    },
    listen(stop) {
      const forget = closing.listen(stop);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      return () => {
        forget();
        signal.removeEventListener('abort', stop);
      };
    },
  };
}

/** A stream of A2A events, in the form that the SDK's transports read. */
export type ResponseStream = AsyncGenerator<StreamResponse, void, undefined>;

/** The result of `next()` of a stream of events. */
type Step = IteratorResult<StreamResponse, void>;

const DONE: Step = { done: true, value: undefined };

/**
 * Makes a stream that `return()` and `closing` can end while its next event is awaited, by a
 * signal. The `return()` of a plain generator would wait for that event, which on a quiet task may
 * never come, and keep the subscription of a caller who has gone. `open` is called for the first
 * event; every event passes through its stream alone, because each generator in between would cost
 * a thousand readers as much as sending does.
 */
export function createStoppableStream(
  open: (signal: AbortSignal) => Promise<ResponseStream>,
  closing: Closing,
): ResponseStream {
  const controller = new AbortController();
  let opening: Promise<ResponseStream> | undefined;
  let stream: ResponseStream | undefined;
  let isOver = false;
  let forget: (() => void) | undefined;

  function end(): void {
    isOver = true;
    forget?.();
    forget = undefined;
  }

  async function start(): Promise<ResponseStream> {
    if (opening === undefined) {
      forget = closing.listen(() => controller.abort());
      opening = open(controller.signal);
    }
    stream = await opening;
    return stream;
  }

  /** Ends the stream by a function of its source, if it was opened. */
  async function leave(by: (source: ResponseStream) => Promise<Step>): Promise<Step> {
    controller.abort();
    const wasOver = isOver;
    end();
    const source = wasOver ? undefined : await opening?.catch(() => undefined);
    return source === undefined ? DONE : by(source);
  }

  return {
    async next() {
      if (isOver) return DONE;
      try {
        const step = await (stream ?? (await start())).next();
        if (step.done === true) end();
        return step;
      } catch (error) {
        end();
        throw error;
      }
    },
    return: () => leave((source) => source.return()),
    async throw(error) {
      if (isOver || opening === undefined) {
        end();
        throw error;
      }
      return leave((source) => source.throw(error));
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      await this.return();
    },
  };
}

/**
 * Resolves with the result of some work, or rejects with `UnavailableError` as soon as the request
 * handler closes.
 */
export function waitUnlessClosing<Result>(
  waiting: Promise<Result>,
  closing: Closing,
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
