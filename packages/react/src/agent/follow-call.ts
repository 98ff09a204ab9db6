import type { SourceEvent } from '@formwork/client';
import type { GatewayErrorData } from './gateway-error.ts';
import { limitWait } from './gateway-requests.ts';
import { type TaskIds, toFailure } from './thread-entry.ts';

const LAST: ReadonlySet<SourceEvent['kind']> = new Set([
  'result',
  'ended',
  'question',
  'authorization',
  'failure',
]);

/**
 * Yields the events of a call until it ends or waits for a person. It never throws: a request that
 * is refused, and a stream that breaks, end with a `failure`. An event without ids gets those of
 * the events before it, because a failure to connect has none.
 */
export async function* followCall(call: {
  /** Ends the call when it is aborted; the task goes on. */
  readonly signal: AbortSignal | undefined;
  /** The id of the task that the call is about. Default: the call begins a task. */
  readonly taskId?: string;
  /** Sends the request, and returns its answer. What it throws becomes the last event. */
  readonly request: (signal: AbortSignal) => Promise<{
    readonly headers: Headers;
    readonly body: ReadableStream<Uint8Array>;
  }>;
  /** Reads the `data` of an event; `undefined` for one that the page does not get. */
  readonly readEvent: (data: string) => SourceEvent | undefined;
  /** The fault of an answer that ends before the call does. */
  readonly endFault: GatewayErrorData;
  /** Returns the fault of whatever a request or its stream was ended by. */
  readonly toFault: (thrown: unknown) => GatewayErrorData;
}): AsyncGenerator<SourceEvent, void, undefined> {
  let ids: TaskIds = { taskId: call.taskId ?? '', contextId: '' };
  try {
    const { body, headers } = await limitWait(call, call.request);
    for await (const data of readServerEvents(body, headers)) {
      const event = call.readEvent(data);
      if (event === undefined) continue;
      if (event.kind === 'exchange') yield event;
      else {
        const { taskId, contextId } = event;
        ids = { taskId: taskId || ids.taskId, contextId: contextId || ids.contextId };
        yield { ...event, ...ids };
        if (LAST.has(event.kind)) return;
      }
    }
    yield toFailure(call.endFault, ids);
  } catch (error) {
    yield toFailure(call.toFault(error), ids);
  }
}

/** The shortest silence after which a stream with signs of life has ended, in milliseconds. */
const SILENCE = 45_000;

/**
 * Reads a response of server-sent events, and yields the `data` of each event as soon as all of it
 * has arrived. A server that says how often it sends a sign of life has gone if it says nothing for
 * three times as long: the stream then ends.
 */
export async function* readServerEvents(
  body: ReadableStream<Uint8Array>,
  headers: Headers,
): AsyncGenerator<string, void, undefined> {
  const heartbeatMs = Number(headers.get('x-formwork-heartbeat'));
  const silenceMs = Math.min(2 ** 31 - 1, Math.max(SILENCE, 3 * heartbeatMs));
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = '';
  try {
    for (;;) {
      const timer =
        heartbeatMs > 0 && setTimeout(() => void reader.cancel().catch(() => {}), silenceMs);
      const { done, value } = await reader.read().finally(() => timer && clearTimeout(timer));
      if (done) return;
      const text = decoder.decode(value, { stream: true });
      // `rest` contains no end of an event, except perhaps the first of its two line breaks.
      let from = Math.max(0, buffer.length - 1);
      buffer += text;
      for (let end = buffer.indexOf('\n\n', from); end !== -1; end = buffer.indexOf('\n\n', from)) {
        const data = readData(buffer.slice(0, end));
        buffer = buffer.slice(end + 2);
        from = 0;
        if (data !== '') yield data;
      }
    }
  } finally {
    // Closes the connection, so that the server knows that it has no reader.
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns the `data` of one server-sent event; its comments, names and ids are ignored. */
function readData(event: string): string {
  return event
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(line.startsWith('data: ') ? 6 : 5))
    .join('\n');
}
