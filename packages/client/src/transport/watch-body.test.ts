import { expect, onTestFinished, test, vi } from 'vitest';
import { createSilenceWatch, watchBody, type ByteStream } from './watch-body.ts';

/** Makes a body of an HTTP answer from a text, cut into pieces of `size` bytes. */
function toBody(text: string, size: number): ByteStream {
  const bytes = new TextEncoder().encode(text);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.slice(at, at + size));
  return ReadableStream.from<Uint8Array>(pieces);
}

async function collect<T>(stream: ReadableStream<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of stream) all.push(one);
  return all;
}

/** Decodes a body to text in the way that the SDK's transports do. */
function toText(body: ByteStream): ReadableStream<string> {
  return body.pipeThrough(new TextDecoderStream());
}

test.each([1, 2, 3, 100])('gives text as a decoder would, in pieces of %i', async (size) => {
  const text = '\uFEFFid: ä\ndata: "😀"\n\n';
  let seen = 0;
  const body = watchBody(toBody(text, size), ({ byteLength }) => {
    seen += byteLength;
  });
  const expected = (await collect(toText(toBody(text, size)))).join('');
  expect((await collect(toText(body))).join('')).toBe(expected);
  expect(seen).toBe(new TextEncoder().encode(text).length);
});

test('gives a long line in few pieces, and what came of one that does not end', async () => {
  const text = `data: ${'x'.repeat(3_000_000)}\n\n: ${'y'.repeat(3_000_000)}`;
  const pieces = await collect(toText(watchBody(toBody(text, 50_000), () => {})));
  expect(pieces.join('')).toBe(text);
  expect(pieces.length).toBeLessThan(10);
});

test('gives a line as soon as it has ended, with what came behind it', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const reader = toText(watchBody(readable, () => {})).getReader();
  const writer = writable.getWriter();
  for (const piece of ['da', 'ta: 1\nda']) void writer.write(new TextEncoder().encode(piece));
  expect(await reader.read()).toEqual({ done: false, value: 'data: 1\nda' });
  await reader.cancel();
});

test('ends with what a character that was cut off becomes', async () => {
  const cut = (): ByteStream => ReadableStream.from([new Uint8Array([0x61, 0xf0, 0x9f])]);
  const expected = await collect(toText(cut()));
  expect((await collect(toText(watchBody(cut(), () => {})))).join('')).toBe(expected.join(''));
});

test('gives the bytes to whoever wants these', async () => {
  const pieces = await collect(watchBody(toBody('abcdef', 2), () => {}));
  expect(pieces.map((piece) => new TextDecoder().decode(piece))).toEqual(['ab', 'cd', 'ef']);
});

test('decodes by other rules as it is told to', async () => {
  const decoder = new TextDecoderStream('latin1');
  const body = watchBody(ReadableStream.from([new Uint8Array([0xe4])]), () => {});
  const text = body.pipeThrough(decoder);
  expect(await collect(text)).toEqual(['ä']);
});

test('fails with what watching threw, and lets go of the body', async () => {
  let canceled: unknown;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(10)),
    cancel(reason) {
      canceled = reason;
    },
  });
  const tooMuch = new Error('too much');
  const watched = watchBody(body, () => {
    throw tooMuch;
  });
  await expect(collect(toText(watched))).rejects.toBe(tooMuch);
  expect(canceled).toBe(tooMuch);
});

test('passes on that nobody reads any more', async () => {
  let canceled: unknown;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(10)),
    cancel(reason) {
      canceled = reason;
    },
  });
  const reader = toText(watchBody(body, () => {})).getReader();
  await reader.read();
  await reader.cancel('gone');
  expect(canceled).toBe('gone');
});

test.each([
  { name: 'comments', pauseMs: 1_000, text: ': alive\n\n', limitMs: 45_000 },
  { name: 'rare comments', pauseMs: 60_000, text: ': alive\n\n', limitMs: 180_000 },
  { name: 'very rare comments', pauseMs: 250_000, text: ': alive\n\n', limitMs: 300_000 },
  { name: 'a comment at its start', pauseMs: 0, text: ': open\n\n', limitMs: undefined },
  { name: 'no comments', pauseMs: 1_000, text: 'data: 1\n\n', limitMs: undefined },
])(
  'a stream with $name ends after a silence that is too long',
  async ({ pauseMs, text, limitMs }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const { onBytes, silenceMs } = createSilenceWatch();
    const reader = watchBody(readable, onBytes, { silenceMs }).getReader();
    const writer = writable.getWriter();
    writer.closed.catch(() => undefined);
    for (let count = 0; count < 2; count += 1) {
      await vi.advanceTimersByTimeAsync(pauseMs);
      writer.write(new TextEncoder().encode(text)).catch(() => undefined);
      expect(await reader.read()).toMatchObject({ done: false });
    }
    let isOver = false;
    void reader.read().then(({ done }) => (isOver = done));
    await vi.advanceTimersByTimeAsync((limitMs ?? 1_000_000) - 1);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver).toBe(limitMs !== undefined);
  },
);
