import type { StreamResponse } from '@a2a-js/sdk';
import type { Closing } from './closing.ts';

/** What streams of the protocol are to the SDK. */
export type ResponseStream = AsyncGenerator<StreamResponse, void, undefined>;

/**
 * A stream that can be ended while its next event is waited for: `return()` aborts the signal, and
 * so does `closing`.
 *
 * A generator's own `return()` would wait for that event, which on a quiet task may never come;
 * meanwhile the subscription of a caller who has long gone would stay.
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
