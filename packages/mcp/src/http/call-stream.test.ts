import { expect, test, vi } from 'vitest';
import { CallStream } from './call-stream.ts';

const STREAM = { headers: { 'content-type': 'text/event-stream' } };
const PROGRESS = 'event: message\ndata: {"a":1}\n\n';
const CALL = { method: 'tools/call', id: 7 };
const NEW = { revision: '2025-11-25' };
const OLD = { revision: '2025-06-18' };

/** An answer whose events a test sends one by one. */
class SlowAnswer {
  readonly #channel = new TransformStream<Uint8Array, Uint8Array>();
  readonly #writer = this.#channel.writable.getWriter();
  readonly response = new Response(this.#channel.readable, STREAM);

  async send(event: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(event));
  }

  async end(): Promise<void> {
    await this.#writer.close();
  }
}

/** An answer that comes when a test says so. */
function createLate() {
  let resolve: (answer: Response) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<Response>((give, fail) => {
    resolve = give;
    reject = fail;
  });
  return { promise, resolve, reject };
}

function open(options: { readonly revision: string }): CallStream {
  const stream = CallStream.of(CALL, options);
  if (stream === undefined) throw new Error('The request is no call.');
  return stream;
}

test('the events of a stream name its call, and its task once there is one', async () => {
  const call = open(NEW);
  const slow = new SlowAnswer();
  const text = (await call.answer(Promise.resolve(slow.response))).text();
  await slow.send(': on\n\n');
  await slow.send(PROGRESS);
  call.takeHandle('h1');
  await slow.send(PROGRESS);
  await slow.end();
  expect(await text).toBe(
    `: on\n\nid: call-7\nretry: 3000\n${PROGRESS}id: call-7;h1\ndata: \n\n${PROGRESS}`,
  );
});

test('a host of an older revision gets no event without data', async () => {
  const call = open(OLD);
  const slow = new SlowAnswer();
  const text = (await call.answer(Promise.resolve(slow.response))).text();
  call.takeHandle('h1');
  await slow.send(PROGRESS);
  await slow.send(PROGRESS);
  await slow.end();
  expect(await text).toBe(`id: call-7;h1\nretry: 3000\n${PROGRESS}${PROGRESS}`);
});

test('a stream that is silent for a while names its call', async () => {
  vi.useFakeTimers();
  try {
    const slow = new SlowAnswer();
    const text = (await open(NEW).answer(Promise.resolve(slow.response))).text();
    vi.advanceTimersByTime(1000);
    await slow.end();
    expect(await text).toBe('id: call-7\nretry: 3000\ndata: \n\n');
  } finally {
    vi.useRealTimers();
  }
});

test('an answer that is late becomes a stream once its task is known', async () => {
  const call = open(NEW);
  const late = createLate();
  const answering = call.answer(late.promise);
  call.takeHandle('h1');
  const answer = await answering;
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  // Without it, nginx would keep the events until the answer is complete.
  expect(answer.headers.get('x-accel-buffering')).toBe('no');
  late.resolve(Response.json({ id: 7 }));
  expect(await answer.text()).toBe(
    'id: call-7;h1\nretry: 3000\ndata: \n\nevent: message\ndata: {"id":7}\n\n',
  );
});

test('a stream breaks off if its answer fails', async () => {
  const call = open(NEW);
  const late = createLate();
  const answering = call.answer(late.promise);
  call.takeHandle('h1');
  const answer = await answering;
  late.reject(new Error('gone'));
  await expect(answer.text()).rejects.toThrow('gone');
});

test('an answer that is no stream stays the same', async () => {
  const answer = Response.json({});
  expect(await open(NEW).answer(Promise.resolve(answer))).toBe(answer);
  // A host of an older revision waits for the answer itself.
  const call = open(OLD);
  call.takeHandle('h1');
  expect(await call.answer(Promise.resolve(answer))).toBe(answer);
});

test.each<readonly [string, unknown]>([
  ['another method', { method: 'resources/read', id: 1 }],
  ['a notification', { method: 'tools/call' }],
  ['a batch', [CALL]],
])('%s is no call', (_name, request) => {
  expect(CallStream.of(request, NEW)).toBeUndefined();
});

test('a host that has gone is told nothing, and stops nothing', async () => {
  const call = open(NEW);
  const slow = new SlowAnswer();
  const answer = await call.answer(Promise.resolve(slow.response));
  const left = answer.body?.cancel();
  expect(() => call.takeHandle('h1')).not.toThrow();
  await left;
  const other = open(NEW);
  const late = createLate();
  const answering = other.answer(late.promise);
  other.takeHandle('h1');
  const broken = await answering;
  late.reject(new Error('gone'));
  await expect(broken.text()).rejects.toThrow('gone');
  expect(() => other.takeHandle('h2')).not.toThrow();
});
