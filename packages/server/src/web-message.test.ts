import { expect, onTestFinished, test, vi } from 'vitest';
import { createBytesReader } from './body-bytes.ts';
import { toBodyFailure } from './json-body.ts';
import { WebMessage } from './web-message.ts';

const URL_TEXT = 'https://example.com/agents/a2a?x=1';

function post(body: NonNullable<RequestInit['body']>, init: RequestInit = {}): Request {
  return new Request(URL_TEXT, { method: 'POST', body, duplex: 'half', ...init });
}

test('a request has the parts by which callers are identified', () => {
  const { method, url, headers, rawHeaders, socket } = new WebMessage(
    new Request(URL_TEXT, { headers: { 'X-API-Key': 'secret' } }),
    { remoteAddress: '203.0.113.9' },
  );
  expect([method, url, headers]).toEqual([
    'GET',
    '/agents/a2a?x=1',
    { host: 'example.com', 'x-api-key': 'secret' },
  ]);
  expect(rawHeaders).toContain('host');
  expect(socket).toEqual({
    remoteAddress: '203.0.113.9',
    localAddress: '127.0.0.1',
    encrypted: true,
  });
});

test.each(['0.0.0.0:3000', '[::]:3000', '172.17.0.2:3000', '05c54daa24ce:3000', 'localhost:3000'])(
  'the address %s that a program listens on is no other host than the header names',
  (bound) => {
    const headers = { host: 'example.com' };
    expect(new WebMessage(new Request(`http://${bound}/a2a?x=1`, { headers }), {}).url).toBe(
      '/a2a?x=1',
    );
  },
);

test('in Next, whose answers lose their encoding, callers take none', () => {
  const request = new Request(URL_TEXT, { headers: { 'accept-encoding': 'br' } });
  expect(new WebMessage(request, {}).headers).toHaveProperty('accept-encoding');
  vi.stubEnv('NEXT_RUNTIME', 'nodejs');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(new WebMessage(request, {}).headers).not.toHaveProperty('accept-encoding');
});

test('a body that a program in front breaks off is too large, if it or the limit here says so', async () => {
  const large = Object.assign(new Error('at most 512 kB'), { status: 413 });
  const breakOff = (bytes: number, error: Error): Promise<unknown> => {
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => controller.enqueue(new Uint8Array(bytes)),
        pull: (controller) => controller.error(error),
      },
      { highWaterMark: 0 },
    );
    return createBytesReader(1_000)(new WebMessage(post(body), {})).catch(toBodyFailure);
  };
  expect(await breakOff(10, large)).toEqual({
    kind: 'too-large',
    message: 'Cannot read the request: at most 512 kB',
  });
  for (const error of [large, new Error('gone')]) {
    expect(await breakOff(2_000, error)).toEqual({
      kind: 'too-large',
      message:
        'Cannot read the request because its body must have at most 1000 bytes: current value is larger',
    });
  }
  expect(await breakOff(10, new Error('gone'))).toMatchObject({ kind: 'unreadable' });
});

test('a name of the internet that the header does not name stays in the target', () => {
  const headers = { host: 'example.com' };
  const url = 'http://evil.example/a2a';
  expect(new WebMessage(new Request(url, { headers }), {}).url).toBe(url);
});

test.each([{ remoteAddress: 'nowhere' }, { remoteAddress: 7 }, { remoteAddr: {} }, null])(
  'what a program passes beside a request may be anything: %j',
  (context) => {
    expect(new WebMessage(new Request(URL_TEXT), context as object).socket.remoteAddress).toBe(
      undefined,
    );
  },
);

test('nothing is read of a body before someone asks', async () => {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(0));
        controller.enqueue(new TextEncoder().encode('{}'));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const message = new WebMessage(post(body), {});
  await new Promise(setImmediate);
  expect(pulled).toBe(0);
  expect(String(await createBytesReader('1kb')(message))).toBe('{}');
});

test('a body without end that is too large is given up', async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise(setImmediate);
      controller.enqueue(new Uint8Array(1_000));
    },
    cancel() {
      isCancelled = true;
    },
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const failure = createBytesReader('10kb')(new WebMessage(post(body), {})).catch(toBodyFailure);
    // Beside the time of every body, that of one which is too large.
    await expect.poll(() => vi.getTimerCount()).toBe(2);
    vi.advanceTimersByTime(2_000);
    expect(await failure).toMatchObject({ kind: 'too-large' });
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(() => isCancelled).toBe(true);
});

test('a body that does not come is given up, because no server ends it', async () => {
  const waiting = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const read = createBytesReader('10kb');
    const failure = read(new WebMessage(post(waiting), {})).catch(toBodyFailure);
    expect(String(await read(new WebMessage(post('{}'), {})))).toBe('{}');
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(90_000);
    expect(await failure).toMatchObject({ kind: 'unreadable' });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('a body that breaks off, and one that was read before, are failures', async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('gone')),
  });
  const read = createBytesReader('1kb');
  await expect(read(new WebMessage(post(broken), {})).catch(toBodyFailure)).resolves.toMatchObject({
    kind: 'unreadable',
  });
  const used = post('{}');
  await used.text();
  await expect(read(new WebMessage(used, {})).catch(toBodyFailure)).resolves.toMatchObject({
    message: expect.stringContaining('has read it') as string,
  });
});
