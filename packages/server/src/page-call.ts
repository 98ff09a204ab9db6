import type { ResponseWriter } from './response-writer.ts';
import {
  type EventStreamOptions,
  type StreamLimits,
  tellHeartbeat,
  writeEventStream,
} from './write-event-stream.ts';

/**
 * Returns the signal that ends the work for an answer: it aborts when its reader has gone or has the
 * whole of it, and when the server closes.
 */
export function toAnswerSignal(response: ResponseWriter, closing: AbortSignal): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return AbortSignal.any([controller.signal, closing]);
}

/**
 * Sends the events of a call to a page as server-sent events. Resolves when the call, or its reader,
 * has gone. Rejects only with an error of `open`, before anything is sent.
 */
export async function sendCallEvents<Event>(
  response: ResponseWriter,
  {
    open,
    controller = new AbortController(),
    closing,
    limits,
    ...options
  }: Pick<EventStreamOptions<Event>, 'toErrorData' | 'answerError' | 'openAtOnce'> & {
    /** Begins the call. Its signal aborts when the reader of the events is gone, or the server closes. */
    readonly open: (signal: AbortSignal) => AsyncIterable<Event> | Promise<AsyncIterable<Event>>;
    /** Returns the `data` of an event, as JSON in one line. Default: its JSON. */
    readonly toData?: (event: Event) => string;
    /** Aborts the call when the page has gone, and for other reasons of the caller. Default: new. */
    readonly controller?: AbortController;
    readonly closing: AbortSignal;
    readonly limits: StreamLimits;
  },
): Promise<void> {
  try {
    const events = await open(AbortSignal.any([controller.signal, closing]));
    tellHeartbeat(response, limits);
    await writeEventStream(response, events[Symbol.asyncIterator](), {
      toData: (event) => JSON.stringify(event),
      ...limits,
      ...options,
      stop: () => controller.abort(),
    });
  } finally {
    controller.abort();
  }
}

/** Returns the `data` of the event by which a page learns why its call has failed. */
export function toFailureData({
  code,
  reason,
  message,
  retryAfterMs,
}: {
  readonly code: string;
  readonly reason: string;
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
}): string {
  return JSON.stringify({
    kind: 'failure',
    taskId: '',
    contextId: '',
    code,
    reason,
    message,
    problems: [],
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}
