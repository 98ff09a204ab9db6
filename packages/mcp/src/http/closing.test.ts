import { Server } from '@modelcontextprotocol/server';
import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createBridge } from '../create-bridge.ts';
import { createMcpRouter } from './create-mcp-router.ts';

/** Serves a bridge whose only tool answers once the bridge ends its waits, unless calls go on then. */
async function serveWaiting({ callsGoOn = false } = {}) {
  const bridge = createBridge({ agents: [] });
  const calls: (() => void)[] = [];
  const servers: Server[] = [];
  const { router, close } = createMcpRouter({
    ...bridge,
    endWaits: () => {
      if (callsGoOn) return;
      for (const answer of calls) answer();
    },
    factory: () => {
      const server = new Server({ name: 'Test', version: '1' }, { capabilities: { tools: {} } });
      servers.push(server);
      server.setRequestHandler('tools/call', async () => {
        await new Promise<void>((resolve) => {
          calls.push(resolve);
        });
        return { content: [{ type: 'text' as const, text: 'a handle' }] };
      });
      return server;
    },
  });
  const web = express().use('/mcp', router).listen(0, '127.0.0.1');
  await once(web, 'listening');
  onTestFinished(async () => {
    await close();
    await bridge.close();
    web.close();
  });
  const { port } = web.address() as AddressInfo;
  const session: Record<string, string> = {};
  async function post(body: unknown, withSession = true): Promise<Response> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    return fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: { ...headers, ...(withSession && session) },
      body: JSON.stringify(body),
    });
  }
  const begun = await post(BEGINNING);
  session['mcp-session-id'] = begun.headers.get('mcp-session-id') ?? '';
  await begun.text();
  return { calls, close, post, opened: () => servers.length };
}

const BEGINNING = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-03-26',
    capabilities: {},
    clientInfo: { name: 'host', version: '1' },
  },
};

function callOf(id: number): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'wait', arguments: {} } };
}

test.each([
  ['alone', callOf(2)],
  ['in a batch', [{ jsonrpc: '2.0', id: 3, method: 'ping' }, callOf(2)]],
])('a call of a tool that is under way when its door closes is answered: %s', async (_, body) => {
  const { calls, close, post } = await serveWaiting();
  const answering = post(body);
  await expect.poll(() => calls.length).toBe(1);
  const closed = close();
  const answer = await answering;
  expect(await answer.text()).toContain('a handle');
  await closed;
});

test.each([
  ['goes on with', { withSession: true, body: callOf(2) }],
  ['begins', { withSession: false, body: BEGINNING }],
])('a door that is closed %s no session', async (_, { withSession, body }) => {
  const { calls, close, post, opened } = await serveWaiting();
  const before = opened();
  await close();
  const answer = await post(body, withSession);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect([calls.length, opened()]).toEqual([0, before]);
});

test.each([
  ['call', { withSession: true, body: callOf(3) }],
  ['call in a batch', { withSession: true, body: [callOf(3)] }],
  ['session', { withSession: false, body: BEGINNING }],
])('a %s that begins while a door closes is refused', async (_, { withSession, body }) => {
  const { calls, close, post, opened } = await serveWaiting({ callsGoOn: true });
  const answering = post(callOf(2));
  await expect.poll(() => calls.length).toBe(1);
  const before = opened();
  const closed = close();
  const late = await post(body, withSession);
  expect([late.status, late.headers.get('retry-after')]).toEqual([503, '5']);
  const ping = await post({ jsonrpc: '2.0', id: 4, method: 'ping' });
  expect(ping.status).toBe(200);
  calls[0]?.();
  const answer = await answering;
  expect(await answer.text()).toContain('a handle');
  await closed;
  expect([calls.length, opened()]).toEqual([1, before]);
});
