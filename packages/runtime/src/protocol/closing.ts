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

/**
 * Makes a stream that `return()` and `closing` can end while its next event is awaited. The
 * `return()` of a plain generator would wait for that event, which on a quiet task may never come,
 * and keep the subscription of a caller who has disconnected.
 */
export function createStoppableStream(
  open: (signal: AbortSignal) => ResponseStream,
  closing: Closing,
): ResponseStream {
  const controller = new AbortController();
  const stream = openUntil(() => open(controller.signal), {
    closing,
    stop: () => controller.abort(),
  });
  return {
    next: () => stream.next(),
    return() {
      controller.abort();
      return stream.return();
    },
    throw(error) {
      controller.abort();
      return stream.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      await this.return();
    },
  };
}

async function* openUntil(
  open: () => ResponseStream,
  { closing, stop }: { readonly closing: Closing; readonly stop: () => void },
): ResponseStream {
  const forget = closing.listen(stop);
  try {
    yield* open();
  } finally {
    forget();
  }
}

/**
 * Resolves with the result of some work, or rejects with `UnavailableError` as soon as the request
 * handler closes.
 */
export async function waitUnlessClosing<Result>(
  waiting: Promise<Result>,
  closing: Closing,
): Promise<Result> {
  let release: (() => void) | undefined;
  const closed = new Promise<never>((_resolve, reject) => {
    release = closing.listen(() => reject(new UnavailableError()));
  });
  try {
    return await Promise.race([waiting, closed]);
  } finally {
    release?.();
  }
}
