import { demoAgent } from '@formwork/demo';
import { toFingerprint } from '@formwork/schema';
import { expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { startCardServer } from './card-server.ts';
import { START, startRegistry } from './start-registry.ts';

const ADA = { principal: { id: 'ada' } };
const EVE = { principal: { id: 'eve' } };
const TTL_MS = 180_000;

test('an agent is listed by what its card says, read by the registry itself', async () => {
  const { url } = await startServer(demoAgent);
  const { registry } = startRegistry();
  const owner = { principal: { id: 'the owner' } };
  const { agent, created, key } = await registry.register(url, owner);
  expect({ created, key }).toEqual({ created: true, key: undefined });
  const fight = demoAgent.schemas.get('fightComparison');
  expect(agent).toMatchObject({
    agentId: expect.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9]$/u),
    name: 'Formwork demo',
    url,
    endpoint: `${url}/a2a`,
    status: 'healthy',
    registeredAt: new Date(START).toISOString(),
    schemas: expect.arrayContaining([
      { name: 'fightComparison', fingerprint: toFingerprint(fight?.schema ?? {}) },
    ]),
  });
  expect(agent.capabilities).toEqual(
    expect.arrayContaining(['fight-comparison', 'expense-report', 'streaming']),
  );
  expect(await registry.get(agent.agentId)).toEqual(agent);
  expect(JSON.stringify(await registry.discover())).not.toContain('the owner');
});

test('all spellings of an address are one agent', async () => {
  const { url } = await startCardServer();
  const { registry } = startRegistry();
  const first = await registry.register(url, ADA);
  const { port } = new URL(url);
  for (const text of [
    `${url}/`,
    ` ${url}/.well-known/agent-card.json`,
    `${url}//#top`,
    `${url}?x=1`,
    `${url}/?x=2`,
    `${url}/.well-known/agent-card.json?x=3`,
    `http://localhost:${port}`,
    `http://LOCALHOST.:${port}/?x=4`,
    `http://[::ffff:127.0.0.1]:${port}`,
    `http://127.1:${port}`,
  ]) {
    expect(await registry.register(text, ADA)).toMatchObject({
      created: false,
      agent: { agentId: first.agent.agentId, url },
    });
  }
  expect((await registry.discover()).totalCount).toBe(1);
});

test.each([
  'rates.example',
  'file:///etc/passwd',
  'http://me:secret@rates.example',
  `http://rates.example/${'a'.repeat(3_000)}`,
  '',
])('%s is no address of an agent, and is not shown', async (text) => {
  const { registry } = startRegistry();
  const error = await registry.register(text, ADA).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'AGENT_REFUSED' });
  expect(String(error)).toContain('url must be an http or https URL');
  expect(String(error)).not.toContain('secret');
});

test.each([
  [{ capabilities: ['price_query'] }, 1],
  [{ capabilities: ['price_query', 'streaming'] }, 1],
  [{ capabilities: ['price_query', 'other'] }, 0],
  [{ tags: ['FINANCE'] }, 1],
  [{ schemas: ['priceQuery'] }, 1],
  [{ schemas: ['pricequery'] }, 0],
  [{ text: 'currenc RATES' }, 1],
  [{ text: 'price' }, 1],
  [{ text: 'query' }, 1],
  [{ text: 'ate' }, 0],
  [{ text: '!?' }, 0],
  [{ text: '  ' }, 1],
  [{ status: 'healthy' }, 1],
  [{ status: 'unhealthy' }, 0],
] as const)('%j finds %d', async (query, totalCount) => {
  const { url } = await startCardServer();
  const { registry } = startRegistry();
  await registry.register(url, ADA);
  expect(await registry.discover(query)).toMatchObject({ totalCount });
});

test('an agent is found by the fingerprint of a schema', async () => {
  const { url } = await startCardServer();
  const { registry } = startRegistry();
  const { agent } = await registry.register(url, ADA);
  const fingerprints = agent.schemas.flatMap(({ fingerprint }) => fingerprint ?? []);
  expect(fingerprints).toHaveLength(1);
  expect(await registry.discover({ fingerprints })).toMatchObject({ totalCount: 1 });
  expect(await registry.discover({ fingerprints: ['f'.repeat(64)] })).toMatchObject({
    totalCount: 0,
  });
});

