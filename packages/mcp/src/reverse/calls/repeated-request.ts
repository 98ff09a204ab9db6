import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { setTimeout } from 'node:timers/promises';
import { isStreamEnd } from '../connection/tapped-transport.ts';

/** How often in a row a request may fail before its error counts. */
const MAX_FAILURES = 10;

/** The longest pause before a request is repeated, in milliseconds. */
const LONGEST_PAUSE_MS = 30_000;

/** Options of {@link repeatRequest}. */
export interface RepeatOptions {
  /** The pause before the first repetition, in milliseconds; each later one is twice as long. */
  readonly pauseMs: number;
  /** Ends the repetitions. Default: nothing does. */
  readonly signal?: AbortSignal;
}

/**
 * Sends a request about a server's task that has the same effect however often it arrives. The task
 * goes on while the server cannot be reached for a moment, so that a request that fails in passing
 * is repeated.
 */
export async function repeatRequest<Value>(
  send: () => Promise<Value>,
  { pauseMs, signal }: RepeatOptions,
): Promise<Value> {
  for (let failures = 1; ; failures += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      return await send();
    } catch (error) {
      if (failures >= MAX_FAILURES || signal?.aborted === true || !isPassing(error)) throw error;
    }
    const pause = Math.min(LONGEST_PAUSE_MS, pauseMs * 2 ** (failures - 1));
    // oxlint-disable-next-line no-await-in-loop
    await setTimeout(pause, undefined, {
      ...(signal && { signal }),
      // A program that ends does not wait for what nothing else waits for.
      ref: signal !== undefined,
    });
  }
}

/**
 * True for failures that may pass: a broken connection, a busy or absent server, and no answer in
 * time. A program that has ended has lost its tasks.
 */
function isPassing(error: unknown): boolean {
  if (error instanceof SdkHttpError) {
    const { status } = error;
    return status === 408 || status === 429 || status >= 500;
  }
  if (error instanceof ProtocolError) return isStreamEnd(error);
  if (error instanceof SdkError) return error.code === SdkErrorCode.RequestTimeout;
  // `fetch` throws it when a connection fails.
  return error instanceof TypeError;
}
