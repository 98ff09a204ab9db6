import { createMemoryRegistryStore } from '@formwork/registry';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { startCardServer } from './card-server.ts';
import { START, startRegistry } from './start-registry.ts';

const ADA = { principal: { id: 'ada' } };
const INTERVAL_MS = 60_000;

test('cards are looked at in time, and keep their agents healthy', async () => {
  const server = await startCardServer();
  const { registry, advance } = startRegistry();
  const { agent } = await registry.register(server.url, ADA);
  expect(await registry.check()).toBe(0);
  for (let round = 1; round <= 5; round += 1) {
    advance(INTERVAL_MS);
    expect(await registry.check()).toBe(1);
  }
  expect(await registry.get(agent.agentId)).toMatchObject({
    status: 'healthy',
    lastSeenAt: new Date(START + 5 * INTERVAL_MS).toISOString(),
  });
  expect(server.reads()).toBe(6);
});

test('a card that is not there is looked for less and less often, until it is there', async () => {
  const server = await startCardServer();
  const { registry, advance } = startRegistry();
  const { agent } = await registry.register(server.url, ADA);
  server.answer((_request, response) => void response.writeHead(503).end());
  const waits: number[] = [];
  let waited = 0;
  for (let step = 0; waits.length < 8; step += 1) {
    advance(15_000);
    waited += 15_000;
    if ((await registry.check()) === 0) continue;
    waits.push(waited / 1000);
    waited = 0;
  }
  expect(waits).toEqual([60, 30, 60, 120, 240, 480, 960, 1920]);
  expect(await registry.get(agent.agentId)).toMatchObject({
    status: 'unhealthy',
    problem: expect.stringContaining('HTTP 503'),
    name: 'Rates',
  });
  server.answer(undefined);
  advance(3_600_000);
  await registry.check();
  const healed = await registry.get(agent.agentId);
  expect(healed).toMatchObject({ status: 'healthy' });
  expect(healed.problem).toBeUndefined();
});

test('a heartbeat does not heal who cannot be reached: it is looked at again, and not at each', async () => {
  const server = await startCardServer();
  const { registry, advance } = startRegistry();
  const { agent } = await registry.register(server.url, ADA);
  server.answer((_request, response) => void response.writeHead(503).end());
  for (let round = 0; round < 6; round += 1) {
    advance(INTERVAL_MS * 20);
    await registry.check();
  }
  const reads = server.reads();
  for (let beat = 0; beat < 20; beat += 1) {
    advance(1_000);
    expect(await registry.heartbeat(agent.agentId, ADA)).toMatchObject({ status: 'unhealthy' });
    await registry.check();
  }
  expect(server.reads() - reads).toBe(2);
  server.answer(undefined);
  advance(10_000);
  await registry.heartbeat(agent.agentId, ADA);
  await registry.check();
  expect(await registry.get(agent.agentId)).toMatchObject({ status: 'healthy' });
});

test('a change of a card is noticed and kept', async () => {
  const server = await startCardServer();
  const { registry, advance } = startRegistry();
  const { agent } = await registry.register(server.url, ADA);
  const [schema] = agent.schemas;
  server.set({
    version: '2.0.0',
    skills: [{ id: 'rate', name: 'Rate', description: 'x', tags: ['News'] }],
    capabilities: { streaming: true },
  });
  advance(INTERVAL_MS);
  await registry.check();
  const changed = await registry.get(agent.agentId);
  expect(changed).toMatchObject({
    version: '2.0.0',
    changedAt: new Date(START + INTERVAL_MS).toISOString(),
  });
  expect(await registry.listChanges(agent.agentId)).toEqual([
    {
      time: changed.changedAt,
      fingerprint: { from: agent.cardFingerprint, to: changed.cardFingerprint },
      version: { from: '1.0.0', to: '2.0.0' },
      addedSkills: ['rate'],
      removedSkills: ['price_query'],
      schemas: [{ name: 'priceQuery', from: schema?.fingerprint }],
    },
  ]);
  expect(await registry.discover({ tags: ['finance'] })).toMatchObject({ totalCount: 0 });
  expect(await registry.discover({ tags: ['news'] })).toMatchObject({ totalCount: 1 });
  await expect(registry.listChanges('other')).rejects.toMatchObject({ code: 'AGENT_UNKNOWN' });
});

test('the order of keys and spaces of a card are no change', async () => {
  const server = await startCardServer();
  const { registry, advance } = startRegistry();
  const { agent } = await registry.register(server.url, ADA);
  const card = (await (await fetch(server.url)).json()) as object;
  const turned = Object.fromEntries(Object.entries(card).toReversed());
  server.answer((_request, response) => void response.end(JSON.stringify(turned, null, 4)));
  advance(INTERVAL_MS);
  await registry.check();
  expect(await registry.listChanges(agent.agentId)).toEqual([]);
});

