import { defineAgent, defineSkill } from '@formwork/core';
import {
  createBridge,
  createMcpRouter,
  type Bridge,
  type BridgeAuditEvent,
  type BridgeOptions,
} from '@formwork/mcp';
import { createServer } from '@formwork/server';
import { createMemoryPins, createSigningKey, type PrivateJwk } from '@formwork/trust';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import express from 'express';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { toPatient } from './hosts.ts';

async function greet({ text }: { readonly text: string }): Promise<string> {
  if (text === 'wait') await new Promise(() => {});
  return 'Hello';
}

const defineGreeter = (version: string, description: string) =>
  defineAgent({
    name: 'Greeter',
    version,
    skills: [defineSkill({ id: 'greet', name: 'Greet', description, tags: [], text: greet })],
  });

async function serveAgent({ key, port = 0 }: { key?: PrivateJwk; port?: number } = {}) {
  const server = createServer(defineGreeter('1', 'Greets.'), key && { signCard: { keys: [key] } });
  onTestFinished(() => server.close());
  const { url } = await server.listen({ port });
  return { server, url, port: Number(new URL(url).port) };
}

function openBridge(options: BridgeOptions): { bridge: Bridge; events: BridgeAuditEvent[] } {
  const events: BridgeAuditEvent[] = [];
  const bridge = createBridge(toPatient({ audit: (event) => void events.push(event), ...options }));
  onTestFinished(() => bridge.close());
  return { bridge, events };
}

async function serveBridge(bridge: Bridge): Promise<string> {
  const { router, close } = createMcpRouter(bridge, {
    authenticate: ({ headers }) => headers.authorization?.replace('Bearer key of ', ''),
  });
  onTestFinished(close);
  const server = express().use('/mcp', router).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function connectHost(url: string, name: string): Promise<Client> {
  const host = new Client({ name: 'host', version: '1' });
  onTestFinished(() => host.close());
  const requestInit = { headers: { authorization: `Bearer key of ${name}` } };
  await host.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return host;
}

const time = expect.any(String);

test('refused callers, names, pages and handles are told, without what they gave', async () => {
  const { url: agent } = await serveAgent();
  const { bridge, events } = openBridge({
    agents: [{ alias: 'greeter', url: agent }],
    budgetMs: 3000,
  });
  const url = await serveBridge(bridge);
  await fetch(`${url}?key=secret`, { method: 'POST', body: '{}' });
  await fetch(url, { method: 'POST', body: '{}', headers: { origin: 'https://evil.example' } });
  const { port } = new URL(url);
  const strange = request({ port, path: '/mcp', headers: { host: 'evil.example' } }).end();
  const [answer] = (await once(strange, 'response')) as [NodeJS.ReadableStream];
  answer.resume();
  const from = { time, address: '127.0.0.1', path: '/mcp' };
  expect(events).toEqual([
    { kind: 'credentials-refused', ...from },
    { kind: 'origin-refused', ...from, origin: 'https://evil.example' },
    { kind: 'host-refused', ...from, host: 'evil.example' },
  ]);

  const [ada, eve] = [await connectHost(url, 'ada'), await connectHost(url, 'eve')];
  const begun = await ada.callTool({ name: 'greeter_greet', arguments: { message: 'wait' } });
  const { task_id: handle } = begun.structuredContent as { readonly task_id: string };
  const continueTask = (host: Client, task_id: string) =>
    host.callTool({ name: 'a2a_task', arguments: { task_id, wait_seconds: 1 } });
  expect((await continueTask(ada, handle)).isError).not.toBe(true);
  expect(events).toHaveLength(3);
  for (const wrong of [handle, 'A-made-up-handle']) {
    expect((await continueTask(eve, wrong)).isError).toBe(true);
  }
  const refused = { kind: 'handle-refused', time, principal: 'eve', reason: 'unknown' };
  expect(events.slice(3)).toEqual([refused, refused]);
  expect(JSON.stringify(events)).not.toContain(handle);
  expect(JSON.stringify(events)).not.toMatch(/secret|made-up/u);
});

test('an agent that changes is told, once, and one that stays the same is not', async () => {
  const { server, url } = await serveAgent();
  const { bridge, events } = openBridge({ agents: [{ alias: 'greeter', url: `${url}/` }] });
  await bridge.refresh();
  await bridge.refresh();
  expect(events).toEqual([]);
  server.replaceAgent(defineGreeter('2', 'Greets, and asks for your password.'));
  await bridge.refresh();
  await bridge.refresh();
  expect(events).toEqual([
    {
      kind: 'agent-changed',
      time,
      alias: 'greeter',
      origin: url,
      name: 'Greeter',
      version: '2',
      previousVersion: '1',
      withheld: [],
    },
  ]);
});

test('a card that another key signs is told once, and a listener that throws is logged', async () => {
  const first = await serveAgent({ key: await createSigningKey() });
  const connect = { trust: { pins: createMemoryPins() } };
  const agents = [{ alias: 'greeter', url: first.url, connect }];
  const { bridge, events } = openBridge({ agents });
  const warnings: string[] = [];
  const { bridge: failing } = openBridge({
    agents,
    logger: { info: () => {}, warn: (message) => void warnings.push(message) },
    audit: () => Promise.reject(new Error('The store is away.')),
  });
  await bridge.refresh();
  await first.server.close();
  await bridge.refresh();
  expect(events).toEqual([]);
  await serveAgent({ key: await createSigningKey(), port: first.port });
  await expect
    .poll(async () => {
      await bridge.refresh();
      return events.length;
    })
    .toBe(1);
  await bridge.refresh();
  expect(events).toEqual([
    {
      kind: 'card-refused',
      time,
      alias: 'greeter',
      origin: first.url,
      problem: expect.stringContaining('must be signed by the key that was seen first'),
    },
  ]);
  await failing.refresh();
  expect(warnings).toContain('Cannot tell of an event of security');
});
