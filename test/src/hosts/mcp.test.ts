// Not over every binding: MCP is the subject, on each program that serves HTTP.

import { type Agent, defineAgent, defineSkill } from '@formwork/core';
import { createBridge, createMcpAdapter, createMcpRouter, getCaller } from '@formwork/mcp';
import {
  createAgentHandler,
  createApiKeyAuthentication,
  type MountedAgentOptions,
} from '@formwork/server';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { Hono } from 'hono';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createGate } from '../support/gate.ts';
import { onTestFinished } from '../support/test-end.ts';
import { HOSTS, type HostedAgent } from './hosts.ts';

const KEY = 'a-key-that-is-long-enough';

const silent = { info() {}, warn() {}, error() {} };

/** Makes an agent that doubles, and one skill of which asks; `hold` is awaited before a result. */
function createAgent(hold: (signal: AbortSignal) => Promise<unknown> = async () => {}): Agent {
  const texts = { description: 'Is tested.', tags: [] };
  const number = { type: 'object', properties: { value: { type: 'number' } } } as const;
  const double = defineSkill({
    id: 'double',
    name: 'Double',
    ...texts,
    input: { number },
    output: { doubled: number },
    async run({ input, task }) {
      await task.progress('Counting', 0.5);
      await hold(task.signal);
      return { value: Number(input.value) * 2 };
    },
  });
  const greet = defineSkill({
    id: 'greet',
    name: 'Greet',
    ...texts,
    input: { nothing: { type: 'object' } },
    run: async ({ task }) => `Hello ${await task.ask('What is your name?')}`,
  });
  return defineAgent({ name: 'Hosted', version: '1', skills: [double, greet] });
}

type Mcp = ReturnType<typeof createMcpRouter>;

/** The programs by which an MCP endpoint is served. */
const PROGRAMS: readonly (readonly [string, (mcp: Mcp) => RequestListener | undefined])[] = [
  ['express', ({ router }) => express().use('/mcp', router)],
  [
    'node:http',
    ({ nodeListener }) =>
      (request, response) =>
        void nodeListener(request, response),
  ],
  ['fetch alone', () => undefined],
  [
    'Hono',
    (mcp) => {
      const app = new Hono().all('/mcp', ({ req }) => mcp.fetch(req.raw));
      const answer = getRequestListener(app.fetch);
      return (request, response) => void answer(request, response);
    },
  ],
];

/** Serves an agent by MCP; resolves to the function that sends a request. */
async function serve(
  toListener: (mcp: Mcp) => RequestListener | undefined,
  {
    hold = async () => {},
    maxBodyBytes = 10_000,
    ...options
  }: Partial<MountedAgentOptions> & {
    readonly hold?: (signal: AbortSignal) => Promise<unknown>;
    readonly maxBodyBytes?: number;
  } = {},
) {
  const agent = createAgent(hold);
  let answerAgent: RequestListener = () => undefined;
  const web = createServer((request, response) => answerAgent(request, response));
  await once(web.listen(0, '127.0.0.1'), 'listening');
  const publicUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  const handler = createAgentHandler(agent, { logger: silent, ...options, publicUrl });
  answerAgent = handler.nodeListener;
  const headers = () => handler.createCallerHeaders(getCaller());
  const bridge = createBridge({
    agents: [{ alias: 'own', prefix: false, server: handler, connect: { headers } }],
    logger: silent,
  });
  const mcp = createMcpRouter(bridge, { identify: handler.identify, maxBodyBytes });
  const listener = toListener(mcp);
  const door = listener && createServer(listener);
  if (door) await once(door.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    await mcp.close();
    await bridge.close();
    await handler.close();
    for (const server of [web, door]) {
      server?.closeAllConnections();
      server?.close();
    }
  });
  const port = door && (door.address() as AddressInfo).port;
  const url = `http://localhost${port === undefined ? '' : `:${port}`}/mcp`;
  const send = (init: RequestInit): Promise<Response> =>
    port === undefined ? mcp.fetch(new Request(url, init)) : fetch(url, init);
  return { send, close: mcp.close };
}

const TYPES = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
};

