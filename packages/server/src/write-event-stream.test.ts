import { EventEmitter, once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { serveEvents, type Events } from './testing/serve-events.ts';
import { startEventStream } from './write-event-stream.ts';

afterEach(() => {
  vi.useRealTimers();
});

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
  expect(response.headers.get('cache-control')).toBe('private, no-store, no-transform');
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

/** Makes a generator of two events that waits before each until `goOn` is called. */
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
    // Real time: comments would come meanwhile.
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
    // Real time: comments would come meanwhile.
    await sleep(50);
    yield 'b';
  }
  await using stream = await serveEvents(events, { heartbeatMs: 0 });
  expect(await (await fetch(stream.url)).text()).toBe('data: "a"\n\ndata: "b"\n\n');
});

/** What is read of the clock of faked timers. */
interface FakeClock {
  readonly timers?: ReadonlyMap<number, { readonly delay: number }>;
}

test('writeEventStream() leaves no timer behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // Files of one process leave timers behind, and none of those has the delays of these streams. A spy
  // on a faked timer would put the fake back after the file.
  const [heartbeatMs, openAfterMs] = [7_654_321, 200];
  function countTimers(): number {
    const { timers } = Reflect.get(setTimeout, 'clock') as FakeClock;
    const own = [...(timers?.values() ?? [])].filter(({ delay }) =>
      [heartbeatMs, openAfterMs].includes(delay),
    );
    return own.length;
  }
  await using stream = await serveEvents(() => yieldAll('a', 'b', 'c'), { heartbeatMs });
  const timers: number[] = [];
  const { events, goOn } = createSlowEvents();
  await using slow = await serveEvents(events, { heartbeatMs, openAtOnce: true, stop: goOn });
  const [response]: IncomingMessage[] = await once(get(stream.url), 'response');
  response?.resume();
  await Promise.all(stream.results);
  timers.push(countTimers());
  const request = get(slow.url);
  await once(request, 'response');
  timers.push(countTimers());
  request.destroy();
  await Promise.all(slow.results);
  timers.push(countTimers());
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

test('startEventStream() lets go of a client who cannot be told of an error', async () => {
  const server = createServer((_request, response) => {
    startEventStream(response, failAfter(), {
      toData: (event) => event,
      toErrorData: String,
      answerError: () => {
        throw new Error('no text');
      },
      stop: () => undefined,
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow(TypeError);
});
