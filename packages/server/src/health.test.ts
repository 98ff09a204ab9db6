import { defineAgent, defineSkill } from '@formwork/core';
import { createMemoryEngine, type TaskEngine } from '@formwork/runtime';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAgentRouter } from './create-agent-router.ts';
import { createServer, type AgentServer } from './create-server.ts';
import type { ServerOptions } from './server-options.ts';
import { serveRouter } from './testing/serve-router.ts';

const skill = defineSkill({
  id: 'greet',
  name: 'Greet',
  description: 'Greets.',
  tags: [],
  text: () => 'Hello',
});
const agent = defineAgent({ name: 'Agent', version: '1', skills: [skill] });

async function serve(options: ServerOptions = {}): Promise<{ server: AgentServer; url: string }> {
  const server = createServer(agent, options);
  onTestFinished(() => server.close());
  const { url } = await server.listen({ port: 0 });
  return { server, url };
}

test('health is told to anybody, under the names of the server alone', async () => {
  const { url } = await serve({ authenticate: () => undefined, requireAuthentication: true });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, ready.headers.get('cache-control'), await ready.text()]).toEqual([
    200,
    'no-store',
    '{"status":"ok"}',
  ]);
  expect((await fetch(`${url}/healthz`, { method: 'POST' })).status).toBe(404);
  const { port } = new URL(url);
  const { request } = process.getBuiltinModule('node:http');
  const status = await new Promise((resolve) => {
    request({ port, path: '/healthz', headers: { host: 'evil.example' } }, (response) =>
      resolve(response.resume().statusCode),
    ).end();
  });
  expect(status).toBe(421);
});

test('without health the paths are free for routes of its own', async () => {
  const { url } = await serve({ health: false });
  expect((await fetch(`${url}/healthz`)).status).toBe(404);
});

test('a router answers health checks if it is told to', async () => {
  const publicUrl = 'http://localhost/agents';
  const door = createAgentRouter(agent, { publicUrl, health: true });
  await using served = await serveRouter('/agents', door.router);
  const readStatus = async (path: string) => (await fetch(`${served.url}/agents${path}`)).status;
  expect([await readStatus('/healthz'), await readStatus('/readyz')]).toEqual([200, 200]);
  await door.close();
  expect([await readStatus('/healthz'), await readStatus('/readyz')]).toEqual([200, 503]);
});

test('however many ask, the engine writes once a second, and nothing stays', async () => {
  const plain = createMemoryEngine();
  onTestFinished(() => plain.close());
  const made: string[] = [];
  const engine: TaskEngine = {
    ...plain,
    create(task, claim) {
      made.push(task.id);
      return plain.create(task, claim);
    },
  };
  // Own clock: stands still, because on a busy machine 20 requests may take more than a second.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => void vi.restoreAllMocks());
  const { url } = await serve({ engine });
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/readyz`)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(made).toHaveLength(1);
  expect(await plain.findScope(made[0] ?? '')).toBeUndefined();
});

test('an engine that hangs is not ready, and is not waited for', async () => {
  const plain = createMemoryEngine();
  onTestFinished(() => plain.close());
  const engine: TaskEngine = { ...plain, create: () => new Promise(() => undefined) };
  const { url } = await serve({ engine });
  const response = await fetch(`${url}/readyz`);
  expect([response.status, await response.json()]).toEqual([503, { status: 'store-unavailable' }]);
});
