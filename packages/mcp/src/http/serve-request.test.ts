import { EventEmitter, once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ReplyExchange } from './reply-exchange.ts';
import { serveRequest } from './serve-request.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function start(
  answer: Parameters<typeof serveRequest>[1]['answer'],
  maxBodyBytes = 100,
): Promise<string> {
  server = createServer((request, response) => {
    void serveRequest(new ReplyExchange(request, response), { maxBodyBytes, answer });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a body of JSON comes parsed, and what is answered at once has its length', async () => {
  const url = await start(async (request, parsed) =>
    Response.json({ parsed, method: request.method, body: request.body }, { status: 201 }),
  );
  const response = await fetch(url, { method: 'POST', body: '{"text":"Größe"}' });
  expect(response.status).toBe(201);
  const text = await response.text();
  expect(JSON.parse(text)).toEqual({ parsed: { text: 'Größe' }, method: 'POST', body: null });
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
});

test.each(['{"a":', ''])('what is no JSON is handed on as it came: %j', async (body) => {
  const url = await start(async (request, parsed) =>
    Response.json({ isParsed: parsed !== undefined, text: await request.text() }),
  );
  const response = await fetch(url, { method: 'POST', body });
  expect(await response.json()).toEqual({ isParsed: false, text: body });
});

test.each([true, false])(
  'a body that is too large is refused, its length told: %s',
  async (hasLength) => {
    const url = await start(async () => Response.json('not reached'));
    const body = `"${'x'.repeat(200)}"`;
    const headers = hasLength
      ? { 'content-length': body.length }
      : { 'transfer-encoding': 'chunked' };
    const outgoing = ask(url, { method: 'POST', headers });
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(413);
    expect(response.headers.connection).toBe('close');
    const text = (await response.toArray()).join('');
    expect(text).toContain('must not exceed 100 bytes');
  },
);

test.each([
  ['{"id":7,"method":"m","params":9007199254740993}', 7],
  ['{"id":"a","method":"m","params":[1e400]}', 'a'],
  ['{"id":"\\u0041","params":{"id":1,"a":1,"a":2},"method":"m"}', 'A'],
  ['{"params":[{"id":1,"method":"x"},1e400],"\\u0069d":8,"method":"m"}', 8],
  // The id is the long number, is no id, stands twice, or is that of an answer.
  ['{"id":9007199254740993,"method":"m"}', null],
  ['{"id":{},"method":"m","params":9007199254740993}', null],
  ['{"id":1,"id":2,"method":"m"}', null],
  ['{"id":7,"result":9007199254740993}', null],
  ['{"a":9007199254740993,"id":1e-400,"method":"m"}', null],
  ['[{"method":"m","params":9007199254740993}]', null],
  ['[[{"id":7,"method":"m","params":9007199254740993}]]', null],
])('the refusal of %s has the id %j', async (body, id) => {
  const url = await start(async () => Response.json('not reached'));
  const response = await fetch(url, { method: 'POST', body });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ id, error: { code: -32600 } });
});

test.each([(message: object) => message, (message: object) => [message]])(
  'an id that is too long to be repeated is refused',
  async (toBody) => {
    const url = await start(async () => Response.json('taken'), 5000);
    const send = (id: string): Promise<Response> =>
      fetch(url, { method: 'POST', body: JSON.stringify(toBody({ id, method: 'm' })) });
    expect(await (await send('x'.repeat(1000))).json()).toBe('taken');
    const refused = await send('x'.repeat(1001));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ id: null, error: { code: -32600 } });
  },
);

test('the refusal of a batch has the id of each of its requests', async () => {
  const url = await start(async () => Response.json('not reached'));
  const body = '[{"id":7,"method":"m","params":1e400},{"method":"n"},{"id":"b","method":"m"}]';
  const response = await fetch(url, { method: 'POST', body });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject([
    { id: 7, error: { code: -32600 } },
    { id: 'b', error: { code: -32600 } },
  ]);
});

test('what is thrown is not told', async () => {
  const url = await start(() => Promise.reject(new Error('secret')));
  const response = await fetch(url, { method: 'POST', body: '{}' });
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({
    error: { code: -32603, message: 'Internal server error' },
  });
});

test('events come as they are made, and end when the reader goes', async () => {
  const notices = new EventEmitter();
  const closing = once(notices, 'gone');
  const url = await start(async (request) => {
    const events = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
      cancel: () => void notices.emit('gone', request.signal.aborted),
    });
    return new Response(events, { headers: { 'content-type': 'text/event-stream' } });
  });
  const response = await fetch(url);
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toBe('data: 1\n\n');
  await reader?.cancel();
  expect(await closing).toEqual([true]);
});

test('who goes before the answer ends what was asked', async () => {
  let aborted: Promise<unknown> | undefined;
  const asking = new AbortController();
  const url = await start(async ({ signal }) => {
    aborted = once(signal, 'abort');
    asking.abort();
    await aborted;
    return Response.json('late');
  });
  await expect(fetch(url, { method: 'POST', body: '{}', signal: asking.signal })).rejects.toThrow(
    'aborted',
  );
  await expect(aborted).resolves.toHaveLength(1);
});

test.each([
  ['TRACE', '/', 405],
  ['TRACE', '*', 405],
  ['GET', 'http://elsewhere.example/mcp', 200],
  ['OPTIONS', '*', 200],
])('%s of %s is no fault of the server', async (method, path, status) => {
  const url = await start(async (request) => Response.json(new URL(request.url).hostname));
  const outgoing = ask(url, { method, path });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(status);
  const text = (await response.toArray()).join('');
  expect(text).toContain(status === 200 ? '127.0.0.1' : 'Method not allowed');
});
