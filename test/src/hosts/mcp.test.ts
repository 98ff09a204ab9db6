// Not over every binding: MCP is the subject, on each program that serves HTTP.

import { defineAgent, defineSkill } from '@formwork/core';
import { createBridge, createMcpRouter, getCaller } from '@formwork/mcp';
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

const KEY = 'a-key-that-is-long-enough';

const silent = { info() {}, warn() {}, error() {} };

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
  const double = defineSkill({
    id: 'double',
    name: 'Double',
    description: 'Doubles.',
    tags: [],
    input: { number: { type: 'object', properties: { value: { type: 'number' } } } },
    output: { doubled: { type: 'object', properties: { value: { type: 'number' } } } },
    async run({ input, task }) {
      await task.progress('Counting', 0.5);
      await hold(task.signal);
      return { value: Number(input['value']) * 2 };
    },
  });
  const agent = defineAgent({ name: 'Hosted', version: '1', skills: [double] });
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
