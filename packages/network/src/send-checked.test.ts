import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Agent } from 'undici';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { fetchPlainly, type PlainInit } from './send-checked.ts';

const dispatcher = new Agent();
afterAll(() => dispatcher.destroy());

function send(url: string, init: Partial<PlainInit> = {}): Promise<Response> {
  return fetchPlainly(url, { redirect: 'error', dispatcher, ...init });
}

async function serve(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

test('sends what it is given, and gives what came', async () => {
  const { url } = await serve((request, response) => {
    const { method, headers, url: path } = request;
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      response.writeHead(201, { 'X-One': ['a', 'b'], 'content-type': 'application/json' });
      response.end(JSON.stringify({ method, path, type: headers['content-type'], body }));
    });
  });
  const response = await send(`${url}a/b?c=d#e`, {
    method: 'POST',
    headers: new Headers({ 'Content-Type': 'text/x' }),
    body: 'é',
  });
  expect([response.status, response.ok]).toEqual([201, true]);
  expect(response.headers.get('x-one')).toBe('a, b');
  expect(await response.json()).toEqual({
    method: 'POST',
    path: '/a/b?c=d',
    type: 'text/x',
    body: 'é',
  });
});

test('uses connections again', async () => {
  const { url, server } = await serve((_request, response) => response.end('ok'));
  let connections = 0;
  server.on('connection', () => (connections += 1));
  for (let call = 0; call < 5; call += 1) {
    expect(await (await send(url)).text()).toBe('ok');
  }
  // A connection may still be busy for a moment after its answer has been read.
  expect(connections).toBeLessThanOrEqual(2);
});

test('gives answers without a body', async () => {
  const { url } = await serve((_request, response) => response.writeHead(204).end());
  const response = await send(url);
  expect([response.status, response.body]).toEqual([204, null]);
});

test.each([
  { what: 'a redirect', headers: { location: '/there' }, status: 302, reason: /redirect/u },
  { what: 'gzip', headers: { 'content-encoding': 'gzip' }, status: 200, reason: /encoded.*gzip/u },
])('refuses $what', async ({ headers, status, reason }) => {
  const { url } = await serve((_request, response) => response.writeHead(status, headers).end('x'));
  const refused = send(url);
  await expect(refused).rejects.toThrow(TypeError);
  await expect(refused).rejects.toMatchObject({
    cause: { message: expect.stringMatching(reason) },
  });
});

test('fails as fetch does where nobody listens, and where an answer breaks off', async () => {
  const { url, server } = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('x', () => response.destroy());
  });
  const response = await send(url);
  await expect(response.text()).rejects.toThrow(TypeError);
  server.close();
  await once(server, 'close');
  const refused = send(url);
  await expect(refused).rejects.toMatchObject({
    name: 'TypeError',
    cause: { code: 'ECONNREFUSED' },
  });
});

test('ends with its signal: before, while it waits, and amid the answer', async () => {
  const reason = new Error('enough');
  const waiting = new AbortController();
  const { url } = await serve((request, response) => {
    if (request.url === '/amid') response.write('x');
    else waiting.abort(reason);
  });
  const before = AbortSignal.abort(reason);
  await expect(send(url, { signal: before })).rejects.toBe(reason);
  await expect(send(url, { signal: waiting.signal })).rejects.toBe(reason);
  const amid = new AbortController();
  const { signal } = amid;
  const response = await send(`${url}amid`, { signal });
  const text = response.text();
  void turn().then(() => amid.abort(reason));
  await expect(text).rejects.toBe(reason);
});

test('closes the connection of a body that nobody wants', async () => {
  const { url, server } = await serve((_request, response) => void response.write('x'));
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
  const response = await send(url);
  await response.body?.cancel();
  await closed;
});

test('gives redirects as answers to those who ask for these', async () => {
  const { url } = await serve((_request, response) => {
    response.writeHead(302, { location: '/there' }).end('gone');
  });
  const response = await send(url, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([302, '/there']);
  expect(await response.text()).toBe('gone');
});
