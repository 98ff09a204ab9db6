import { connect } from '@formwork/client';
import { createRegistryAgent, type AgentQuery } from '@formwork/registry';
import { createSqliteRegistryStore } from '@formwork/registry/sqlite';
import { listSecretValues } from '@formwork/schema/internal';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { startCardServer } from './card-server.ts';
import { startRegistry } from './start-registry.ts';

const ADA = { principal: { id: 'ada' } };
const INTERVAL_MS = 60_000;

test('a card of 10 MB is given up at its limit, and so is a proof', async () => {
  const server = await startCardServer({ description: 'x'.repeat(10_485_760) });
  const { registry } = startRegistry();
  await expect(registry.register(server.url, ADA)).rejects.toThrow(
    'must have at most 1048576 bytes',
  );
  server.set({ description: 'x' });
  const { agent } = await registry.register(server.url, { principal: { id: 'eve' } });
  server.prove({ owners: ['ada', 'x'.repeat(100_000)] });
  await expect(registry.claim(agent.agentId, ADA)).rejects.toThrow('more than 65536 bytes');
});

test('the keys of callers are secret in what the agent stores and logs', () => {
  const { registry } = startRegistry();
  const data = { url: 'https://agent.example', agentId: 'a', key: 'a key of twenty letters' };
  const named = createRegistryAgent(registry).skills.flatMap(({ inputs }) => [...inputs.values()]);
  const keyed = named.filter(({ schema }) => JSON.stringify(schema).includes('"key":'));
  expect(keyed).toHaveLength(4);
  for (const { schema } of keyed) expect(listSecretValues(schema, data)).toEqual([data.key]);
});

test('a card that never comes, or comes byte by byte, ends with its time', async () => {
  const [slow, silent] = await Promise.all([startCardServer(), startCardServer()]);
  slow.answer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    // Real time: the card never ends, and no assertion depends on how often a byte comes.
    const timer = setInterval(() => response.write(' '), 50);
    response.once('close', () => clearInterval(timer));
  });
  silent.answer(() => {});
  const { registry } = startRegistry({ cardTimeoutMs: 400 });
  await Promise.all(
    [slow, silent].map(({ url }) =>
      expect(registry.register(url, ADA)).rejects.toMatchObject({ code: 'AGENT_REFUSED' }),
    ),
  );
});

