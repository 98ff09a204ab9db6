import type { ServerResponse } from 'node:http';

/** Options of {@link writeEventStream}. */
export interface EventStreamOptions<Event> extends StreamLimits {
  /** Returns the `data` of an event, as JSON in one line. */
  readonly toData: (event: Event) => string;
  /** Returns the `id` of an event, without line breaks. Default: events have no ids. */
  readonly toId?: (event: Event) => string | undefined;
  /** Returns the `data` of the event that reports an error and ends the stream. */
  readonly toErrorData: (error: unknown) => string;
  /** Answers an error that came before the first event, when nothing has been sent yet. */
  readonly answerError: (error: unknown) => void;
  /**
   * Ends the source of the events, also while the next one is awaited. Called when the client has
   * gone, and again at the end.
   */
  readonly stop: () => void;
  /** True sends headers before the first event; every error is then an event. Default false. */
  readonly openAtOnce?: boolean;
}

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'private, no-store',
  Connection: 'keep-alive',
  // Proxies such as nginx would otherwise hold events back until a buffer is full.
  'X-Accel-Buffering': 'no',
} as const;

/**
 * The time for which a stream is not opened, in milliseconds: an earlier error is answered by its
 * status; after that time, headers tell the client of a quiet task that it is connected.
 */
const OPEN_AFTER_MS = 200;

const STREAM_HOOK: unique symbol = Symbol('before the stream');

/** A response that calls a function before it becomes a stream. */
interface HookedResponse extends ServerResponse {
  // A weak map from responses to functions that know the response took a fifth of all throughput:
  // what such a map holds outlives its request until the next large garbage collection.
  [STREAM_HOOK]?: () => void;
}

/** Calls a function before a response becomes a stream; if it throws, its error is the answer. */
export function beforeStream(response: ServerResponse, hook: () => void): void {
  const hooked: HookedResponse = response;
  hooked[STREAM_HOOK] = hook;
}

/**
 * Sends events as server-sent events, as fast as the client reads. Resolves when the stream has
 * ended, failed, or lost its client; never rejects because of the events.
 */
export async function writeEventStream<Event>(
  response: ServerResponse,
  events: AsyncIterator<Event>,
  options: EventStreamOptions<Event>,
): Promise<void> {
  const { toData, toId, toErrorData, answerError, stop, openAtOnce = false } = options;
  const { heartbeatMs, stallMs } = completeStreamLimits(options);
  try {
    const hooked: HookedResponse = response;
    hooked[STREAM_HOOK]?.();
  } catch (error) {
    stop();
    answerError(error);
    return;
  }
  const heart = startHeart(response, heartbeatMs);
  const opening = setTimeout(() => {
    if (!response.headersSent && !response.closed) open(response);
  }, OPEN_AFTER_MS).unref();
  let isAnswered = false;
  response.once('close', stop);
  response.once('timeout', () => response.destroy());
  if (response.closed) stop();
  try {
    if (openAtOnce) open(response);
    for (;;) {
      const { done, value } = await events.next();
      clearTimeout(opening);
      if (response.closed) return;
      const text =
        done === true ? undefined : formatEvent({ id: toId?.(value), data: toData(value) });
      // Headers and the first event leave as one packet; so may the end of a short stream.
      if (!response.headersSent) response.writeHead(200, HEADERS);
      if (text === undefined) break;
      await write(response, text, stallMs);
      heart?.refresh();
    }
  } catch (error) {
    if (response.closed) return;
    if (!response.headersSent) {
      isAnswered = true;
      answerError(error);
      return;
    }
    await write(response, formatEvent({ name: 'error', data: toErrorData(error) }), stallMs);
  } finally {
    clearTimeout(heart);
    clearTimeout(opening);
    response.off('close', stop);
    // If an event could not be turned into text, its source is still open.
    stop();
    if (!isAnswered) response.end();
    // Disconnects a client that does not read the data left in the buffers.
    if (response.writableLength > 0) response.setTimeout(stallMs);
  }
}

function open(response: ServerResponse): void {
  response.writeHead(200, HEADERS);
  response.flushHeaders();
}

interface ServerSentEvent {
  /** The name of the server-sent event. Default `message`. */
  readonly name?: string;
  readonly id?: string | undefined;
  readonly data: string;
}

function formatEvent({ name, id, data }: ServerSentEvent): string {
  const fields = `${name === undefined ? '' : `event: ${name}\n`}${id === undefined ? '' : `id: ${id}\n`}`;
  return `${fields}data: ${data}\n\n`;
}

/** Starts to send comments, which keep proxies and clients from closing a quiet stream. */
function startHeart(response: ServerResponse, heartbeatMs: number): NodeJS.Timeout | undefined {
  if (heartbeatMs === 0) return undefined;
  const timer = setTimeout(() => {
    // A client with data waiting needs no sign that the stream is alive.
    const isWritable = response.headersSent && !response.writableNeedDrain && !response.destroyed;
    if (isWritable) response.write(': keep-alive\n\n');
    timer.refresh();
  }, heartbeatMs);
  return timer.unref();
}

/** Writes text to an event stream, and resolves when the client can take more, or has gone. */
async function write(response: ServerResponse, text: string, stallMs: number): Promise<void> {
  if (response.write(text) || response.closed) return;
  // The timeout restarts with every chunk that is sent, even while much of the buffer is left.
  response.setTimeout(stallMs);
  await new Promise<void>((resolve) => {
    function wake(): void {
      response.off('drain', wake).off('close', wake);
      resolve();
    }
    response.on('drain', wake).on('close', wake);
  });
  response.setTimeout(0);
}

/**
 * The limits of event streams: how long one may be quiet, and how long a reader may take nothing.
 */
export interface StreamLimits {
  /**
   * The time without data after which a comment is sent, in milliseconds; 0 for never. Default
   * 15,000.
   */
  readonly heartbeatMs?: number;
  /**
   * The time after which a reader is dropped that takes no waiting data, in milliseconds; 0 for
   * never. Default 60,000.
   */
  readonly stallMs?: number;
}

/** Returns the limits of event streams with their defaults filled in. */
export function completeStreamLimits({
  heartbeatMs = 15_000,
  stallMs = 60_000,
}: StreamLimits): Required<StreamLimits> {
  return { heartbeatMs, stallMs };
}
