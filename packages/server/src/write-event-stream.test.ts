import { EventEmitter, once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { writeEventStream, type EventStreamOptions } from './write-event-stream.ts';

afterEach(() => {
  vi.useRealTimers();
});

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

test('writeEventStream() gives events the ids that they have', async () => {
  await using stream = await serveEvents(() => yieldAll('a', 'b'), {
    toId: (event) => (event === 'a' ? undefined : 'task:2'),
  });
  const body = await (await fetch(stream.url)).text();
  expect(body).toBe('data: "a"\n\nid: task:2\ndata: "b"\n\n');
});

/** Waits between its events until it is let go on. */
function createSlowEvents(): { readonly events: () => Events; readonly goOn: () => void } {
  const gate = new EventEmitter();
  async function* events(): Events {
    await once(gate, 'go');
    yield 'a';
    await once(gate, 'go');
    yield 'b';
  }
  return { events, goOn: () => void gate.emit('go') };
}

test('writeEventStream() sends comments while nothing happens, also before the first event', async () => {
  const { events, goOn } = createSlowEvents();
  await using stream = await serveEvents(events, { openAtOnce: true, heartbeatMs: 5 });
  const response = await fetch(stream.url);
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (
      /^(?:: keep-alive\n\n){2,}$/u.test(text) ||
      /"a"\n\n(?:: keep-alive\n\n){2,}$/u.test(text)
    ) {
      goOn();
    }
  }
  const comments = '(?:: keep-alive\n\n){2,}';
  expect(text).toMatch(
    new RegExp(`^${comments}data: "a"\n\n${comments}data: "b"\n\n(?:: keep-alive\n\n)*$`, 'u'),
  );
});

test('writeEventStream() sends no comment before it knows that there will be a stream', async () => {
  async function* events(): Events {
    await sleep(50);
    yield* failAfter();
  }
  await using stream = await serveEvents(events, { heartbeatMs: 5 });
  const response = await fetch(stream.url);
  expect(response.status).toBe(418);
  expect(await response.text()).toBe('Error: broken');
});

test('writeEventStream() sends no comments when it is told not to', async () => {
  async function* events(): Events {
    yield 'a';
    await sleep(50);
    yield 'b';
  }
  await using stream = await serveEvents(events, { heartbeatMs: 0 });
  expect(await (await fetch(stream.url)).text()).toBe('data: "a"\n\ndata: "b"\n\n');
});

test('writeEventStream() leaves no timer behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await using stream = await serveEvents(() => yieldAll('a', 'b', 'c'), { heartbeatMs: 1_000 });
  const timers: number[] = [];
  const { events, goOn } = createSlowEvents();
  await using slow = await serveEvents(events, {
    heartbeatMs: 1_000,
    openAtOnce: true,
    stop: goOn,
  });
  // Unlike fetch, this client has no timers of its own.
  const [response]: IncomingMessage[] = await once(get(stream.url), 'response');
  response?.resume();
  await Promise.all(stream.results);
  timers.push(vi.getTimerCount());
  const request = get(slow.url);
  await once(request, 'response');
  timers.push(vi.getTimerCount());
  request.destroy();
  await Promise.all(slow.results);
  timers.push(vi.getTimerCount());
  expect(timers).toEqual([0, 2, 0]);
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

test.each([
  ['many events', 2_000, 64 * 1024],
  ['one event', 1, 64 * 1024 * 1024],
])('writeEventStream() drops a client that takes nothing of %s', async (_name, count, size) => {
  let isEnded = false;
  async function* events(): Events {
    try {
      for (let index = 0; index < count; index += 1) yield 'x'.repeat(size);
    } finally {
      isEnded = true;
    }
  }
  await using stream = await serveEvents(events, { stallMs: 50 });
  const socket = connect(Number(new URL(stream.url).port), '127.0.0.1');
  socket.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => stream.results.length).toBe(1);
  await Promise.all(stream.results);
  expect(isEnded).toBe(true);
  socket.destroy();
});

test('writeEventStream() keeps a client that takes little at a time', async () => {
  const eventCount = 40;
  const size = 256 * 1024;
  async function* events(): Events {
    for (let index = 0; index < eventCount; index += 1) yield 'x'.repeat(size);
  }
  await using stream = await serveEvents(events, { stallMs: 200 });
  const request = get(stream.url);
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response === undefined) throw new Error('There is no response.');
  let received = 0;
  for await (const chunk of response) {
    received += (chunk as Buffer).length;
    await sleep(1);
  }
  expect(received).toBe(eventCount * (size + 'data: ""\n\n'.length));
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
