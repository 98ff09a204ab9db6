import type { ServerResponse } from 'node:http';

/** How {@link writeEventStream} turns events into what is sent. */
export interface EventStreamOptions<Event> {
  /** The `data` of an event; JSON, so that it is one line. */
  readonly toData: (event: Event) => string;
  /** The `data` of the event that reports an error and ends the stream. */
  readonly toErrorData: (error: unknown) => string;
  /** Answers an error that came before the first event, when nothing has been sent yet. */
  readonly answerError: (error: unknown) => void;
  /**
   * Ends the source of the events, also while one is pending. Called when the client has gone away,
   * and again at the end.
   */
  readonly stop: () => void;
  /**
   * True sends headers before the first event is known; an error is then an event in any case.
   * Default false.
   */
  readonly openAtOnce?: boolean;
}

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache',
  Connection: 'keep-alive',
  // Proxies such as nginx would otherwise hold events back until a buffer is full.
  'X-Accel-Buffering': 'no',
} as const;

/**
 * Sends events as server-sent events, no faster than the client reads. Resolves when the stream has
 * ended, failed, or lost its client; it never rejects because of the events.
 */
export async function writeEventStream<Event>(
  response: ServerResponse,
  events: AsyncIterator<Event>,
  options: EventStreamOptions<Event>,
): Promise<void> {
  const { toData, toErrorData, answerError, stop, openAtOnce = false } = options;
  response.once('close', stop);
  if (response.closed) stop();
  try {
    if (openAtOnce) open(response);
    for (;;) {
      const { done, value } = await events.next();
      if (response.closed) return;
      const text = done === true ? undefined : toEvent({ data: toData(value) });
      if (!response.headersSent) open(response);
      if (text === undefined) break;
      await write(response, text);
    }
  } catch (error) {
    if (response.closed) return;
    if (!response.headersSent) {
      answerError(error);
      return;
    }
    await write(response, toEvent({ name: 'error', data: toErrorData(error) }));
  } finally {
    response.off('close', stop);
    // After a failure to turn an event into text, the source is still there.
    stop();
    response.end();
  }
}

function open(response: ServerResponse): void {
  response.writeHead(200, HEADERS);
  response.flushHeaders();
}

interface ServerSentEvent {
  /** Default `message`. */
  readonly name?: string;
  readonly data: string;
}

function toEvent({ name, data }: ServerSentEvent): string {
  return name === undefined ? `data: ${data}\n\n` : `event: ${name}\ndata: ${data}\n\n`;
}

/** Resolves when the client has taken so much that more may be sent, or is gone. */
async function write(response: ServerResponse, text: string): Promise<void> {
  if (response.write(text) || response.closed) return;
  await new Promise<void>((resolve) => {
    function wake(): void {
      response.off('drain', wake).off('close', wake);
      resolve();
    }
    response.on('drain', wake).on('close', wake);
  });
}
