import { createBridge, type Bridge, type BridgeOptions } from '@formwork/mcp';
import { createServer } from '@formwork/server';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFixtureAgent } from './fixture-agent.ts';
import { connectHost, toPatient } from './hosts.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function open(url: string, options: Partial<BridgeOptions> = {}): Bridge {
  const bridge = createBridge(toPatient({ agents: [{ alias: 'fix', url }], ...options }));
  onTestFinished(() => bridge.close());
  return bridge;
}

async function listNames(bridge: Bridge): Promise<readonly string[]> {
  return (await bridge.agents.listTools()).map(({ name }) => name);
}

/** Serves the fixture agent until a bridge has stored its card, then stops the agent. */
async function leaveCard(cardFolder: string, headers: Record<string, string> = {}) {
  const server = createServer(createFixtureAgent(), { openTasks: true });
  const { url } = await server.listen({ port: 0 });
  const agents = [{ alias: 'fix', url, connect: { headers } }];
  const names = await listNames(open(url, { cardFolder, agents }));
  await expect.poll(() => readdirSync(cardFolder)).toEqual([expect.stringMatching(/json$/u)]);
  await server.close();
  return { url, names, port: Number(new URL(url).port) };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
}

test('an agent that is away is listed by its last card, and calls say that it is away', async () => {
  const cardFolder = makeFolder();
  const { url, names } = await leaveCard(cardFolder);
  expect(names).toContain('fix_compare');
  expect(await listNames(open(url))).toEqual([]);
  const host = await connectHost('new http', { agents: [{ alias: 'fix', url }], cardFolder });
  expect((await host.listTools()).map(({ name }) => name)).toEqual([...names, 'a2a_task']);
  const answer = await host.call('fix_compare', { a: 'Lion', b: 'Ox' });
  expect(answer).toMatchObject({ isError: true });
  expect(JSON.stringify(answer)).toContain('must answer');
});

test('so is one that takes connections and never answers, soon', async () => {
  const cardFolder = makeFolder();
  const { url, names, port } = await leaveCard(cardFolder);
  let waiting = 0;
  const silent = createHttpServer((_request, response) => {
    waiting += 1;
    response.once('close', () => (waiting -= 1));
  });
  await listen(silent, port);
  const bridge = open(url, { cardFolder });
  expect(await listNames(bridge)).toEqual(names);
  // The stored card was used although the agent could still have answered.
  expect(waiting).toBe(1);
  silent.close();
  silent.closeAllConnections();
  await expect(bridge.agents.reachTool('fix_compare')).rejects.toMatchObject({
    code: 'CONNECT_FAILED',
  });
});

test('when it is back, calls go through, and a change is told', async () => {
  const cardFolder = makeFolder();
  const { url, names, port } = await leaveCard(cardFolder);
  const bridge = open(url, { cardFolder });
  expect(await listNames(bridge)).toEqual(names);
  let changes = 0;
  bridge.onChange(() => (changes += 1));
  const card = {
    name: 'Raw',
    description: 'x',
    version: '1',
    supportedInterfaces: [
      { url: `${url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    capabilities: {},
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'other', name: 'Other', description: 'x', tags: [] }],
  };
  await listen(
    createHttpServer((_request, response) => void response.end(JSON.stringify(card))),
    port,
  );
  await bridge.refresh();
  expect(await listNames(bridge)).toEqual(['fix_other', 'fix_ask']);
  expect(changes).toBe(1);
  expect((await bridge.agents.reachTool('fix_other'))?.profile.isStored).toBe(false);
  await expect.poll(() => readFiles(cardFolder)).toContain('Other');
});

test('nothing of what a caller says who it is is kept', async () => {
  const cardFolder = makeFolder();
  await leaveCard(cardFolder, { authorization: 'Bearer very-secret' });
  const kept = readFiles(cardFolder);
  expect(kept).toContain('compare');
  expect(kept).not.toContain('very-secret');
});

test.each([
  'not JSON',
  '{"kind":"formwork-card-1","text":"{}"}',
  '{"kind":"formwork-card-1","text":"["}',
])('a card that is spoilt is as if it were not there: %s', async (content) => {
  const cardFolder = makeFolder();
  const { url } = await leaveCard(cardFolder);
  const [name = ''] = readdirSync(cardFolder);
  writeFileSync(join(cardFolder, name), content);
  expect(await listNames(open(url, { cardFolder }))).toEqual([]);
});

test('a kept card leads nowhere else either', async () => {
  const cardFolder = makeFolder();
  const { url } = await leaveCard(cardFolder);
  const [name = ''] = readdirSync(cardFolder);
  const file = join(cardFolder, name);
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(url, 'http://169.254.169.254'));
  expect(await listNames(open(url, { cardFolder }))).toEqual([]);
});

function readFiles(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}
