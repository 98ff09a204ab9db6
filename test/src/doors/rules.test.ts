import { createEnvelopeAdapter, createSessionAdapter } from '@formwork/adapters';
import { demoAgent } from '@formwork/demo';
import { createFormsRouter } from '@formwork/forms';
import { createBridge, createMcpRouter, getCaller } from '@formwork/mcp';
import {
  combineAuthentications,
  createApiKeyAuthentication,
  createBearerAuthentication,
  createAgentRouter,
  createServer,
  type ServerOptions,
} from '@formwork/server';
import express from 'express';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listPaths, recordMounts } from './mounted-paths.ts';

// Every door that is mounted below is tested at all of its paths; a new door needs no line here.
recordMounts();

const KEY = 'a-key-that-is-long-enough';

/** The paths of agent cards, which pages of any origin and anonymous callers may read. */
const CARDS: ReadonlySet<string> = new Set([
  '/.well-known/agent-card.json',
  '/.well-known/agent.json',
]);

/** Paths that anonymous callers may read, and that still refuse wrong credentials. */
const PUBLIC: ReadonlySet<string> = new Set(['/sessions-api/card']);

/** Returns true for paths with the same content for everybody, which ignore credentials. */
const isStatic = (path: string): boolean =>
  CARDS.has(path) || path === '/' || path === '/index.html' || path.startsWith('/forms');

interface Opened {
  readonly url: string;
  readonly paths: readonly string[];
}

/** Serves an agent with all doors and lists the paths that the server handles. */
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
    agents: [{ alias: 'demo', server, connect: { headers } }],
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
  /** The header lines exactly as sent. Default: the lines of `headers`. */
  readonly lines?: readonly string[];
  readonly body?: string;
}

const TYPE = { 'Content-Type': 'application/json' };

const STREAM = /^content-type: text\/event-stream[^]*\r\n\r\n/imu;

/** Sends a request exactly as written; resolves with the status and the text of the answer. */
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
      // A stream would not end by itself.
      if (STREAM.test(text)) socket.end();
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve({ status: Number(text.split(' ')[1]), text }));
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}

