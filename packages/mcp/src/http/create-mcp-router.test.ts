import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createBridge, type Bridge } from '../create-bridge.ts';
import { createMcpRouter } from './create-mcp-router.ts';

function openBridge(): Bridge {
  const bridge = createBridge({ agents: [] });
  onTestFinished(() => bridge.close());
  return bridge;
}

test('createMcpRouter() judges its lists at once', () => {
  const bridge = openBridge();
  // @ts-expect-error -- What a program without types may give.
  expect(() => createMcpRouter(bridge, { allowedHosts: 5 })).toThrow(TypeError);
});

test('a router that was closed before its first request opens nothing', async () => {
  const { router, close } = createMcpRouter(openBridge());
  await close();
  const server = express().use('/mcp', router).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('5');
});

test.each([{}, { allowAnonymous: false }])(
  'createMcpRouter() keeps credentials of its bridge from everybody: %j',
  async (options) => {
    const agents = [
      { alias: 'shop', url: 'http://127.0.0.1:9', connect: { headers: { authorization: 'x' } } },
    ];
    const bridge = createBridge({ agents });
    expect(() => createMcpRouter(bridge, options)).toThrow('authenticate must be a function');
    for (const access of [{ allowAnonymous: true }, { authenticate: () => 'ada' }]) {
      await createMcpRouter(bridge, { ...options, ...access }).close();
    }
    await bridge.close();
  },
);

test.each([
  ['before its first answer', false],
  ['after it', true],
])('an open router leaves out agents that are listed with credentials %s', async (_, isListed) => {
  const agents = [
    { alias: 'open', url: 'http://127.0.0.1:9' },
    { alias: 'closed', url: 'http://127.0.0.1:9', connect: { headers: { authorization: 'x' } } },
  ];
  const warnings: string[] = [];
  const logger = { info: () => {}, warn: (message: string) => void warnings.push(message) };
  const bridge = createBridge({ agents: [], listAgents: () => Promise.resolve(agents), logger });
  onTestFinished(() => bridge.close());
  const listAliases = (): readonly string[] =>
    bridge.agents.bridgeAgents.map(({ settings }) => settings.alias);
  if (isListed) {
    await bridge.refresh();
    expect(listAliases()).toEqual(['closed', 'open']);
  }
  for (const access of [{ allowAnonymous: true }, { authenticate: () => 'ada' }, {}]) {
    await createMcpRouter(bridge, access).close();
  }
  await bridge.refresh();
  expect(listAliases()).toEqual(['open']);
  expect(warnings.join('\n')).toContain('"closed" is left out: it is called with credentials');
});

test('a router with authentication calls agents that are listed with credentials', async () => {
  const agents = [
    { alias: 'closed', url: 'http://127.0.0.1:9', connect: { headers: { authorization: 'x' } } },
  ];
  const bridge = createBridge({ agents: [], listAgents: () => Promise.resolve(agents) });
  onTestFinished(() => bridge.close());
  await createMcpRouter(bridge, { authenticate: () => 'ada' }).close();
  await bridge.refresh();
  expect(bridge.agents.bridgeAgents.map(({ settings }) => settings.alias)).toEqual(['closed']);
});

test.each([
  ['authenticate', { abc: 5 }, 'object'],
  ['authenticate', '', 'an empty text'],
  ['authenticate', 7, 'number'],
  ['identify', { abc: 5 }, 'object'],
  ['identify', '', 'an empty text'],
  ['identify', null, 'null'],
  ['identify', { id: '', scopes: [] }, 'object'],
  ['identify', { id: 'ada', scopes: 'read' }, 'object'],
])('%s that returns %j is a fault of the operator', async (name, returned, kind) => {
  const warnings: string[] = [];
  const logger = { info: () => {}, warn: (message: string) => void warnings.push(message) };
  const bridge = createBridge({ agents: [], logger });
  onTestFinished(() => bridge.close());
  const { router, close } = createMcpRouter(bridge, { [name]: () => Promise.resolve(returned) });
  onTestFinished(close);
  const server = express().use('/mcp', router).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    jsonrpc: '2.0',
    error: {
      code: -32_603,
      message: 'Cannot serve the request because the agent is misconfigured.',
    },
    id: null,
  });
  expect(warnings).toEqual([
    expect.stringMatching(
      new RegExp(`^Cannot tell who calls because ${name} must .*${kind}$`, 'u'),
    ),
  ]);
});
