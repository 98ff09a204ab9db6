import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readMcpSettings, toCacheFolder } from './read-mcp-settings.ts';

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

test('a variable of Formwork is refused if it is not read, unless the config file names it', async () => {
  const word = { words: [URL_9], config: undefined };
  for (const name of ['FORMWORK_API_KEY', 'FORMWORK_APIKEY', 'FORMWORK_PORT']) {
    await expect(readMcpSettings({ ...word, env: { ...env, [name]: 'x' } })).rejects.toThrow(
      `must be some of FORMWORK_AUDIT, FORMWORK_MCP_KEY: current variable is ${name}`,
    );
  }
  const own = { ...env, FORMWORK_ADA: 'a'.repeat(20), FORMWORK_MCP_KEY: 'x', FORMWORK_AUDIT: 'x' };
  const folder = await mkdtemp(join(tmpdir(), 'formwork-mcp-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'config.json');
  const callers = { ada: { env: 'FORMWORK_ADA' } };
  await writeFile(file, JSON.stringify({ agents: { shop: { url: URL_9 } }, callers }));
  const settings = await readMcpSettings({ words: [], config: file, env: own });
  expect([...settings.callers]).toEqual([['a'.repeat(20), 'ada']]);
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
    lendModel: true,
  };
  const callers = { ada: { env: 'KEY' } };
  const {
    bridge,
    callers: known,
    router,
  } = await read([], {
    agents: { shop },
    budgetSeconds: 20,
    maxResultBytes: 5000,
    onDecline: 'keep',
    callers,
    allowedHosts: ['bridge.example.com'],
  });
  const { url, headers: _headers, trust, ...rest } = shop;
  const connect = { headers: { 'x-key': env.KEY }, trustedOrigins: trust };
  expect(bridge).toEqual({
    agents: [{ alias: 'shop', url, ...rest, connect }],
    budgetMs: 20_000,
    maxResultBytes: 5000,
    onDecline: 'keep',
    cardFolder: '/cache/formwork/cards',
  });
  expect([...known]).toEqual([[env.KEY, 'ada']]);
  expect(router).toEqual({ allowedHosts: ['bridge.example.com'] });
});

test('absolute paths of keys and pins stay where they are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'formwork-pins-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const keys = [{ kty: 'OKP', crv: 'Ed25519', x: 'x' }];
  await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys }));
  const pin = { keys, covers: 'card', seenAt: '2026-01-01T00:00:00Z' };
  const pins = { 'https://shop.example/': pin };
  await writeFile(join(folder, 'pins.json'), JSON.stringify({ pins }), { mode: 0o600 });
  const { bridge } = await read([], {
    agents: {
      shop: { url: URL_9, pins: join(folder, 'pins.json') },
      trips: { url: URL_9, cardKeys: join(folder, 'keys.json') },
    },
  });
  const [shop, trips] = bridge.agents;
  expect(await shop?.connect?.trust?.pins?.get('https://shop.example/')).toEqual(pin);
  expect(trips?.connect?.trust).toEqual({ keys });
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
  [[URL_9], { cardFolder: 7 }, '/cardFolder: must be string or false'],
  [[URL_9], { cardFolder: true }, '/cardFolder: must be string or false'],
  [[URL_9], { app: 'no' }, '/app: must be boolean but is string "no"'],
  [[URL_9], { onDecline: 'x' }, '/onDecline: must be one of "cancel", "keep"'],
  [[URL_9], { allowedHosts: ['http://x'] }, '/allowedHosts/0: must be the name of a host'],
  [[URL_9], { allowedOrigins: ['https://x'] }, '/allowedOrigins/0: must be the name of a host'],
  [[URL_9], { callers: { a: env.KEY, b: env.KEY } }, '"a" and "b" have the same'],
  [['a b=http://x'], undefined, 'Cannot use the alias because it must have 1 to 20 letters'],
  [[], { agents: { 'a b': { url: URL_9 } } }, '/agents/a b: must have 1 to 20 letters'],
  [[], { agents: { a: { url: 7 } } }, '/agents/a/url: must be an http or https URL'],
  [[], { agents: { a: { url: URL_9, ask: 'no' } } }, '/agents/a/ask: must be boolean'],
  [[], { agents: { a: { url: URL_9, maxSkills: 0 } } }, '/agents/a/maxSkills: must be at least 1'],
  [
    [],
    { agents: { a: { url: URL_9, hints: { destructive: 'no' } } } },
    '/agents/a/hints/destructive: must be boolean',
  ],
  [[], { agents: { a: { url: URL_9, trust: ['x'] } } }, '/agents/a/trust/0: must be an http'],
  [
    [],
    { agents: { a: { url: URL_9, authorizationHosts: ['https://x.org'] } } },
    '/agents/a/authorizationHosts/0: must be the name of a host',
  ],
  [
    [],
    { agents: { a: { url: URL_9, headers: { 'a b': 'x' } } } },
    '/agents/a/headers/a b: must be the name of a header',
  ],
  [
    [],
    { agents: { a: { url: URL_9, headers: { a: 'x\ny' } } } },
    'header a of agent "a" because it must be one line',
  ],
  [[], { agents: { a: { url: URL_9, addresses: 'x' } } }, 'must be one of "any", "public"'],
  [['shop'], undefined, 'must be an http or https URL'],
  [['http://me:secret@127.0.0.1:9'], undefined, 'must have no password'],
  [[], { agent: {} }, 'did you mean "agents"?'],
  [[], { agents: { a: { url: URL_9, header: {} } } }, 'did you mean "headers"?'],
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
  [[], { agents: { a: { url: URL_9, allow: 'x' } } }, '/agents/a/allow: must be array'],
  [[], { agents: { a: { url: URL_9, results: 'x' } } }, 'must be one of "natural", "envelope"'],
  [[], { agents: [] }, '/agents: must be object'],
  [[], { registry: 'x' }, '/registry: must be object'],
  [[], { registry: {} }, 'must be an http or https URL'],
  [[], { registry: { url: URL_9, hints: {} } }, 'strangers: current value has "hints"'],
  [[], { registry: { url: URL_9, tag: [] } }, 'Cannot read agent "registry" because its keys'],
  [[URL_9], { maxResultBytes: 999 }, '/maxResultBytes: must be at least 1000'],
  [[], { registry: { url: URL_9, tags: 'x' } }, '/registry/tags: must be array'],
  [[], { registry: { url: URL_9, max: 0 } }, '/registry/max: must be at least 1'],
  [[], { registry: { url: URL_9, status: 'x' } }, '/registry/status: must be one of "healthy"'],
  [[URL_9], { budgetSeconds: 0 }, '/budgetSeconds: must be at least 1'],
  [[URL_9], { callers: { ada: 'short' } }, 'at least 16 characters'],
])('%j and %j are told what is wrong', async (words, config, message) => {
  await expect(read(words, config)).rejects.toThrow(message);
});