test('who is not heard of for long is removed, and who beats is not', async () => {
  const [gone, beating] = [await startCardServer(), await startCardServer()];
  const { registry, advance } = startRegistry({ forgetAfterMs: 600_000 });
  const { agent } = await registry.register(gone.url, ADA);
  const other = await registry.register(beating.url, ADA);
  for (const server of [gone, beating]) {
    server.answer((_request, response) => void response.writeHead(503).end());
  }
  for (let minute = 0; minute < 30; minute += 1) {
    advance(60_000);
    await registry.heartbeat(other.agent.agentId, ADA);
    await registry.check();
  }
  await expect(registry.get(agent.agentId)).rejects.toMatchObject({ code: 'AGENT_UNKNOWN' });
  expect(await registry.get(other.agent.agentId)).toMatchObject({ status: 'unhealthy' });
});

test('no more cards are read at a time than may be', async () => {
  let open = 0;
  let most = 0;
  const servers = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const server = await startCardServer();
      return server;
    }),
  );
  const { registry, advance } = startRegistry({ concurrency: 3 });
  let waiting: ServerResponse[] = [];
  async function answerAll(): Promise<void> {
    // A further look that is not held back would have come before this answer.
    await fetch(`${servers[0]?.url}/.well-known/agent-registry.json`);
    open -= waiting.length;
    for (const response of waiting) response.writeHead(500).end();
    waiting = [];
  }
  for (const { url } of servers) await registry.register(url, ADA);
  for (const server of servers) {
    server.answer((_request, response) => {
      open += 1;
      most = Math.max(most, open);
      waiting.push(response);
      if (open === 3) void answerAll();
    });
  }
  advance(INTERVAL_MS);
  expect(await registry.check()).toBe(12);
  expect(most).toBe(3);
});

test('a server that answers late does not hold up the cards of others', async () => {
  const [slow, quick] = await Promise.all([startCardServer(), startCardServer()]);
  const { registry, advance } = startRegistry({ concurrency: 4 });
  for (let n = 0; n < 20; n += 1) await registry.register(`${slow.url}/${n}`, ADA);
  for (let n = 0; n < 20; n += 1) await registry.register(`${quick.url}/${n}`, ADA);
  const before = quick.reads();
  const pending: (() => void)[] = [];
  let most = 0;
  slow.answer((_request, response) => {
    pending.push(() => response.writeHead(500).end());
    most = Math.max(most, pending.length);
  });
  advance(INTERVAL_MS);
  const checked = registry.check();
  await expect.poll(() => quick.reads() - before).toBeGreaterThanOrEqual(20);
  // One origin gets at most a quarter of the parallel checks.
  expect(most).toBe(1);
  slow.answer((_request, response) => void response.writeHead(500).end());
  for (const answer of pending) answer();
  expect(await checked).toBe(40);
});

test('two registries over one store do not look at the same card', async () => {
  const server = await startCardServer();
  const store = createMemoryRegistryStore();
  const [one, two] = [startRegistry({ store }), startRegistry({ store })];
  await one.registry.register(server.url, ADA);
  for (const { advance } of [one, two]) advance(INTERVAL_MS);
  const counts = await Promise.all([one.registry.check(), two.registry.check()]);
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1]);
});

test('a registry that was started looks by itself, and closing ends it within a card', async () => {
  const server = await startCardServer();
  const { registry } = startRegistry({
    now: Date.now,
    checkIntervalMs: 1_000,
    cardTimeoutMs: 3_600_000,
  });
  registry.start();
  await registry.register(server.url, ADA);
  await expect.poll(() => server.reads()).toBeGreaterThan(2);
  server.answer(() => {});
  const reads = server.reads();
  await expect.poll(() => server.reads()).toBeGreaterThan(reads);
  // Nothing else ends the look that is under way.
  await registry.close();
});

test('an end of the registry says nothing of its agents', async () => {
  const server = await startCardServer();
  const kept = createMemoryRegistryStore();
  const { registry, advance } = startRegistry({ store: { ...kept, close: async () => {} } });
  const { agent } = await registry.register(server.url, ADA);
  server.answer(() => {});
  advance(INTERVAL_MS);
  const checked = registry.check();
  await expect.poll(() => server.reads()).toBe(2);
  await registry.close();
  await checked;
  expect(await kept.get(agent.agentId)).toMatchObject({ failures: 0 });
});
