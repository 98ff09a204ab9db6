import { afterEach, expect, test, vi } from 'vitest';
import { BODY_MS } from './mcp-exchange.ts';
import { WebExchange } from './web-exchange.ts';

const STREAM = { headers: { 'content-type': 'text/event-stream' } };

afterEach(() => {
  vi.useRealTimers();
});

function open(signal?: AbortSignal): WebExchange {
  return new WebExchange(new Request('http://localhost/mcp', signal && { signal }), {});
}

test('a stream that breaks off ends its exchange, and its reader learns of it', async () => {
  const exchange = open();
  const onEnd = vi.fn<() => void>();
  exchange.onEnd(onEnd);
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('gone')),
  });
  await exchange.send(new Response(body, STREAM));
  const answer = await exchange.response;
  await expect(answer.text()).rejects.toThrow('gone');
  expect(onEnd).toHaveBeenCalledOnce();
  expect(exchange.outcome.isWhole).toBe(false);
});

test('what waits for the end of a exchange that is over does not wait', () => {
  const exchange = open(AbortSignal.abort());
  const onEnd = vi.fn<() => void>();
  exchange.onEnd(onEnd);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('a stream for a caller who has gone is cancelled', async () => {
  const exchange = open(AbortSignal.abort());
  const cancel = vi.fn<() => void>();
  await exchange.send(new Response(new ReadableStream<Uint8Array>({ cancel }), STREAM));
  expect(cancel).toHaveBeenCalledOnce();
});

test('a body that does not come whole in time is no body', async () => {
  vi.useFakeTimers();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{}')),
  });
  const init = { method: 'POST', body, duplex: 'half' } as const;
  const exchange = new WebExchange(new Request('http://localhost/mcp', init), {});
  const [read] = await Promise.allSettled([
    exchange.readBody(100),
    vi.advanceTimersByTimeAsync(BODY_MS),
  ]);
  expect(read).toMatchObject({ reason: { message: expect.stringContaining('come whole') } });
});