test.each([
  [{ limit: 0 }, 'limit must be an integer from 1 to 100: current value is 0'],
  [{ limit: 101 }, 'limit must be an integer from 1 to 100'],
  [{ tags: 'finance' }, 'tags must be a list'],
  [{ capabilities: [''] }, 'capabilities must be a list of at most 20 texts of 1 to 256'],
  [{ text: 'x'.repeat(257) }, 'text must be a text of at most 256 characters'],
  [{ status: 'ill' }, 'status must be "healthy", "unhealthy" or "all"'],
  [{ tag: ['x'] }, 'did you mean "tags"?'],
])('%j is told what is wrong', async (query, message) => {
  const { registry } = startRegistry();
  await expect(registry.discover(query as object)).rejects.toThrow(message);
});

test('whoever registered an agent keeps and removes it, and nobody else', async () => {
  const { url } = await startCardServer();
  const { registry, advance } = startRegistry();
  const { agent } = await registry.register(url, ADA);
  for (const caller of [EVE, {}, { key: 'a-key-of-somebody-else' }]) {
    await expect(registry.heartbeat(agent.agentId, caller)).rejects.toMatchObject({
      code: 'NOT_OWNER',
    });
    await expect(registry.remove(agent.agentId, caller)).rejects.toMatchObject({
      code: 'NOT_OWNER',
    });
  }
  advance(TTL_MS - 1);
  expect(await registry.heartbeat(agent.agentId, ADA)).toMatchObject({ status: 'healthy' });
  advance(TTL_MS - 1);
  expect(await registry.get(agent.agentId)).toMatchObject({ status: 'healthy' });
  advance(1);
  expect(await registry.get(agent.agentId)).toMatchObject({ status: 'unhealthy' });
  await registry.remove(agent.agentId, ADA);
  await expect(registry.get(agent.agentId)).rejects.toMatchObject({ code: 'AGENT_UNKNOWN' });
  await expect(registry.heartbeat(agent.agentId, ADA)).rejects.toMatchObject({
    code: 'AGENT_UNKNOWN',
  });
});

test('a caller without a name gets a key, once, or gives one', async () => {
  const { url } = await startCardServer();
  const { registry } = startRegistry();
  const { agent, key } = await registry.register(url);
  expect(key).toMatch(/^[\w-]{22}$/u);
  expect((await registry.register(url)).key).toBeUndefined();
  await expect(registry.heartbeat(agent.agentId, {})).rejects.toMatchObject({ code: 'NOT_OWNER' });
  expect(await registry.heartbeat(agent.agentId, { key })).toMatchObject({ status: 'healthy' });
  await registry.remove(agent.agentId, { key });

  await expect(registry.register(url, { key: 'short' })).rejects.toThrow('at least 20 characters');
  const own = { key: 'a-secret-of-my-own-choice' };
  expect(await registry.register(url, own)).toMatchObject({ created: true });
  expect(await registry.remove(agent.agentId, own)).toMatchObject({ url });
});

test('registering again reads the card again for its owner, and for nobody else', async () => {
  const server = await startCardServer();
  const { registry, advance } = startRegistry();
  await registry.register(server.url, ADA);
  server.set({ version: '2.0.0' });
  advance(10_000);
  expect(await registry.register(server.url, EVE)).toMatchObject({ agent: { version: '1.0.0' } });
  expect(await registry.register(server.url, ADA)).toMatchObject({ agent: { version: '2.0.0' } });
  const reads = server.reads();
  await registry.register(server.url, ADA);
  expect(server.reads()).toBe(reads);
});

