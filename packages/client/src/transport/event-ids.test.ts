import { expect, test } from 'vitest';
import { createEventIds, type EventIds } from './event-ids.ts';
import { watchBody } from './watch-body.ts';

/** Sends the text through the tap, cut into pieces of `size` bytes. */
async function pass(ids: EventIds, text: string, size: number): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += size) {
    pieces.push(bytes.slice(start, start + size));
  }
  const source: ReadableStream<Uint8Array> = ReadableStream.from<Uint8Array>(pieces);
  return new Response(
    watchBody(source, ids.tap()) as ReadableStream<Uint8Array<ArrayBuffer>>,
  ).text();
}

const STREAM =
  ': hello\n\nid: a\ndata: {"x":"é"}\n\ndata: 2\r\n\r\nid: b\n\nid:c\ndata: 3\ndata: 4\n\n';

test.each([1, 2, 3, 7, 1000])('gives each event its id, cut into pieces of %i', async (size) => {
  const ids = createEventIds();
  expect(await pass(ids, STREAM, size)).toBe(STREAM);
  const seen: unknown[] = [ids.last()];
  for (let event = 0; event < 3; event += 1) {
    ids.advance();
    seen.push(ids.last());
  }
  // An id counts until the next id, and a block without data is no event.
  expect(seen).toEqual([undefined, 'a', 'a', 'c']);
});

test('forgets what was read but not given when the next stream begins', async () => {
  const ids = createEventIds();
  await pass(ids, 'id: a\ndata: 1\n\nid: b\ndata: 2\n\n', 5);
  ids.advance();
  await pass(ids, 'id: c\ndata: 3\n\n', 5);
  expect(ids.last()).toBe('a');
  ids.advance();
  expect(ids.last()).toBe('c');
});

test('keeps ids of a sensible length only', async () => {
  const ids = createEventIds();
  await pass(ids, `id: ${'x'.repeat(5000)}\ndata: ${'y'.repeat(100_000)}\n\n`, 999);
  ids.advance();
  expect(ids.last()).toBeUndefined();
});
