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
});

test.each([{}, { allowAnonymous: false }])(
  'createMcpRouter() keeps credentials of its bridge from everybody: %j',
  async (options) => {
    const agents = [
      { alias: 'shop', url: 'http://127.0.0.1:9', connect: { headers: { authorization: 'x' } } },
    ];
    const bridge = createBridge({ agents });
    expect(() => createMcpRouter(bridge, options)).toThrow('authenticate must be a function');
    for (const given of [{ allowAnonymous: true }, { authenticate: () => 'ada' }]) {
      await createMcpRouter(bridge, { ...options, ...given }).close();
    }
    await bridge.close();
  },
);
