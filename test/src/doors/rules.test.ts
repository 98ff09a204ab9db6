import { connect } from 'node:net';
import { createEnvelopeAdapter, createSessionAdapter } from '@formwork/adapters';
import { demoAgent } from '@formwork/demo';
import { createFormsRouter } from '@formwork/forms';
import { createBridge, createMcpRouter, getCaller } from '@formwork/mcp';
import { createApiKeyAuthentication, createServer, type ServerOptions } from '@formwork/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listPaths, recordMounts } from './mounted-paths.ts';

// Every door that is mounted below is walked, by whatever path: a new one needs no line here.
recordMounts();

const KEY = 'a-key-that-is-long-enough';

/** What any page may read, and whoever does not say who they are. */
const CARDS: ReadonlySet<string> = new Set([
  '/.well-known/agent-card.json',
  '/.well-known/agent.json',
]);

/** What a person opens in a browser, or a stranger reads; it holds nothing of anybody. */
const PUBLIC: ReadonlySet<string> = new Set(['/', '/index.html', '/sessions-api/card']);

interface Opened {
  readonly url: string;
  readonly paths: readonly string[];
}

/** Serves an agent with all doors there are. */
async function openDoors(options: ServerOptions = {}): Promise<Opened> {
  const adapters = [createSessionAdapter({ path: '/sessions-api' }), createEnvelopeAdapter()];
  const silent = { info() {}, warn() {}, error() {} };
  const server = createServer(demoAgent, { logger: silent, adapters, ...options });
  onTestFinished(() => server.close());
  let url = '';
  const forms = createFormsRouter({ mode: 'one', agentUrl: () => url, logger: silent });
  server.app.use('/forms', forms.router);
  onTestFinished(() => forms.close());
  const headers = () => server.createCallerHeaders(getCaller());
  const bridge = createBridge({
    agents: [{ alias: 'demo', url: () => url, connect: { headers, extendedCard: false } }],
  });
  const mcp = createMcpRouter(bridge, { identify: server.identify });
  server.app.use('/mcp', mcp.router);
  onTestFinished(async () => {
    await mcp.close();
    await bridge.close();
  });
  ({ url } = await server.listen({ port: 0 }));
  return { url, paths: listPaths(server.app.router) };
}

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The lines of the header as they are. Default: those of `headers`. */
  readonly lines?: readonly string[];
  readonly body?: string;
}

const TYPE = { 'Content-Type': 'application/json' };

/** Sends bytes as they are, and resolves to the status and the text of the answer. */
function send(url: string, { method = 'GET', path, headers = {}, lines, body = '' }: Sent) {
  const named = Object.entries({ Host: 'localhost', ...headers });
  const head = [
    `${method} ${path} HTTP/1.1`,
    ...(lines ?? named.map(([name, value]) => `${name}: ${value}`)),
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    'Connection: close',
  ];
  return new Promise<{ readonly status: number; readonly text: string }>((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      // A stream would go on.
      setTimeout(() => socket.end(), 100).unref();
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve({ status: Number(text.split(' ')[1]), text }));
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}

/** Sends the same to every path, by GET and by POST, and lists what came back of others. */
async function listSurprises(
  { url, paths }: Opened,
  sent: Omit<Sent, 'path' | 'method'>,
  isExpected: (answer: { status: number; text: string }, path: string, method: string) => boolean,
): Promise<readonly string[]> {
  const surprises: string[] = [];
  for (const path of paths) {
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? (sent.body ?? '{}') : '';
      const answer = await send(url, { ...sent, method, path, body });
      if (!isExpected(answer, path, method)) surprises.push(`${method} ${path}: ${answer.status}`);
      if (answer.status >= 500) surprises.push(`${method} ${path}: ${answer.text}`);
    }
  }
  return surprises;
}

