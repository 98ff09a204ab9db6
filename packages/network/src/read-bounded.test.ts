import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readBounded } from './read-bounded.ts';

test.each([
  [8, 'yes, yes'],
  [9, 'yes, yes'],
  [7, undefined],
])('reads pieces of at most %i bytes in all', async (maxBytes, text) => {
  const { body } = new Response(toStream(['yes', ', ', 'yes']));
  expect((await readBounded(body, maxBytes))?.toString()).toBe(text);
});

test('a body that is not there has no bytes', async () => {
  expect(await readBounded(new Response(null).body, 0)).toEqual(Buffer.alloc(0));
});

test('a response that has more is ended, and one that breaks off is an error', async () => {
  const ended = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('x'.repeat(50));
    response.once('close', () => ended.resolve());
    if (request.url === '/broken') response.destroy();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { body } = await fetch(`http://127.0.0.1:${port}/`);
  expect(await readBounded(body, 10)).toBeUndefined();
  await ended.promise;
  const broken = fetch(`http://127.0.0.1:${port}/broken`).then((response) =>
    readBounded(response.body, 200),
  );
  await expect(broken).rejects.toThrow(TypeError);
});

function toStream(pieces: readonly string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
}