test('who runs the origin of an agent can claim it', async () => {
  const server = await startCardServer();
  const { registry } = startRegistry();
  const { agent } = await registry.register(server.url, EVE);
  const claim = () => registry.claim(agent.agentId, ADA);
  await expect(claim()).rejects.toThrow('agent-registry.json must be JSON such as');
  server.prove({ owners: 'ada' });
  await expect(claim()).rejects.toThrow('current value is something else');
  server.prove('{"owners": ["bob"], "owners": ["ada"]}');
  await expect(claim()).rejects.toThrow('current value is something else');
  server.prove({ owners: ['bob', 'user:ada'] });
  await expect(claim()).rejects.toThrow('must name you among its owners');
  server.prove({ owners: ['ada'] });
  expect(await claim()).toMatchObject({ agentId: agent.agentId });
  await expect(registry.remove(agent.agentId, EVE)).rejects.toMatchObject({ code: 'NOT_OWNER' });
  await expect(registry.claim(agent.agentId, {})).rejects.toThrow('give a key of at least 20');
  await registry.remove(agent.agentId, ADA);
});

test('who has as many agents as one may have cannot claim another, and keeps them', async () => {
  const [first, second] = [await startCardServer(), await startCardServer()];
  const { registry } = startRegistry({ maxAgentsPerOwner: 1 });
  const { agent: own } = await registry.register(first.url, ADA);
  const { agent: other } = await registry.register(second.url, EVE);
  for (const server of [first, second]) server.prove({ owners: ['ada'] });
  await expect(registry.claim(other.agentId, ADA)).rejects.toMatchObject({ code: 'REGISTRY_FULL' });
  expect(await registry.claim(own.agentId, ADA)).toMatchObject({ agentId: own.agentId });
});

test('the origin may name the hash of a key, and not a name that looks like one', async () => {
  const server = await startCardServer();
  const { registry } = startRegistry();
  const { agent } = await registry.register(server.url, EVE);
  const key = 'a-secret-of-my-own-choice';
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  const name = `sha256:${Buffer.from(bytes).toString('hex')}`;
  server.prove({ owners: [name] });
  expect(await registry.claim(agent.agentId, { key })).toMatchObject({ url: server.url });
});

test('one origin has so many agents at most, whoever registers them', async () => {
  const { url } = await startCardServer();
  const { registry } = startRegistry({ maxAgentsPerOrigin: 2 });
  await registry.register(url, ADA);
  await registry.register(`${url}/n1`, EVE);
  await expect(registry.register(`${url}/n2`)).rejects.toThrow(
    `${url} must have at most 2 in the registry: it has as many`,
  );
  // The limit does not apply to origins that the operator allows by name.
  const { registry: open } = startRegistry({ maxAgentsPerOrigin: 1, allowOrigins: [url] });
  for (const query of ['', '/n1', '/n2']) await open.register(`${url}${query}`);
});

test('cards of one origin are read so often at most', async () => {
  const { url } = await startCardServer();
  const other = await startCardServer();
  let time = Date.now();
  const { registry } = startRegistry({ maxReadsPerOrigin: 2, now: () => time });
  await registry.register(url, ADA);
  await registry.register(`${url}/n1`, EVE);
  const third = registry.register(`${url}/n2`, EVE);
  await expect(third).rejects.toMatchObject({ code: 'REGISTRY_BUSY' });
  await expect(third).rejects.toThrow(`at most 2 cards of ${url} are read in a minute`);
  await registry.register(other.url, EVE);
  time += 60_000;
  await registry.register(`${url}/n2`, EVE);
});

test('one caller, and all of them, have so many agents at most', async () => {
  const servers = await Promise.all([1, 2, 3].map(() => startCardServer()));
  const [one, two, three] = servers.map(({ url }) => url);
  const { registry } = startRegistry({ maxAgentsPerOwner: 1, maxAgents: 2 });
  await registry.register(one ?? '', ADA);
  await expect(registry.register(two ?? '', ADA)).rejects.toMatchObject({ code: 'REGISTRY_FULL' });
  await registry.register(two ?? '', EVE);
  await expect(registry.register(three ?? '')).rejects.toThrow(
    'must have at most 2: it has as many',
  );
});