describe('every door', () => {
  test('is known by its paths', async () => {
    const { paths } = await openDoors();
    expect(paths).toEqual(
      expect.arrayContaining([
        '/a2a',
        '/a2a/rest/message:stream',
        '/a2a/rest/tasks/x:subscribe',
        '/messages',
        '/sessions-api',
        '/forms/api/send',
        '/mcp',
        ...CARDS,
      ]),
    );
  });

  test.each([
    ['a name of a stranger', ['Host: evil.example'], 421],
    ['a name that begins like ours', ['Host: localhost.evil.example'], 421],
    ['an address elsewhere', ['Host: 10.0.0.1'], 421],
    ['two names', ['Host: localhost', 'Host: evil.example'], 400],
    ['no name', ['Host: '], 400],
    ['a name with a user', ['Host: localhost@evil.example'], 400],
  ])('is closed to %s', async (_what, hosts, status) => {
    const opened = await openDoors();
    const lines = [...hosts, 'Content-Type: application/json'];
    expect(await listSurprises(opened, { lines }, (answer) => answer.status === status)).toEqual(
      [],
    );
  });

  test.each([
    [{ Origin: 'https://evil.example' }],
    [{ Origin: 'null' }],
    [{ Origin: 'http://localhost.evil.example' }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site', Origin: 'https://evil.example' }],
    [{ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }],
  ])('but for cards is closed to pages with %j', async (headers) => {
    const opened = await openDoors();
    const isExpected = ({ status }: { status: number }, path: string) =>
      CARDS.has(path) || path === '/' || path.startsWith('/forms/assets') || path === '/forms'
        ? status < 500
        : status === 403;
    expect(await listSurprises(opened, { headers: { ...TYPE, ...headers } }, isExpected)).toEqual(
      [],
    );
  });

  const byKey = createApiKeyAuthentication({ keys: { [KEY]: 'ada' } });
  const isOpen = (path: string) => CARDS.has(path) || PUBLIC.has(path) || path.startsWith('/forms');

  test.each([
    ['no credentials', {}],
    ['wrong credentials', { 'X-Api-Key': 'wrong' }],
    ['empty credentials', { 'X-Api-Key': '' }],
    ['two credentials', { 'X-Api-Key': `${KEY}, ${KEY}` }],
  ])('is closed to %s where some are asked for', async (_what, headers) => {
    const opened = await openDoors({ authenticate: byKey, requireAuthentication: true });
    const isExpected = ({ status }: { status: number }, path: string) =>
      // What no door serves is nowhere, whoever asks.
      isOpen(path) || status === 401 || status === 404 || status === 405;
    const given = { headers: { ...TYPE, ...headers } };
    expect(await listSurprises(opened, given, isExpected)).toEqual([]);
    for (const path of ['/a2a', '/a2a/rest/message:send', '/messages', '/sessions-api/sessions']) {
      expect((await send(opened.url, { ...given, method: 'POST', path, body: '{}' })).status).toBe(
        401,
      );
    }
  });

  test('takes wrong credentials for no stranger where none are asked for', async () => {
    const { url } = await openDoors({ authenticate: byKey });
    const headers = { ...TYPE, 'X-Api-Key': 'wrong' };
    for (const path of ['/a2a', '/a2a/rest/message:send', '/messages', '/sessions-api/sessions']) {
      const known = await send(url, { method: 'POST', path, headers, body: '{}' });
      expect(known.status).toBe(401);
      const stranger = await send(url, { method: 'POST', path, headers: TYPE, body: '{}' });
      expect(stranger.status).not.toBe(401);
    }
  });

  test.each([
    ['deep', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['deep in objects', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
    ['no JSON', '{"a":'],
    ['a name twice', '{"method":"SendMessage","method":"GetTask","jsonrpc":"2.0","id":1}'],
    ['a prototype', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}'],
    ['a number', '7'],
    ['null', 'null'],
    ['a list', '[]'],
    ['text', '"text"'],
    ['large', `"${'x'.repeat(20_000_000)}"`],
  ])('refuses a body that is %s', async (_what, body) => {
    const opened = await openDoors();
    const isExpected = ({ status, text }: { status: number; text: string }) =>
      // JSON-RPC says what is wrong in an answer of 200; a page and a card take no body.
      (status >= 400 && status < 500) || /"error"|HTTP\/1\.1 (?:20|301)/u.test(text);
    expect(await listSurprises(opened, { headers: TYPE, body }, isExpected)).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });
});
