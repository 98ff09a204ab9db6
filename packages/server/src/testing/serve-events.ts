import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { writeEventStream, type EventStreamOptions } from '../write-event-stream.ts';

/** The events that a test server writes into one stream, as texts. */
export type Events = AsyncGenerator<string, void, undefined>;

/** A test server that answers every request with an event stream (SSE). */
export interface ServedEvents extends AsyncDisposable {
  readonly url: string;
  /** One promise for each request; it settles with the server's call of `writeEventStream`. */
  readonly results: readonly Promise<void>[];
}

/**
 * Starts a server that answers each request by writing the events of a new generator with
 * `writeEventStream`.
 */
export async function serveEvents(
  createEvents: () => Events,
  options: Partial<EventStreamOptions<string>> = {},
): Promise<ServedEvents> {
  const results: Promise<void>[] = [];
  const server = createServer((_request, response) => {
    const events = createEvents();
    results.push(
      writeEventStream(response, events, {
        toData: (event) => JSON.stringify(event),
        toErrorData: (error) => JSON.stringify({ failed: String(error) }),
        answerError: (error) => answerPlainly(response, error),
        stop: () => void events.return(),
        ...options,
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    results,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function answerPlainly(response: ServerResponse, error: unknown): void {
  response.statusCode = 418;
  response.end(String(error));
}
