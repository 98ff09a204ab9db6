import { expect, test } from 'vitest';
import { readServerEvents } from './follow-call.ts';

const STREAM =
  ': hello\n\ndata: {"a":"Grüße 🦁"}\n\n\n\nid: 1\nevent: x\ndata: 1\ndata:2\n\ndata: cut';

function toStream(size: number): { body: ReadableStream<Uint8Array>; wasCanceled: () => boolean } {
  const bytes = new TextEncoder().encode(STREAM);
  let at = 0;
  let canceled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, (at += size)));
    },
    cancel() {
      canceled = true;
    },
  });
  return { body, wasCanceled: () => canceled };
}

test.each([1, 2, 3, 5, 17, 1_000])(
  'readServerEvents() gives the data of events that come in pieces of %i bytes',
  async (size) => {
    const events: string[] = [];
    for await (const data of readServerEvents(toStream(size).body, new Headers()))
      events.push(data);
    expect(events).toEqual(['{"a":"Grüße 🦁"}', '1\n2']);
  },
);

test('readServerEvents() tells the sender when nobody listens any more', async () => {
  const { body, wasCanceled } = toStream(7);
  for await (const data of readServerEvents(body, new Headers())) {
    expect(data).toContain('Grüße');
    break;
  }
  expect(wasCanceled()).toBe(true);
});
