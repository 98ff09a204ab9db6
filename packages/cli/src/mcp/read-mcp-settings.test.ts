import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readMcpSettings } from './read-mcp-settings.ts';

const URL_9 = 'http://127.0.0.1:9';
const env = {
  KEY: 'k'.repeat(20),
  FORMWORK_TOKEN_MY_SHOP: 'token',
  XDG_CONFIG_HOME: '/config',
  XDG_CACHE_HOME: '/cache',
};

async function read(words: readonly string[], config?: unknown, flags: object = {}) {
  if (config === undefined) return readMcpSettings({ words, config: undefined, env, ...flags });
  const folder = await mkdtemp(join(tmpdir(), 'formwork-mcp-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'config.json');
  await writeFile(file, JSON.stringify(config));
  return readMcpSettings({ words, config: file, env, ...flags });
}

test('agents of the command line have an alias of their own or of their host', async () => {
  const { bridge, handleKeyFile } = await read([
    `my-shop=${URL_9}`,
    'https://trips.example.com/agent',
    URL_9,
    'http://localhost:1',
  ]);
  expect(bridge.agents).toEqual([
    { alias: 'my-shop', url: URL_9, connect: { headers: { Authorization: 'Bearer token' } } },
    { alias: 'trips', url: 'https://trips.example.com/agent' },
    { alias: 'agent', url: URL_9 },
    { alias: 'agent-2', url: 'http://localhost:1' },
  ]);
  expect(handleKeyFile).toBe('/config/formwork/mcp-handles.key');
});

test('a config file says the rest', async () => {
  const shop = {
    url: URL_9,
    headers: { 'x-key': { env: 'KEY' } },
    trust: ['https://doors.example.com'],
    allow: ['a*'],
    deny: ['ab'],
    ask: false,
    hints: { readOnly: true },
    results: 'envelope',
    addresses: 'public',
    authorizationHosts: ['login.example.com'],
  };
  const callers = { ada: { env: 'KEY' } };
  const {
    bridge,
    callers: known,
    router,
  } = await read([], {
    agents: { shop },
    budgetSeconds: 20,
    onDecline: 'keep',
    callers,
    allowedHosts: ['bridge.example.com'],
  });
  const { url, headers: _headers, trust, ...rest } = shop;
  const connect = { headers: { 'x-key': env.KEY }, trustedOrigins: trust };
  expect(bridge).toEqual({
    agents: [{ alias: 'shop', url, ...rest, connect }],
    budgetMs: 20_000,
    onDecline: 'keep',
    cardFolder: '/cache/formwork/cards',
  });
  expect([...known]).toEqual([[env.KEY, 'ada']]);
  expect(router).toEqual({ allowedHosts: ['bridge.example.com'] });
});

test('cards and pages are there unless somebody says otherwise', async () => {
  const words = [URL_9];
  const get = async (config: object, flags: object = {}) => {
    const { agents: _agents, ...bridge } = (await read(words, config, flags)).bridge;
    return bridge;
  };
  expect(await get({})).toEqual({ cardFolder: '/cache/formwork/cards' });
  expect(await get({ cardFolder: '/here', app: true })).toEqual({ cardFolder: '/here' });
  expect(await get({ cardFolder: false, app: false })).toEqual({ app: false });
  expect(await get({ cardFolder: '/here' }, { cardFolder: '/there', app: false })).toEqual({
    cardFolder: '/there',
    app: false,
  });
  expect(await get({ cardFolder: '/here' }, { cardFolder: false, app: true })).toEqual({});
});

test.each([
  [[], undefined, 'there must be an agent'],
  [[URL_9], { cardFolder: 7 }, '"cardFolder" as it must be the path of a folder, or false'],
  [[URL_9], { app: 'no' }, '"app" as it must be true or false'],
  [[], { agents: { a: { url: URL_9, addresses: 'x' } } }, '"any" or "public"'],
  [['shop'], undefined, 'must be an http or https URL'],
  [['http://me:secret@127.0.0.1:9'], undefined, 'must have no password'],
  [[], { agent: {} }, 'its keys must be of agents, registry, budgetSeconds'],
  [[], { agents: { a: { url: URL_9, header: {} } } }, 'Cannot read agent "a" as its keys'],
  [[], { agents: { a: {} } }, 'must be an http or https URL'],
  [
    [],
    { agents: { a: { url: URL_9, headers: { k: { env: 'NONE' } } } } },
    'environment must have NONE',
  ],
  [
    [],
    { agents: { a: { url: URL_9, headers: { k: { file: '/none' } } } } },
    'file must be readable',
  ],
  [[], { agents: { a: { url: URL_9, headers: { k: 1 } } } }, '{"env": NAME} or {"file": PATH}'],
  [[], { agents: { a: { url: URL_9, allow: 'x' } } }, '"allow" of agent "a" as it must be a list'],
  [[], { agents: { a: { url: URL_9, results: 'x' } } }, '"natural" or "envelope"'],
  [[], { agents: [] }, '"agents" as it must be an object'],
  [[], { registry: 'x' }, '"registry" as it must be an object'],
  [[], { registry: {} }, 'must be an http or https URL'],
  [[], { registry: { url: URL_9, hints: {} } }, 'strangers: current value has "hints"'],
  [[], { registry: { url: URL_9, tag: [] } }, 'Cannot read agent "registry" as its keys'],
  [[], { registry: { url: URL_9, tags: 'x' } }, '"tags" of "registry" as it must be a list'],
  [[], { registry: { url: URL_9, max: 0 } }, '"max" of "registry" as it must be an integer'],
  [[], { registry: { url: URL_9, status: 'x' } }, '"status" of "registry" as it must be "healthy"'],
  [[URL_9], { budgetSeconds: 0 }, '"budgetSeconds" as it must be a number from 1'],
  [[URL_9], { callers: { ada: 'short' } }, 'at least 16 characters'],
])('%j and %j are told what is wrong', async (words, config, message) => {
  await expect(read(words, config)).rejects.toThrow(message);
});
