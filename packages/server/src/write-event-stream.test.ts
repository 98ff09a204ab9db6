import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { writeEventStream, type EventStreamOptions } from './write-event-stream.ts';

type Events = AsyncGenerator<string, void, undefined>;

interface Stream extends AsyncDisposable {
  readonly url: string;
  /** How the calls of writeEventStream() ended. */
  readonly results: readonly Promise<void>[];
}

async function serveEvents(
  createEvents: () => Events,
  options: Partial<EventStreamOptions<string>> = {},
): Promise<Stream> {
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

async function* yieldAll(...values: readonly string[]): Events {
  yield* values;
}

async function* failAfter(...values: readonly string[]): Events {
  yield* values;
  throw new Error('broken');
}

test('writeEventStream() sends one line of data per event', async () => {
  await using stream = await serveEvents(() => yieldAll('a', 'b\nc'));
  const response = await fetch(stream.url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  expect(await response.text()).toBe('data: "a"\n\ndata: "b\\nc"\n\n');
});

test('writeEventStream() sends a stream also when there are no events', async () => {
  await using stream = await serveEvents(() => yieldAll());
  const response = await fetch(stream.url);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(await response.text()).toBe('');
});

test('writeEventStream() leaves an error before the first event to the caller', async () => {
  await using stream = await serveEvents(() => failAfter());
  const response = await fetch(stream.url);
  expect(response.status).toBe(418);
  expect(await response.text()).toBe('Error: broken');
});

test('writeEventStream() leaves an event that cannot be text to the caller if it is the first', async () => {
  await using stream = await serveEvents(() => yieldAll('a'), {
    toData: () => {
      throw new Error('no text');
    },
  });
  const response = await fetch(stream.url);
  expect(response.status).toBe(418);
  expect(await response.text()).toBe('Error: no text');
});

test('writeEventStream() reports a later error as an event', async () => {
  await using stream = await serveEvents(() => failAfter('a'));
  const body = await (await fetch(stream.url)).text();
  expect(body).toBe('data: "a"\n\nevent: error\ndata: {"failed":"Error: broken"}\n\n');
});

test('writeEventStream() reports every error as an event when it opens at once', async () => {
  await using stream = await serveEvents(() => failAfter(), { openAtOnce: true });
  const response = await fetch(stream.url);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe('event: error\ndata: {"failed":"Error: broken"}\n\n');
});

test('writeEventStream() ends the source after an event that cannot be text', async () => {
  let isEnded = false;
  async function* events(): Events {
    try {
      yield 'a';
      yield 'b';
    } finally {
      isEnded = true;
    }
  }
  await using stream = await serveEvents(events, {
    toData: (event) => {
      if (event === 'b') throw new Error('no text');
      return event;
    },
  });
  expect(await (await fetch(stream.url)).text()).toContain('event: error');
  expect(isEnded).toBe(true);
});

test('writeEventStream() produces no faster than the client reads', async () => {
  const eventCount = 2_000;
  let produced = 0;
  async function* events(): Events {
    while (produced < eventCount) {
      produced += 1;
      yield 'x'.repeat(64 * 1024);
    }
  }
  await using stream = await serveEvents(events);
  const request = get(stream.url);
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response === undefined) throw new Error('There is no response.');
  response.pause();

  let seen = -1;
  while (seen !== produced) {
    seen = produced;
    await sleep(100);
  }
  expect(produced).toBeLessThan(eventCount / 2);

  response.resume();
  await once(response, 'end');
  expect(produced).toBe(eventCount);
});

test('writeEventStream() ends the source when the client leaves while it waits for an event', async () => {
  const aborted = new AbortController();
  async function* events(): Events {
    yield 'a';
    await once(aborted.signal, 'abort');
  }
  await using stream = await serveEvents(events, { stop: () => aborted.abort() });
  const aborter = new AbortController();
  const response = await fetch(stream.url, { signal: aborter.signal });
  await response.body?.getReader().read();
  aborter.abort();
  await Promise.all(stream.results);
  expect(stream.results).toHaveLength(1);
});

test('writeEventStream() ends the source when the client leaves without reading', async () => {
  let isEnded = false;
  async function* events(): Events {
    try {
      for (;;) yield 'x'.repeat(64 * 1024);
    } finally {
      isEnded = true;
    }
  }
  await using stream = await serveEvents(events);
  const request = get(stream.url);
  const [response]: IncomingMessage[] = await once(request, 'response');
  response?.pause();
  request.destroy();
  await Promise.all(stream.results);
  expect(isEnded).toBe(true);
});