/** Makes a request as a host of the newest revision does. */
function toRequest(method: string, params: object = {}, headers: object = {}): RequestInit {
  const meta = {
    progressToken: 1,
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const name: unknown = Reflect.get(params, 'name');
  return {
    method: 'POST',
    headers: {
      ...TYPES,
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  };
}

const CALL = { name: 'double', arguments: { value: 4 } };

describe.each(PROGRAMS)('MCP on %s', (_name, toListener) => {
  test('tools are listed and called, on behalf of the caller', async () => {
    const authenticate = createApiKeyAuthentication({ keys: { [KEY]: 'ada' } });
    const { send } = await serve(toListener, { authenticate, requireAuthentication: true });
    const known = { 'x-api-key': KEY };
    const listed = await send(toRequest('tools/list', {}, known));
    expect(listed.headers.get('cache-control')).toBe('private, no-store, no-transform');
    expect(await listed.text()).toContain('"name":"double"');
    expect(await (await send(toRequest('tools/call', CALL, known))).text()).toContain('"value":8');
  });

  test('a stranger gets 401 before the body has come', async () => {
    const authenticate = createApiKeyAuthentication({ keys: { [KEY]: 'ada' } });
    const { send } = await serve(toListener, { authenticate, requireAuthentication: true });
    const over = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
    });
    const { signal } = over;
    const response = await send({ method: 'POST', headers: TYPES, body, duplex: 'half', signal });
    expect([response.status, response.headers.has('www-authenticate')]).toEqual([401, true]);
    over.abort();
  });

  test('a body that is too large, or no JSON, is refused', async () => {
    const { send } = await serve(toListener);
    const large = { method: 'POST', headers: TYPES, body: 'x'.repeat(20_000) };
    expect((await send(large)).status).toBe(413);
    expect((await send({ method: 'POST', headers: TYPES, body: '{' })).status).toBe(400);
  });

  test('pages of other sites are refused, and those of this machine may ask', async () => {
    const { send } = await serve(toListener);
    const from = (origin: string) =>
      send({ method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });
    expect((await from('https://evil.example')).status).toBe(403);
    const asked = await from('http://localhost:6274');
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'http://localhost:6274',
    ]);
  });

  test('a host who goes ends the call', async () => {
    const gone = createGate();
    const { send } = await serve(toListener, {
      hold: async (signal) => {
        signal.addEventListener('abort', () => gone.open());
        await gone.opened;
      },
    });
    const over = new AbortController();
    const sent = { ...toRequest('tools/call', CALL), signal: over.signal };
    const response = await send(sent);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    await response.body?.getReader().read();
    over.abort();
    await gone.opened;
  });

  test('an endpoint that is closed says so', async () => {
    const { send, close } = await serve(toListener);
    expect((await send(toRequest('tools/list'))).status).toBe(200);
    await close();
    expect((await send(toRequest('tools/list'))).status).toBe(503);
  });
});

/** Options of {@link ask}. */
interface AskOptions {
  readonly params?: object;
  readonly headers?: object;
  readonly signal?: AbortSignal;
}

/** Sends a request to the endpoint beside an agent. */
const ask = (
  { url, fetch }: HostedAgent,
  method: string,
  { params = {}, headers = {}, signal }: AskOptions = {},
): Promise<Response> =>
  fetch(`${url}/mcp`, { ...toRequest(method, params, headers), ...(signal && { signal }) });

/** Reads the result of an answer, which may be a stream of events. */
async function readResult(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  const last = text.split('\n').findLast((line) => line.startsWith('data: {'));
  const { result } = JSON.parse(last?.slice('data: '.length) ?? text) as {
    readonly result: Record<string, unknown>;
  };
  return result;
}

const callOf = (name: string, values: object = {}) => ({ name, arguments: values });

