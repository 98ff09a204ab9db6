import { defineAgent, defineSkill } from '@formwork/core';
import { createBridge, createMcpRouter, getCaller } from '@formwork/mcp';
import {
  combineAuthentications,
  createApiKeyAuthentication,
  createOpenIdAuthentication,
  createServer,
  type ServerOptions,
} from '@formwork/server';
import { StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { connect as openSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUDIENCE, startProvider, type TestProvider } from '../support/start-provider.ts';
import { onTestFinished } from '../support/test-end.ts';
import { connectModern, connectOld, type Host } from './hosts.ts';

const ADA = { 'x-api-key': 'key-of-ada' };
const BOB = { 'x-api-key': 'key-of-bob' };

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

const word = { type: 'object', properties: { word: { type: 'string' } } } as const;

const agent = defineAgent({
  name: 'Knows its callers',
  version: '1.0.0',
  skills: [
    defineSkill({
      id: 'whoami',
      name: 'Who am I',
      description: 'Says who calls.',
      tags: [],
      input: { whoami: word },
      output: { caller: { type: 'object', properties: { id: { type: 'string' } } } },
      run: ({ task }) => ({ id: task.user?.id ?? 'nobody' }),
    }),
    defineSkill({
      id: 'scoped',
      name: 'Scoped',
      description: 'Asks for a scope.',
      tags: [],
      scopes: ['pairs:read'],
      input: { scoped: word },
      run: () => 'Done.',
    }),
    defineSkill({
      id: 'hidden',
      name: 'Hidden',
      description: 'Is not for everybody.',
      tags: [],
      scopes: ['pairs:write'],
      visibility: 'permitted',
      input: { hidden: word },
      run: () => 'Done.',
    }),
    defineSkill({
      id: 'greet',
      name: 'Ask',
      description: 'Asks for a name.',
      tags: [],
      input: { greeting: word },
      run: async ({ task }) => `Hello ${await task.ask('What is your name?')}`,
    }),
  ],
});

/** Serves an agent, and its skills as tools at `/mcp`, only to callers with credentials. */
async function serve(options: ServerOptions = {}): Promise<URL> {
  const authenticate = combineAuthentications([
    createOpenIdAuthentication({ issuer: provider.issuer, audience: AUDIENCE }),
    createApiKeyAuthentication({
      keys: { 'key-of-ada': { id: 'ada', scopes: ['pairs:read'] }, 'key-of-bob': 'bob' },
    }),
  ]);
  const server = createServer(agent, { authenticate, requireAuthentication: true, ...options });
  const bridge = createBridge({
    agents: [
      {
        alias: 'own',
        prefix: false,
        server,
        connect: { headers: () => server.createCallerHeaders(getCaller()) },
      },
    ],
  });
  const mcp = createMcpRouter(bridge, { identify: server.identify });
  server.app.use('/mcp', mcp.router);
  const { url } = await server.listen({ port: 0 });
  onTestFinished(async () => {
    await mcp.close();
    await bridge.close();
    await server.close();
  });
  return new URL(`${url}/mcp`);
}

type Connect = (url: URL, headers: Readonly<Record<string, string>>) => Promise<Host>;

const HOSTS: Readonly<Record<string, Connect>> = {
  '2026-07-28': (url, headers) => connectModern(new ModernHttp(url, { requestInit: { headers } })),
  '2025-11-25': (url, headers) => connectOld(new OldHttp(url, { requestInit: { headers } })),
};

/** Returns the text blocks of a tool's result, joined. */
function readText({ content }: Awaited<ReturnType<Host['call']>>): string {
  return content.map(({ text: words }) => (typeof words === 'string' ? words : '')).join('\n');
}

describe.each(Object.entries(HOSTS))('a host of %s', (_revision, connect) => {
  test('calls as the caller of its credentials, key or token', async () => {
    const url = await serve();
    const token = { authorization: `Bearer ${await provider.getToken()}` };
    for (const [headers, id] of [
      [ADA, 'ada'],
      [BOB, 'bob'],
      [token, 'robot'],
    ] as const) {
      const host = await connect(url, headers);
      const result = await host.call('whoami', {});
      expect(result.structuredContent).toMatchObject({ id });
    }
  });

  test('calls what the scopes of its caller open, and sees no hidden skill', async () => {
    const url = await serve();
    const ada = await connect(url, ADA);
    const bob = await connect(url, BOB);
    for (const host of [ada, bob]) {
      const names = (await host.listTools()).map(({ name }) => name);
      expect(names).toEqual(['whoami', 'scoped', 'greet', 'ask', 'a2a_task']);
    }
    expect(readText(await ada.call('scoped', {}))).toContain('Done.');
    const refused = await bob.call('scoped', {});
    expect(refused.isError).toBe(true);
    expect(readText(refused)).toContain('pairs:read');
  });

  test('follows its own tasks, and those of nobody else', async () => {
    const url = await serve();
    const ada = await connect(url, ADA);
    const bob = await connect(url, BOB);
    const asked = await ada.call('greet', {});
    const taskId = /"task_id":"(?<id>[\w-]+)"/u.exec(readText(asked))?.groups?.['id'];
    expect(taskId).toBeDefined();
    const foreign = await bob.call('a2a_task', { task_id: taskId, action: 'wait' });
    expect(foreign.isError).toBe(true);
    expect(readText(foreign)).not.toContain('What is your name?');
    const answered = await ada.call('a2a_task', {
      task_id: taskId,
      action: 'reply',
      message: 'Ada',
    });
    expect(readText(answered)).toContain('Hello Ada');
  });
});

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

function post(url: URL, body: unknown, headers: Readonly<Record<string, string>>) {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

test('a session of one caller is nothing to another, nor to nobody', async () => {
  const url = await serve({ requireAuthentication: false });
  const opened = await post(url, INITIALIZE, ADA);
  expect(opened.status).toBe(200);
  const id = opened.headers.get('mcp-session-id') ?? '';
  await opened.body?.cancel();
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
  const session = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
  expect((await post(url, list, { ...session, ...ADA })).status).toBe(200);
  expect((await post(url, list, { ...session, ...BOB })).status).toBe(404);
  expect((await post(url, list, session)).status).toBe(404);
});

test('credentials that are missing or wrong are refused before the body comes', async () => {
  const url = await serve();
  for (const headers of [{}, { 'x-api-key': 'wrong' }, { authorization: 'Bearer x.y.z' }]) {
    const refused = await post(url, INITIALIZE, headers);
    expect(refused.status).toBe(401);
    const challenge = refused.headers.get('www-authenticate') ?? '';
    const metadataUrl = /resource_metadata="(?<url>[^"]+)"/u.exec(challenge)?.groups?.['url'] ?? '';
    expect(new URL(metadataUrl).origin).toBe(url.origin);
    const metadata = await (await fetch(`${metadataUrl}/mcp`)).json();
    expect(metadata).toMatchObject({ authorization_servers: [provider.issuer] });
  }
  const socket = openSocket(Number(url.port), '127.0.0.1');
  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\nConnection: close\r\n\r\n`,
  );
  expect(await text(socket)).toContain('HTTP/1.1 401');
});

test('the limits of callers hold at /mcp, too', async () => {
  const url = await serve({ limits: { requestsPerMinute: 2 } });
  for (let n = 0; n < 2; n += 1) expect((await post(url, INITIALIZE, ADA)).status).toBe(200);
  const refused = await post(url, INITIALIZE, ADA);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await post(url, INITIALIZE, BOB)).status).toBe(200);
});

test('each request of a batch counts, so that none has more calls than a caller may make', async () => {
  const url = await serve({ limits: { requestsPerMinute: 4 } });
  const session = await post(url, INITIALIZE, ADA);
  const headers = { ...ADA, 'mcp-session-id': session.headers.get('mcp-session-id') ?? '' };
  const params = { name: 'whoami', arguments: {} };
  const calls = [1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params }));
  const answered = await post(url, calls.slice(1), headers);
  expect((await answered.text()).match(/"result"/gu)).toHaveLength(2);
  const refused = await post(url, calls, headers);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ error: { data: { reason: 'RATE_LIMITED' } } });
});

test('a loopback token of the bridge counts at its own server alone, and only as issued', async () => {
  const url = await serve();
  for (const loopbackToken of ['', 'x', 'x'.repeat(43)]) {
    const headers = { 'x-formwork-token': loopbackToken };
    expect((await post(url, INITIALIZE, headers)).status).toBe(401);
  }
});
