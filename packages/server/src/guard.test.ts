import { defineAgent, defineSkill } from '@formwork/core';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createServer } from './create-server.ts';
import type { ServerOptions } from './server-options.ts';

const skill = defineSkill({
  id: 'greet',
  name: 'Greet',
  description: 'Greets.',
  tags: [],
  text: () => 'Hello',
});
const agent = defineAgent({ name: 'Agent', version: '1', skills: [skill] });

const CARD = '/.well-known/agent-card.json';

async function serve(options: ServerOptions = {}): Promise<string> {
  const server = createServer(agent, options);
  server.app.get('/own', (_request, response) => void response.send('own'));
  onTestFinished(() => server.close());
  return (await server.listen({ port: 0 })).url;
}

/** Sends the lines of an HTTP request and a body, unchanged, and resolves to the whole answer. */
async function exchange(url: string, lines: readonly string[], body = ''): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
  return text(socket);
}

async function readStatus(url: string, lines: readonly string[]): Promise<number> {
  return Number((await exchange(url, lines)).split(' ')[1]);
}

test.each([CARD, '/a2a', '/a2a/rest/tasks', '/own', '/nowhere'])(
  'a name of a stranger does not reach %s',
  async (path) => {
    const url = await serve({
      allowedHosts: ['front.example'],
      publicUrl: 'https://agents.example',
      allowAnonymous: true,
    });
    const get = `GET ${path} HTTP/1.1`;
    const plain = await readStatus(url, [get, 'Host: localhost']);
    expect(plain).not.toBe(421);
    expect(await readStatus(url, [get, 'Host: front.example'])).toBe(plain);
    expect(await readStatus(url, [get, 'Host: agents.example'])).toBe(plain);
    expect(await readStatus(url, [get, 'Host: evil.example'])).toBe(421);
    expect(await readStatus(url, [get, 'Host: localhost', 'Host: evil.example'])).toBe(400);
  },
);

test('pages of other sites reach cards and nothing else of an agent', async () => {
  const url = await serve({ allowedOrigins: ['https://app.example'] });
  const foreign = { origin: 'https://evil.example' };
  for (const path of ['/a2a', '/a2a/rest/tasks']) {
    const answer = await fetch(`${url}${path}`, { headers: foreign });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      error: { code: 403, status: 'PERMISSION_DENIED', message: /allowedOrigins/u },
    });
  }
  expect((await fetch(`${url}${CARD}`, { headers: foreign })).status).toBe(200);
  const known = { origin: 'https://app.example', 'a2a-version': '1.0' };
  expect((await fetch(`${url}/a2a/rest/tasks`, { headers: known })).status).toBe(200);
});

test('pages of listed sites may ask, call and read, with credentials in headers', async () => {
  const url = await serve({
    allowedOrigins: ['https://app.example'],
    publicUrl: 'http://localhost',
  });
  const from = (origin: string, path: string, headers: Readonly<Record<string, string>> = {}) => {
    const method = 'access-control-request-method' in headers ? 'OPTIONS' : 'GET';
    return fetch(`${url}${path}`, { method, headers: { origin, ...headers } });
  };
  const asks = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,a2a-version,content-type',
  };
  for (const path of ['/a2a', '/a2a/rest/message:send', '/a2a/rest/tasks/1:cancel', CARD]) {
    const asked = await from('https://app.example', path, asks);
    expect([path, asked.status]).toEqual([path, 204]);
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-headers': 'authorization,a2a-version,content-type',
      'access-control-allow-methods': expect.stringContaining('POST') as string,
      vary: expect.stringContaining('Origin') as string,
    });
    expect(asked.headers.has('access-control-allow-credentials')).toBe(false);
    const refused = await from('https://evil.example', path, asks);
    expect(refused.headers.get('access-control-allow-origin')).toBe(null);
  }
  for (const path of [CARD, '/a2a/rest/tasks', '/a2a/rest/tasks/none']) {
    const { headers } = await from('https://app.example', path, { 'a2a-version': '1.0' });
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(headers.get('access-control-expose-headers')).toBe('*');
    expect(headers.get('vary')).toContain('Origin');
  }
  // What a program serves beside the agent answers for itself.
  const own = await from('https://app.example', '/own', asks);
  expect(own.headers.get('access-control-allow-methods')).toBe(null);
});

test.each([
  [{}, null],
  [{ publicUrl: 'http://localhost:8080' }, null],
  [{ publicUrl: 'https://agents.example', allowAnonymous: true }, '*'],
])('with %j, pages may read cards: %s', async (options, expected) => {
  const url = await serve(options);
  const card = await fetch(`${url}${CARD}`, { headers: { origin: 'https://other.example' } });
  expect(card.status).toBe(200);
  expect(card.headers.get('access-control-allow-origin')).toBe(expected);
  const asked = await fetch(`${url}${CARD}`, { method: 'OPTIONS' });
  expect(asked.headers.get('access-control-allow-origin')).toBe(expected);
});

test.each(['/a2a', '/a2a/rest/message:send'])(
  '%s answers 401 before the body comes, and cuts off who goes on sending',
  async (path) => {
    const url = await serve({ authenticate: () => undefined, requireAuthentication: true });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: 1000000\r\n\r\n{`);
    // Real time: the client goes on sending, and no assertion depends on how often.
    const dribble = setInterval(() => socket.write(' '), 100);
    onTestFinished(() => clearInterval(dribble));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => (answer += chunk));
    socket.on('error', () => {});
    // Only the server can close this connection, because the client goes on sending.
    await new Promise((resolve) => socket.once('close', resolve));
    expect(answer).toMatch(/^HTTP\/1\.1 401 Unauthorized/u);
    expect(answer).toContain('WWW-Authenticate: Custom realm="a2a"');
  },
);