test('pins are beside the key of handles unless somebody says otherwise', async () => {
  const pinFile = async (config?: object, flags: object = {}) =>
    (await read([URL_9], config, flags)).pinFile;
  expect(await pinFile()).toBe('/config/formwork/mcp-pins.json');
  expect(await pinFile({ handleKeyFile: '/keys/own.key' })).toBe('/keys/mcp-pins.json');
  expect(await pinFile({ pins: '/here/pins.json' })).toBe('/here/pins.json');
  expect(await pinFile({ pins: '/here/pins.json' }, { pins: '/there.json' })).toBe('/there.json');
  expect(await pinFile({ pins: false })).toBeUndefined();
  expect(await pinFile({ pins: '/here/pins.json' }, { pins: false })).toBeUndefined();
  await expect(pinFile({ pins: true })).rejects.toThrow('/pins: must be string or false');
});

test('all that is wrong is told at once, and no secret', async () => {
  const config = {
    agents: { a: { url: 'http://me:hidden-1@x', ask: 1 }, A: { headers: { k: ['hidden-2'] } } },
    callers: { ada: { text: 'hidden-3' } },
    app: 2,
  };
  const error: unknown = await read([], config).catch((reason: unknown) => reason);
  const { message } = error as Error;
  for (const place of ['/agents/a/url', '/agents/a/ask', '/agents/A', '/agents/A/url', '/app']) {
    expect(message).toContain(`- ${place}: `);
  }
  expect(message).toContain('- /agents/A/headers/k: ');
  expect(message).toContain('- /callers/ada: ');
  expect(message).not.toContain('hidden');
});

test('a name that stands twice is told with its place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'formwork-mcp-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'config.json');
  const agent = `"shop": { "url": "${URL_9}" }`;
  await writeFile(file, `{ "agents": {\n ${agent},\n ${agent} } }`);
  await expect(readMcpSettings({ words: [], config: file, env })).rejects.toThrow(
    '/agents/shop: must stand there once: it is there again at 3:2',
  );
});

test('paths of the file are those of its folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'formwork-mcp-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'config.json');
  await writeFile(join(folder, 'tok'), 'secret-of-the-file\n');
  const shop = { url: URL_9, headers: { 'x-key': { file: 'tok' } } };
  const config = { agents: { shop }, cardFolder: 'cards', handleKeyFile: 'key' };
  await writeFile(file, JSON.stringify(config));
  const { bridge, handleKeyFile } = await readMcpSettings({ words: [], config: file, env });
  expect(bridge.agents[0]?.connect?.headers).toEqual({ 'x-key': 'secret-of-the-file' });
  expect(bridge.cardFolder).toBe(join(folder, 'cards'));
  expect(handleKeyFile).toBe(join(folder, 'key'));
});

const home = '/home/ada';

test.each([
  ['linux', {}, '/home/ada/.cache'],
  ['linux', { XDG_CACHE_HOME: '/cache' }, '/cache'],
  ['linux', { XDG_CACHE_HOME: '' }, '/home/ada/.cache'],
  ['darwin', {}, '/home/ada/Library/Caches'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local'],
  ['win32', {}, '/home/ada/AppData/Local'],
] as const)('on %s with %j it is %s', (platform, variables, expected) => {
  expect(toCacheFolder({ platform, env: variables, home })).toBe(expected);
});