describe.each(HOSTS)('MCP beside an agent on $name', (host) => {
  const serveTools = (agent = createAgent(), options = {}) =>
    host.serve(agent, { adapters: [createMcpAdapter()], ...options });

  test('the skills are tools, which callers call by their credentials', async () => {
    const authenticate = createApiKeyAuthentication({ keys: { [KEY]: 'ada' } });
    const agent = await serveTools(createAgent(), {
      authenticate,
      requireAuthentication: true,
      limits: { requestsPerMinute: 3 },
    });
    const headers = { 'x-api-key': KEY };
    const listed = await ask(agent, 'tools/list', { headers });
    expect(listed.headers.get('cache-control')).toBe('private, no-store, no-transform');
    const { tools } = await readResult(listed);
    expect((tools as readonly { readonly name: string }[]).map(({ name }) => name)).toEqual([
      'double',
      'greet',
      'ask',
      'a2a_task',
    ]);
    const params = callOf('double', { value: 4 });
    // Each call counts once, although it calls the agent in turn.
    for (const times of [2, 3]) {
      const called = await ask(agent, 'tools/call', { params, headers });
      expect([times, await readResult(called)]).toMatchObject([
        times,
        { structuredContent: { value: 8 } },
      ]);
    }
    expect((await ask(agent, 'tools/call', { params, headers })).status).toBe(429);
    const stranger = await ask(agent, 'tools/list');
    expect([stranger.status, stranger.headers.has('www-authenticate')]).toEqual([401, true]);
  });

  test('a question of a tool is answered', async () => {
    const agent = await serveTools();
    const { structuredContent } = await readResult(
      await ask(agent, 'tools/call', { params: callOf('greet') }),
    );
    expect(structuredContent).toMatchObject({ state: 'input_required' });
    const { task_id } = structuredContent as { readonly task_id: string };
    const reply = callOf('a2a_task', { task_id, action: 'reply', message: 'Ada' });
    expect(
      JSON.stringify(await readResult(await ask(agent, 'tools/call', { params: reply }))),
    ).toContain('Hello Ada');
  });

  test('a call whose stream broke off is found again by its event', async () => {
    const gate = createGate();
    const agent = await serveTools(createAgent(() => gate.opened));
    const over = new AbortController();
    const params = callOf('double', { value: 4 });
    const response = await ask(agent, 'tools/call', { params, signal: over.signal });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (/^id: call-.*;.*\n/mu.test(text)) break;
    }
    over.abort();
    const [, id = ''] = /^id: (call-.*;.*)$/mu.exec(text) ?? [];
    const found = await agent.fetch(`${agent.url}/mcp`, {
      headers: { accept: 'text/event-stream', 'last-event-id': id },
    });
    expect(await found.text()).toContain('a2a_task');
    gate.open();
  });

  test('wrong bodies and foreign pages are refused, and pages of this machine may ask', async () => {
    const agent = await host.serve(createAgent(), {
      adapters: [createMcpAdapter({ path: '/tools', maxBodyBytes: 10_000 })],
    });
    const send = (body: string, headers = {}) =>
      agent.fetch(`${agent.url}/tools`, {
        method: 'POST',
        headers: { ...TYPES, ...headers },
        body,
      });
    expect((await send('{')).status).toBe(400);
    expect((await send('x'.repeat(20_000))).status).toBe(413);
    expect((await send('{}', { origin: 'https://evil.example' })).status).toBe(403);
    const asked = await agent.fetch(`${agent.url}/tools`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:6274', 'access-control-request-method': 'POST' },
    });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'http://localhost:6274',
    ]);
    expect(await agent.statusUnder('evil.example', '/tools')).toBe(421);
    expect((await agent.fetch(`${agent.url}/tools/else`)).status).toBe(404);
  });

  test('closing answers a call that waits', async () => {
    const gate = createGate();
    const agent = await serveTools(createAgent(() => gate.opened));
    const response = await ask(agent, 'tools/call', { params: callOf('double', { value: 4 }) });
    const closed = agent.close();
    gate.open();
    await response.text();
    await closed;
  });
});

test('streams to hosts take no places of requests, and each address may have so many', async () => {
  const handler = createAgentHandler(createAgent(), {
    publicUrl: 'http://localhost',
    logger: silent,
    adapters: [createMcpAdapter()],
    limits: { requestsInProgress: 2, openStreamsPerAddress: 2 },
  });
  onTestFinished(() => handler.close());
  const send = (init: RequestInit): Promise<Response> =>
    handler.fetch(new Request('http://localhost/mcp', init), { remoteAddress: '192.0.2.1' });
  const clientInfo = { name: 'host', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  /** Begins a session, and its stream, whose answer comes with the first event. */
  async function openStream(): Promise<{ readonly answering: Promise<Response> }> {
    const { accept, 'content-type': type } = TYPES;
    const headers = { accept, 'content-type': type };
    const begun = await send({ method: 'POST', headers, body });
    await begun.text();
    if (!begun.ok) return { answering: Promise.resolve(begun) };
    const session = begun.headers.get('mcp-session-id') ?? '';
    const headersOfStream = { accept: 'text/event-stream', 'mcp-session-id': session };
    return { answering: send({ headers: headersOfStream }) };
  }
  await openStream();
  await openStream();
  const { answering } = await openStream();
  expect((await answering).status).toBe(429);
});

test('calls of tools at once need no more places of requests than they are', async () => {
  const handler = createAgentHandler(createAgent(), {
    publicUrl: 'http://localhost',
    logger: silent,
    adapters: [createMcpAdapter()],
    limits: { requestsInProgress: 2 },
  });
  onTestFinished(() => handler.close());
  const call = async (): Promise<string> => {
    const request = new Request('http://localhost/mcp', toRequest('tools/call', CALL));
    return (await handler.fetch(request)).text();
  };
  for (const text of await Promise.all([call(), call()])) expect(text).toContain('"value":8');
});
