import { expect, test, vi } from 'vitest';
import { WebVisit } from './web-visit.ts';

const STREAM = { headers: { 'content-type': 'text/event-stream' } };

function open(signal?: AbortSignal): WebVisit {
  return new WebVisit(new Request('http://localhost/mcp', signal && { signal }), {});
}

test('a stream that breaks off ends its visit, and its reader learns of it', async () => {
  const visit = open();
  const onEnd = vi.fn<() => void>();
  visit.onEnd(onEnd);
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('gone')),
  });
  await visit.send(new Response(body, STREAM));
  const answer = await visit.response;
  await expect(answer.text()).rejects.toThrow('gone');
  expect(onEnd).toHaveBeenCalledOnce();
  expect(visit.outcome.isWhole).toBe(false);
});

test('what waits for the end of a visit that is over does not wait', () => {
  const visit = open(AbortSignal.abort());
  const onEnd = vi.fn<() => void>();
  visit.onEnd(onEnd);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('a stream for a caller who has gone is cancelled', async () => {
  const visit = open(AbortSignal.abort());
  const cancel = vi.fn<() => void>();
  await visit.send(new Response(new ReadableStream<Uint8Array>({ cancel }), STREAM));
  expect(cancel).toHaveBeenCalledOnce();
});
