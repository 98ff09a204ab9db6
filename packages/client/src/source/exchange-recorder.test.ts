import { expect, test } from 'vitest';
import type { ExchangeEvent } from './agent-source.ts';
import { createExchangeRecorder, type ExchangeRecorderOptions } from './exchange-recorder.ts';

/**
 * Makes a recorder over a `fetch` that returns `answer()`, and collects the events that it reports.
 */
function record(answer: () => Response, options: ExchangeRecorderOptions = {}) {
  const told: ExchangeEvent[] = [];
  const seen: Headers[] = [];
  const recorder = createExchangeRecorder({
    ...options,
    fetch: (_input, init) => {
      seen.push(new Headers(init?.headers));
      return Promise.resolve(answer());
    },
  });
  const call = recorder.open((exchange) => told.push(exchange));
  const headers = { authorization: 'Bearer secret', ...call.header };
  const send = () =>
    recorder.fetch('https://agent.example/a2a', { method: 'POST', headers, body: '{"a":1}' });
  return { told, seen, call, recorder, send };
}

function toStream(...chunks: readonly string[]): Response {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

test('tells what was sent and received, and takes its own header off', async () => {
  const { told, seen, send } = record(() => new Response('{"b":2}', { status: 400 }));
  expect(await (await send()).text()).toBe('{"b":2}');
  const base = { kind: 'exchange', method: 'POST', url: 'https://agent.example/a2a' };
  expect(told).toEqual([
    { ...base, direction: 'sent', body: '{"a":1}' },
    { ...base, direction: 'received', status: 400, body: '{"b":2}' },
  ]);
  expect(JSON.stringify(told)).not.toContain('secret');
  expect([...(seen[0]?.keys() ?? [])]).toEqual(['authorization']);
});

test('tells each event of a stream, however it was cut, and no comments', async () => {
  const { told, send } = record(() =>
    toStream('id: 1\ndata: {"a"', ':1}\n\n: ping\n\nda', 'ta: 2\r\n\r\ndata: 3'),
  );
  expect(await (await send()).text()).toContain('data: 3');
  expect(told.slice(1).map(({ body }) => body)).toEqual([
    'id: 1\ndata: {"a":1}',
    'data: 2',
    'data: 3',
  ]);
});

test('long bodies are cut with a mark, and reach their reader whole', async () => {
  const { told, send } = record(() => new Response('x'.repeat(100)), { maxBody: 10 });
  expect(await (await send()).text()).toHaveLength(100);
  expect(told[1]?.body).toBe(`${'x'.repeat(10)}… (cut)`);
  const stream = record(() => toStream(`data: ${'y'.repeat(50)}`, `${'y'.repeat(50)}\n\n`), {
    maxBody: 10,
  });
  expect(await (await stream.send()).text()).toHaveLength(108);
  expect(stream.told[1]?.body).toBe('data: yyyy… (cut)');
});

test('a stream without end is not recorded without end', async () => {
  const { told, send } = record(() => toStream('data: 1\n\n'.repeat(5000)));
  expect(await (await send()).text()).toHaveLength(45_000);
  expect(told).toHaveLength(1002);
  expect(told.at(-1)?.body).toContain('not recorded');
});

test('what is left early is told as far as it came', async () => {
  const { told, send } = record(() => new Response('half'));
  await (await send()).body?.cancel();
  expect(told).toHaveLength(2);
});

test('requests of nobody are passed on as they are', async () => {
  const { told, recorder, call, send } = record(() => new Response('x'));
  await recorder.fetch('https://agent.example/card', { headers: { a: 'b' } });
  expect(told).toEqual([]);
  call.close();
  await send();
  expect(told).toEqual([]);
});
