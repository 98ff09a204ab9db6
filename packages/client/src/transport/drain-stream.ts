import type { BoundSignal } from './bound-signal.ts';

/** How long an agent may take to end a stream whose last event it has sent, in milliseconds. */
const LINGER_MS = 500;

/**
 * Reads a stream that is over to its end, which is next to nothing: a connection whose answer was
 * read can be used again, one that was closed before its end has to be opened anew for the next
 * call. Ends the stream if the agent does not. Never rejects.
 */
export async function drainStream(
  stream: AsyncGenerator<unknown, void, undefined>,
  { abort }: Pick<BoundSignal, 'abort'>,
): Promise<void> {
  const timer = setTimeout(abort, LINGER_MS);
  try {
    for (let isDone = false; !isDone;) isDone = (await stream.next()).done === true;
  } catch {
    // All there was to know of it is known.
  } finally {
    clearTimeout(timer);
  }
}

/** Ends a stream at once. Never rejects. */
export async function closeStream(
  stream: AsyncGenerator<unknown, void, undefined>,
  { abort }: Pick<BoundSignal, 'abort'>,
): Promise<void> {
  abort();
  try {
    await stream.return();
  } catch {
    // It was ended, which is what it says.
  }
}