/**
 * Sends one request to every path by GET and by POST, and lists the answers that `isExpected`
 * rejects.
 */
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
        '/sessions-api/sessions/x/messages',
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
  const byToken = createBearerAuthentication({ verify: () => undefined });
  const authenticate = combineAuthentications([byKey, byToken]);

  test('is closed to strangers where credentials are asked for', async () => {
    const opened = await openDoors({ authenticate, requireAuthentication: true });
    const isExpected = ({ status }: { status: number }, path: string) =>
      // A path that no door serves is 404 for everybody.
      isStatic(path) || PUBLIC.has(path) || status === 401 || status === 404 || status === 405;
    expect(await listSurprises(opened, { headers: TYPE }, isExpected)).toEqual([]);
  });

  const WRONG: readonly (readonly [string, Record<string, string>])[] = [
    ['a wrong key', { 'X-Api-Key': 'wrong' }],
    ['an empty key', { 'X-Api-Key': '' }],
    ['two keys', { 'X-Api-Key': `${KEY}, ${KEY}` }],
    ['a wrong token', { Authorization: 'Bearer wrong' }],
    ['a right key beside a wrong token', { 'X-Api-Key': KEY, Authorization: 'Bearer wrong' }],
  ];

  test.each(
    WRONG.flatMap(([what, headers]) =>
      [true, false].map((needed) => [what, needed, headers] as const),
    ),
  )('answers %s with 401 wherever it looks at credentials, required: %j', async (...row) => {
    const [, requireAuthentication, headers] = row;
    const opened = await openDoors({ authenticate, requireAuthentication });
    const given = { headers: { ...TYPE, ...headers } };
    const isExpected = ({ status }: { status: number }, path: string) =>
      isStatic(path) ? status !== 401 : status === 401;
    expect(await listSurprises(opened, given, isExpected)).toEqual([]);
    const more = ['/sessions-api/card', '/sessions-api/none', '/sessions-api/sessions/x/stream'];
    for (const path of more) {
      for (const method of ['GET', 'OPTIONS', 'DELETE']) {
        expect([path, (await send(opened.url, { ...given, method, path })).status]).toEqual([
          path,
          401,
        ]);
      }
    }
    for (const path of ['/a2a', '/a2a/rest/message:send', '/messages', '/sessions-api/sessions']) {
      expect((await send(opened.url, { ...given, method: 'POST', path, body: '{}' })).status).toBe(
        401,
      );
    }
  });

  test('keeps what it answers a caller out of caches, and leaves the public cards in them', async () => {
    const opened = await openDoors({ authenticate });
    const right = { ...TYPE, 'X-Api-Key': KEY };
    const isExpected = ({ text }: { text: string }, path: string) => {
      const [, value] = /^cache-control: (.*)\r$/imu.exec(text) ?? [];
      if (CARDS.has(path)) return value === 'public, max-age=60' || /HTTP\/1\.1 405/u.test(text);
      // The files of the page are the same for everybody; unknown paths get the server's own 404.
      if (isStatic(path) && !path.startsWith('/forms/api')) return true;
      return value?.split(', ').includes('no-store') === true;
    };
    expect(await listSurprises(opened, { headers: right }, isExpected)).toEqual([]);
    const stream = { jsonrpc: '2.0', id: 1, method: 'SendStreamingMessage', params: {} };
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hello' }] };
    const body = JSON.stringify({ ...stream, params: { message } });
    const headers = { ...right, 'A2A-Version': '1.0' };
    const streamed = await send(opened.url, { method: 'POST', path: '/a2a', headers, body });
    expect(streamed.text).toMatch(/text\/event-stream/u);
    expect(streamed.text).toMatch(/^cache-control: private, no-store, no-transform\r$/imu);
  });

  test.each([
    ['nothing', undefined],
    ['what is set for the whole app', 'public, max-age=5'],
  ])('leaves %s of caching to routes that are mounted after it', async (_, value) => {
    const { router, close } = createAgentRouter(demoAgent, { publicUrl: 'http://localhost' });
    onTestFinished(close);
    const app = express();
    app.use((_request, response, next) => {
      if (value !== undefined) response.setHeader('Cache-Control', value);
      next();
    });
    app.use(router);
    app.get('/own', (_request, response) => void response.send('own'));
    const server = app.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const own = await fetch(`http://127.0.0.1:${port}/own`);
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, value ?? null]);
    const door = await fetch(`http://127.0.0.1:${port}/a2a/rest/tasks`);
    expect(door.headers.get('cache-control')).toBe('private, no-store');
  });

  test.each([{ oddName: 5 }, '', 7, null])(
    'says that the agent is misconfigured, and no more, if its authentication returns %j',
    async (returned) => {
      const logged: string[] = [];
      const log = (message: string) => void logged.push(message);
      const { url } = await openDoors({
        authenticate: () => returned as unknown as { readonly id: string },
        logger: { info() {}, warn: log, error: log },
      });
      const paths = [
        '/a2a',
        '/a2a/rest/message:send',
        '/messages',
        '/sessions-api/sessions',
        '/mcp',
      ];
      for (const path of paths) {
        const { status, text } = await send(url, {
          method: 'POST',
          path,
          headers: TYPE,
          body: '{}',
        });
        expect([path, status]).toEqual([path, 500]);
        expect(text).toContain('the agent is misconfigured.');
        expect(text).not.toMatch(/oddName|principal|authenticate/u);
      }
      expect(logged.length).toBe(paths.length);
      for (const line of logged) {
        expect(line).toMatch(
          /^Cannot tell who calls because authenticate must return .*: it returned /u,
        );
      }
    },
  );

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
      // JSON-RPC tells an error in an answer with status 200; pages and cards ignore bodies.
      (status >= 400 && status < 500) || /"error"|HTTP\/1\.1 (?:20|301)/u.test(text);
    expect(await listSurprises(opened, { headers: TYPE, body }, isExpected)).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });
});
