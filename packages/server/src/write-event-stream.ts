import { findEncoding } from './json-answer.ts';
import type { ResponseWriter } from './response-writer.ts';

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

const HEADERS = [
  ['Content-Type', 'text/event-stream'],
  // Apps that compress would otherwise hold events back until a block is full.
  ['Cache-Control', 'private, no-store, no-transform'],
  // Proxies such as nginx would otherwise hold events back until a buffer is full.
  ['X-Accel-Buffering', 'no'],
] as const;

/**
 * The time for which a stream is not opened, in milliseconds: an earlier error is answered by its
 * status; after that time, headers tell the client of a quiet task that it is connected.
 */
const OPEN_AFTER_MS = 200;

const STREAM_HOOK: unique symbol = Symbol('before the stream');

/** A response that calls a function before it becomes a stream. */
interface HookedResponse extends ResponseWriter {
  // A weak map from responses to functions that know the response took a fifth of all throughput:
  // what such a map holds outlives its request until the next large garbage collection.
  [STREAM_HOOK]?: (() => void) | undefined;
}

/** Calls a function before a response becomes a stream; if it throws, its error is the answer. */
export function beforeStream(response: ResponseWriter, hook: () => void): void {
  const hooked: HookedResponse = response;
  hooked[STREAM_HOOK] = hook;
}

/** Calls the hook of a response, and frees it, because the stream may be open for long. */
function callHook(response: HookedResponse): void {
  const hook = response[STREAM_HOOK];
  response[STREAM_HOOK] = undefined;
  hook?.();
}

/**
 * Sends events as server-sent events, as {@link writeEventStream} does, without a promise: all that
 * waits for the promise of a stream stays in memory for as long as the stream is open.
 */
export function startEventStream<Event>(
  response: ResponseWriter,
  events: AsyncIterator<Event>,
  options: EventStreamOptions<Event>,
): void {
  writeEventStream(response, events, options).catch(() => response.destroy());
}

/**
 * Sends events as server-sent events, as fast as the client reads. Resolves when the stream has
 * ended, failed, or lost its client; never rejects because of the events.
 */
export async function writeEventStream<Event>(
  response: ResponseWriter,
  events: AsyncIterator<Event>,
  options: EventStreamOptions<Event>,
): Promise<void> {
  const { toData, toId, toErrorData, answerError, stop, openAtOnce = false } = options;
  const { heartbeatMs, stallMs } = completeStreamLimits(options);
  try {
    callHook(response);
  } catch (error) {
    stop();
    answerError(error);
    return;
  }
  const heart = startHeart(response, heartbeatMs);
  let opening: NodeJS.Timeout | undefined = setTimeout(() => {
    if (!response.headersSent && !response.closed) open(response);
  }, OPEN_AFTER_MS).unref();
  let isAnswered = false;

  /** Sends an event; returns false if the client has to take data before it can take more. */
  function send(step: IteratorResult<Event, unknown>): boolean {
    // The text is made first, because an event that cannot be text may still be answered.
    const text =
      step.done === true
        ? undefined
        : formatEvent({ id: toId?.(step.value), data: toData(step.value) });
    // Headers and the first event leave as one packet; so may the end of a short stream.
    if (!response.headersSent) writeHead(response);
    return text === undefined || response.write(text, findEncoding(text));
  }

  // By `on`, because `once` makes three more objects for each reader.
  response.on('close', stop).on('timeout', disconnect);
  if (response.closed) stop();
  try {
    if (openAtOnce) open(response);
    for (;;) {
      const step = await events.next();
      clearTimeout(opening);
      opening = undefined;
      if (response.closed) return;
      const isFull = !send(step);
      if (step.done === true) break;
      if (isFull) await drain(response, stallMs);
      heart?.refresh();
    }
  } catch (error) {
    if (response.closed) return;
    if (!response.headersSent) {
      isAnswered = true;
      answerError(error);
      return;
    }
    const text = formatEvent({ name: 'error', data: toErrorData(error) });
    if (!response.write(text, findEncoding(text))) await drain(response, stallMs);
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

function open(response: ResponseWriter): void {
  writeHead(response);
  response.flushHeaders();
}

function writeHead(response: ResponseWriter): void {
  for (const [name, value] of HEADERS) response.setHeader(name, value);
  response.writeHead(200);
}

function formatEvent({
  name,
  id,
  data,
}: {
  /** The name of the server-sent event. Default `message`. */
  readonly name?: string;
  readonly id?: string | undefined;
  readonly data: string;
}): string {
  const fields = `${name === undefined ? '' : `event: ${name}\n`}${id === undefined ? '' : `id: ${id}\n`}`;
  return `${fields}data: ${data}\n\n`;
}

/** Starts to send comments, which keep proxies and clients from closing a quiet stream. */
function startHeart(response: ResponseWriter, heartbeatMs: number): NodeJS.Timeout | undefined {
  if (heartbeatMs === 0) return undefined;
  const timer = setTimeout(() => {
    // A client with data waiting needs no sign that the stream is alive.
    const isWritable = response.headersSent && !response.writableNeedDrain && !response.destroyed;
    if (isWritable) response.write(': keep-alive\n\n', 'latin1');
    timer.refresh();
  }, heartbeatMs);
  return timer.unref();
}

/**
 * Tells a page by a header how often its stream has a sign of life, so that the page notices a
 * connection that breaks without a word. Called before the stream.
 */
export function tellHeartbeat(response: ResponseWriter, limits: StreamLimits): void {
  response.setHeader('X-Formwork-Heartbeat', completeStreamLimits(limits).heartbeatMs);
}

/** Disconnects a client that takes nothing of the waiting data; one without waiting data stays. */
function disconnect(this: ResponseWriter): void {
  if (this.writableLength > 0) this.destroy();
}

/**
 * Makes the middleware that disconnects a client which takes nothing of any answer for `stallMs`
 * milliseconds (0 for never). Node would keep the answer, and its place among the requests in
 * progress, for as long as the client likes.
 */
export function createStallGuard(
  stallMs: number,
): (request: unknown, response: ResponseWriter, next: () => void) => void {
  return (_request, response, next) => {
    if (stallMs > 0) {
      // An app of your own may allow less (`server.timeout`), which this would replace.
      const appTimeoutMs = response.socket?.timeout ?? 0;
      const limitMs = appTimeoutMs > 0 ? Math.min(appTimeoutMs, stallMs) : stallMs;
      response.on('timeout', disconnect).setTimeout(limitMs);
    }
    next();
  };
}

/** Resolves when the client can take more, or has gone. */
async function drain(response: ResponseWriter, stallMs: number): Promise<void> {
  if (response.closed) return;
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