test.each([
  ['another document', '[1, 2]'],
  ['no JSON', '<html>'],
  ['nothing', ''],
  ['depth without end', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
])('a card that is %s is refused', async (_name, body) => {
  const server = await startCardServer();
  server.answer((_request, response) => void response.end(body));
  const { registry } = startRegistry();
  await expect(registry.register(server.url, ADA)).rejects.toMatchObject({ code: 'AGENT_REFUSED' });
});

test.each([
  [
    'skills',
    {
      skills: Array.from({ length: 501 }, (_, id) => ({
        id: `s${id}`,
        name: 'x',
        description: 'x',
        tags: [],
      })),
    },
  ],
  [
    'schemas',
    {
      capabilities: {},
      schemas: Object.fromEntries(Array.from({ length: 201 }, (_, id) => [`s${id}`, {}])),
    },
  ],
  [
    'bytes of names and texts',
    {
      skills: Array.from({ length: 500 }, (_, id) => ({
        id: `${id}${'x'.repeat(100)}`,
        name: 'x'.repeat(200),
        description: 'x',
        tags: [],
      })),
    },
  ],
])('a card with too many %s is refused', async (what, fields) => {
  const server = await startCardServer(fields);
  const { registry } = startRegistry();
  await expect(registry.register(server.url, ADA)).rejects.toThrow(`must have at most`);
  await expect(registry.register(server.url, ADA)).rejects.toThrow(what);
});

test('a schema that would harm whoever runs it is listed without a fingerprint', async () => {
  const server = await startCardServer({
    capabilities: {},
    schemas: {
      bad: { type: 'string', pattern: 'a'.repeat(600) },
      half: { type: 'string', title: '\uD800' },
      good: { type: 'string' },
    },
  });
  const { registry } = startRegistry();
  const { agent } = await registry.register(server.url, ADA);
  expect(agent.schemas).toEqual([
    { name: 'bad' },
    { name: 'half' },
    { name: 'good', fingerprint: expect.stringMatching(/^sha256:[0-9a-f]{64}$/u) },
  ]);
});

test('texts are shown without what is not seen, or turns others around', async () => {
  const server = await startCardServer({
    name: '\u0000Ra\u001B[31mtes\u202Eevil\u200B\uD800\n',
    description: '\u0007',
    skills: [
      {
        id: 'a\u0000b',
        name: '\u2066x',
        description: 'x',
        tags: ['\u0000', 'ta\u0008g', '\u202E'],
      },
      { id: '\u0001', name: 'no id', description: 'x', tags: [] },
    ],
  });
  const { registry } = startRegistry({ store: createSqliteRegistryStore({ file: ':memory:' }) });
  const { agent } = await registry.register(server.url, ADA);
  expect(agent).toMatchObject({
    name: 'Ra [31mtes evil',
    description: '',
    skills: [{ id: 'a b', name: 'x' }],
    tags: ['ta g'],
  });
  expect(JSON.stringify(agent)).not.toMatch(/\\u|[\p{Cc}\p{Cf}\p{Cs}]/u);
  expect(await registry.discover({ text: 'evil' })).toMatchObject({ totalCount: 1 });
});

test('a name of nothing but such characters is that of the host', async () => {
  const server = await startCardServer({ name: '\u202E\u200B' });
  const { registry } = startRegistry();
  const { agent } = await registry.register(server.url, ADA);
  expect(agent.name).toBe(new URL(server.url).host);
});

test.each<readonly [string, string, string]>([
  ['leads inside', '', 'private network'],
  ['is too large', ' '.repeat(10_485_760), 'at most 1048576 bytes'],
  ['is none', '[]', 'must be an agent card'],
])('of an agent whose card later %s, what is known stays', async (_name, body, problem) => {
  const server = await startCardServer();
  const { registry, advance } = startRegistry();
  const { agent } = await registry.register(server.url, ADA);
  server.answer((_request, response) => {
    if (body === '') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    else response.end(body);
  });
  advance(INTERVAL_MS);
  await registry.check();
  const { problem: told, ...later } = await registry.get(agent.agentId);
  expect(later).toEqual({ ...agent, status: 'unhealthy' });
  expect(told).toContain(problem);
  expect(await registry.discover({ status: 'healthy' })).toMatchObject({ totalCount: 0 });
});

test('an agent whose door moves is told of', async () => {
  const server = await startCardServer();
  const { registry, advance } = startRegistry();
  const { agent } = await registry.register(server.url, ADA);
  const url = 'http://169.254.169.254/a2a';
  server.set({
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  });
  advance(INTERVAL_MS);
  await registry.check();
  expect(await registry.listChanges(agent.agentId)).toMatchObject([
    { endpoint: { from: `${server.url}/a2a`, to: url } },
  ]);
});

test('cursors that were changed, or made for another query, are refused', async () => {
  const servers = await Promise.all([1, 2, 3].map(() => startCardServer()));
  const { registry } = startRegistry();
  for (const { url } of servers) await registry.register(url, ADA);
  const query: AgentQuery = { limit: 1, tags: ['finance'] };
  const { nextCursor = '' } = await registry.discover(query);
  expect(await registry.discover({ ...query, cursor: nextCursor })).toMatchObject({
    agents: [{ url: servers[1]?.url }],
    totalCount: 3,
  });
  // The size of the page is not part of the query that the cursor belongs to.
  expect((await registry.discover({ ...query, limit: 5, cursor: nextCursor })).agents).toHaveLength(
    2,
  );
  const changed = Array.from(nextCursor, (character, index) => {
    const other = character === 'A' ? 'B' : 'A';
    return `${nextCursor.slice(0, index)}${other}${nextCursor.slice(index + 1)}`;
  });
  const wrong = [...changed, '', 'x', `${nextCursor}A`, nextCursor.slice(1), `${nextCursor}=`, ' '];
  for (const cursor of wrong) {
    await expect(registry.discover({ ...query, cursor })).rejects.toMatchObject({
      code: 'CURSOR_INVALID',
    });
  }
  for (const other of [{}, { tags: ['news'] }, { ...query, status: 'healthy' as const }]) {
    await expect(registry.discover({ ...other, cursor: nextCursor })).rejects.toMatchObject({
      code: 'CURSOR_INVALID',
    });
  }
});

test('ten thousand heartbeats at once are taken, each for its agent', async () => {
  const store = createSqliteRegistryStore({ file: ':memory:' });
  const { registry, advance } = startRegistry({ store });
  const servers = await Promise.all(Array.from({ length: 20 }, () => startCardServer()));
  const ids = await Promise.all(
    servers.map(async ({ url }, index) => {
      const caller = { principal: { id: `user-${index}` } };
      return { ...(await registry.register(url, caller)).agent, caller };
    }),
  );
  advance(100_000);
  const beats = Array.from({ length: 10_000 }, (_, index) => {
    const { agentId = '', caller = {} } = ids[index % ids.length] ?? {};
    return registry.heartbeat(agentId, index % 100 === 99 ? { principal: { id: 'eve' } } : caller);
  });
  const results = await Promise.allSettled(beats);
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(100);
  expect(await registry.discover({ status: 'healthy' })).toMatchObject({ totalCount: 20 });
});

test('more registrations than may wait are told to come back', async () => {
  const server = await startCardServer();
  const held: ServerResponse[] = [];
  server.answer((_request, response) => void held.push(response));
  const { registry } = startRegistry({ concurrency: 1 });
  const tries = Array.from({ length: 40 }, (_, index) =>
    registry.register(`${server.url}/${index}`, ADA),
  );
  // The card of the first one comes only when all others wait or are refused.
  let refused = 0;
  for (const one of tries) one.catch(() => (refused += 1));
  await expect.poll(() => [refused, held.length]).toEqual([7, 1]);
  server.answer((_request, response) => void response.writeHead(500).end());
  held[0]?.writeHead(500).end();
  const results = await Promise.allSettled(tries);
  const codes = results.map((result) =>
    result.status === 'rejected' ? (result.reason as { code: string }).code : '',
  );
  expect(codes.filter((code) => code === 'REGISTRY_BUSY')).toHaveLength(7);
  expect(codes.filter((code) => code === 'AGENT_REFUSED')).toHaveLength(33);
});

test("over A2A, wrong queries and cursors are the caller's error, and nothing of the inside is told", async () => {
  const { registry } = startRegistry();
  const { url } = await startServer(createRegistryAgent(registry));
  const agent = await connect(url);
  const discover = agent.skill('discover');
  await expect(discover.call({ limit: 1_000 })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  await expect(discover.call({ cursor: 'none' })).rejects.toThrow('cursor must come from the page');
  await expect(discover.call({ text: '🦊'.repeat(256) })).resolves.toBeDefined();
  await expect(
    agent.skill('remove').call({ agentId: 'x'.repeat(128), key: 'y'.repeat(256) }),
  ).rejects.toThrow('agentId must be that of a registered one');
});
