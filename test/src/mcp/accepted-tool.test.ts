import { createBridge, createMcpRouter, toBridgeLock, type BridgeLock } from '@formwork/mcp';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { createFixtureAgent } from './fixture-agent.ts';
import { connectModern, toPatient } from './hosts.ts';
import { callRaw } from './raw-mcp.ts';

const WITHHELD = 'Withheld until the operator accepts it.';

/**
 * Serves a bridge that withholds one tool because its lock differs; also returns a lock that
 * accepts the tool.
 */
async function startWithheld() {
  const { url } = await startServer(createFixtureAgent());
  const bridge = createBridge(toPatient({ agents: [{ alias: 'fix', url }] }));
  const { router, close } = createMcpRouter(bridge);
  const server = express().use('/mcp', router).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    await close();
    await bridge.close();
    server.closeAllConnections();
    server.close();
  });
  const { lock } = await toBridgeLock(bridge);
  bridge.setLock(withOther(lock, 'fix_compare'));
  const { port } = server.address() as AddressInfo;
  return { bridge, lock, address: new URL(`http://127.0.0.1:${port}/mcp`) };
}

function withOther(lock: BridgeLock, name: string): BridgeLock {
  const { fix } = lock.agents;
  const tool = fix?.tools[name];
  if (fix === undefined || tool === undefined) throw new Error(`There is no ${name}`);
  const tools = { ...fix.tools, [name]: { ...tool, fingerprint: 'sha256:another' } };
  return { ...lock, agents: { fix: { ...fix, tools } } };
}

test('a tool can be called once it is accepted, whatever the host has listed before', async () => {
  const { bridge, lock, address } = await startWithheld();
  const host = await connectModern(new StreamableHTTPClientTransport(address));
  const listed = await host.listTools();
  const tool = listed.find(({ name }) => name === 'fix_compare');
  expect(tool).toMatchObject({ description: WITHHELD });
  expect(tool).not.toHaveProperty('outputSchema');
  const args = { a: 'Lion', b: 'Ox' };
  expect(await host.call('fix_compare', args)).toMatchObject({ isError: true });
  bridge.setLock(lock);
  const called = await host.call('fix_compare', args);
  expect(called).not.toHaveProperty('isError', true);
  expect(called.structuredContent).toMatchObject({ winner: 'Lion' });
});

test('a list in which something is withheld counts for a second', async () => {
  const { bridge, lock, address } = await startWithheld();
  const withheld = await callRaw(address, 'tools/list');
  expect(withheld.result).toMatchObject({ ttlMs: 1000 });
  bridge.setLock(lock);
  expect((await callRaw(address, 'tools/list')).result).toMatchObject({ ttlMs: 60_000 });
  const { instructions } = lock.bridge;
  bridge.setLock({ ...lock, bridge: { instructions, tools: {} } });
  expect((await callRaw(address, 'tools/list')).result).toMatchObject({ ttlMs: 1000 });
});
