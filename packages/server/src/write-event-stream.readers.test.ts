import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { serveEvents, type Events } from './testing/serve-events.ts';
import { createStallGuard } from './write-event-stream.ts';

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
  async function read(url: string, pauseMs: number): Promise<number> {
    const [response]: IncomingMessage[] = await once(get(url), 'response');
    if (response === undefined) throw new Error('There is no response.');
    let received = 0;
    for await (const chunk of response) {
      received += (chunk as Buffer).length;
      // Real time: the pauses of a slow reader are its subject.
      if (pauseMs > 0) await sleep(pauseMs);
    }
    return received;
  }
  const length = eventCount * (size + 'data: ""\n\n'.length);
  await using quick = await serveEvents(events);
  const start = performance.now();
  expect(await read(quick.url, 0)).toBe(length);
  // All takes longer than a client may take nothing, and each pause is far shorter.
  const stallMs = 200 + 10 * (performance.now() - start);
  await using stream = await serveEvents(events, { stallMs });
  expect(await read(stream.url, stallMs / 100)).toBe(length);
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

test.each([
  [0, 60_000, 60_000],
  [5_000, 60_000, 5_000],
  [90_000, 60_000, 60_000],
  [5_000, 0, 5_000],
])('a server that allows %d ms and a guard of %d ms wait for %d ms', async (own, stallMs, most) => {
  const guard = createStallGuard(stallMs);
  const server = createServer((request, response) => {
    guard(request, response, () => response.end(String(response.socket?.timeout)));
  });
  server.timeout = own;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } });
  expect(Number(await answer.text())).toBe(most);
});

test.each([
  ['close', 'close'],
  ['keep-alive', 'keep-alive'],
])('a client that asks for Connection: %s gets it for a stream', async (wish, expected) => {
  async function* events(): Events {
    yield await Promise.resolve('first');
  }
  await using served = await serveEvents(events);
  const request = get(served.url, { agent: false, headers: { connection: wish } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.headers.connection).toBe(expected);
  request.destroy();
});
