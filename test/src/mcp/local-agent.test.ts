import { defineAgent, defineSkill } from '@formwork/core';
import { createPublicFormsAdapter } from '@formwork/embed';
import { createBridge, createMcpRouter, type Bridge, type BridgeOptions } from '@formwork/mcp';
import { createPeopleAdapter } from '@formwork/people';
import { createPeopleClient } from '@formwork/people/client';
import { createMemoryRecords } from '@formwork/runtime';
import { WIDE_LIMITS } from '@formwork/schema';
import { createServer, type AgentServer, type ServerOptions } from '@formwork/server';
import { StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeCliFolder, toAgentModule } from '../support/cli-folder.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { WAIT_LIMIT } from '../support/limits.ts';
import { startRawAgent } from '../support/raw-agent.ts';
import { startCli } from '../support/run-cli.ts';
import { runProgram } from '../support/run-program.ts';
import { connectModern, connectOld, LEGS, serveBridge, StartedOnce, type Host } from './hosts.ts';
import { createLocalAgent, createLocalServer } from './local-server.ts';

const CHILD = fileURLToPath(new URL('children/local-stdio.ts', import.meta.url));
const SILENT_CARDS = new URL('children/silent-cards.js', import.meta.url).href;

const TOOLS = ['own_say', 'own_ask', 'a2a_task'];

interface LocalDoor {
  readonly server: AgentServer;
  readonly bridge: Bridge;
  /** Starts the server, and returns the URL of its MCP door. */
  readonly listen: () => Promise<URL>;
}

function openBridge(options: BridgeOptions): Bridge {
  const bridge = createBridge(options);
  onTestFinished(() => bridge.close());
  return bridge;
}

/** Starts a server that answers each path with a text, and returns its URL. */
async function startSlow(answer: (path: string) => Promise<string>): Promise<string> {
  const server = createHttpServer((request, response) => {
    const { host = '' } = request.headers;
    const send = async (): Promise<void> => {
      const text = await answer(request.url ?? '');
      // The card names the address at which it was found.
      response.end(text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/gu, `http://${host}`));
    };
    void send();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

const startSilent = (): Promise<string> => startSlow(() => new Promise(() => {}));

function openDoor(
  options: ServerOptions = {},
  limits: Pick<BridgeOptions, 'listTimeoutMs'> = {},
): LocalDoor {
  const { agent, server } = createLocalServer(options);
  const agents = [{ alias: 'own', server }];
  const bridge = createBridge({ agents, identity: () => agent, ...limits });
  const mcp = createMcpRouter(bridge);
  server.app.use('/mcp', mcp.router);
  onTestFinished(async () => {
    await mcp.close();
    await bridge.close();
    await server.close();
  });
  const listen = async (): Promise<URL> => new URL(`${(await server.listen({ port: 0 })).url}/mcp`);
  return { server, bridge, listen };
}

async function connect(leg: (typeof LEGS)[number]): Promise<Host> {
  const program = {
    command: process.execPath,
    args: [CHILD],
    env: { PATH: process.env['PATH'] ?? '', ...COMPILE_CACHE },
    stderr: 'ignore' as const,
  };
  switch (leg) {
    case 'old stdio':
      return connectOld(new OldStdio(program));
    case 'new stdio':
      return connectModern(new StartedOnce(program));
    case 'old http':
      return connectOld(new OldHttp(await openDoor().listen()));
    case 'new http':
      return connectModern(new ModernHttp(await openDoor().listen()));
  }
}

const listNames = async (host: Host): Promise<readonly string[]> =>
  (await host.listTools()).map(({ name }) => name);

// The card's route of these agents never answers, as on a machine that is infinitely busy.
describe.each(LEGS)('over %s', (leg) => {
  test('the own agent lists its tools without being asked for its card, and is called', async () => {
    const host = await connect(leg);
    expect(await listNames(host)).toEqual(TOOLS);
    expect(await host.call('own_say', { to: 'me' })).toMatchObject({
      structuredContent: { word: 'hello' },
    });
  });
});

test.each([
  ['2026-07-28', (url: URL) => connectModern(new ModernHttp(url))],
  ['2025-11-25', (url: URL) => connectOld(new OldHttp(url))],
])(
  'formwork start and the demo list their tools to hosts of %s though no card arrives',
  async (_revision, open) => {
    const cwd = makeCliFolder({ 'agent.js': toAgentModule('hello') });
    const env = { NODE_OPTIONS: `--import=${SILENT_CARDS}` };
    const started = startCli(['start', 'agent.js', '--port', '0'], { cwd, env });
    const [, tools = ''] = await started.waitFor(/MCP +(http:\S+\/mcp) /u);
    expect(await listNames(await open(new URL(tools)))).toEqual(['say', 'ask', 'a2a_task']);

    const demo = runProgram('apps/demo/dist/node/main.js', { ...env, PORT: '0' }, { folder: cwd });
    const [, door = ''] = await demo.waitFor(/MCP +(http:\S+\/mcp) /u);
    expect(await listNames(await open(new URL(door)))).toContain('demo_fight-comparison');
  },
);

test('an agent without a prefix is introduced by its name, not by an alias that hosts never see', async () => {
  const server = createServer(
    defineAgent({
      name: 'Order desk',
      version: '1.0.0',
      skills: [
        defineSkill({
          id: 'order',
          name: 'Order',
          description: 'Orders.',
          tags: [],
          input: { order: { type: 'object' } },
          run: async ({ task }) => task.ask('How many?'),
        }),
      ],
    }),
    { authenticate: () => undefined, logger: { info() {}, warn() {}, error() {} } },
  );
  const bridge = openBridge({ agents: [{ alias: 'agent', prefix: false, server }] });
  const mcp = createMcpRouter(bridge);
  server.app.use('/mcp', mcp.router);
  onTestFinished(async () => {
    await mcp.close();
    await server.close();
  });
  const { url } = await server.listen({ port: 0 });
  const host = await connectModern(new ModernHttp(new URL(`${url}/mcp`)));
  const listed = JSON.stringify([await host.listTools(), await bridge.agents.listTools()]);
  expect(listed).toContain('[Remote A2A agent \\"Order desk\\". Its description of itself:]');
  expect(listed).toContain('Sends text to the remote A2A agent \\"Order desk\\"');
  expect(listed).toContain('"title":"Ask Order desk"');
  const asked = JSON.stringify(await host.call('order', {}));
  expect(asked).toContain('The remote agent \\"Order desk\\" asks: How many?');
  expect(listed + asked).not.toMatch(/agent \\"agent\\"/u);
});

test('a list that comes before the server has started waits for it', async () => {
  const { server, bridge } = openDoor({}, { listTimeoutMs: 10 });
  const listing = bridge.agents.listTools();
  const away = { alias: 'away', url: await startSilent() };
  expect(await openBridge({ agents: [away], listTimeoutMs: 10 }).agents.listTools()).toEqual([]);
  // Another agent is no longer waited for, which was looked for later.
  expect(await Promise.race([listing, Promise.resolve('waits')])).toBe('waits');
  await server.listen({ port: 0 });
  expect((await listing).map(({ name }) => name)).toEqual(['own_say', 'own_ask']);
});

test('a server that is closed before it starts holds no list up', async () => {
  const { server, bridge } = openDoor();
  const listing = bridge.agents.listTools();
  await server.close();
  expect(await listing).toEqual([]);
});

test('hosts hear of a definition that replaces another one', async () => {
  const { server, bridge, listen } = openDoor();
  const host = await connectOld(new OldHttp(await listen()));
  expect(await listNames(host)).toEqual(TOOLS);
  let changes = 0;
  bridge.onChange(() => (changes += 1));
  server.replaceAgent(createLocalAgent('tell'));
  await bridge.refresh();
  expect(changes).toBe(1);
  expect(await listNames(host)).toEqual(['own_tell', 'own_ask', 'a2a_task']);
});

test('calls of an agent with a signed card and a public URL stay in this process', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const publicUrl = 'https://agents.invalid/speaker';
  const { server, listen } = openDoor({
    publicUrl,
    allowAnonymous: true,
    signCard: { keys: [privateKey] },
  });
  const { port } = await listen();
  const { text, url, localUrl } = await server.readCard();
  expect(JSON.parse(text)).toHaveProperty('signatures');
  expect({ url, localUrl }).toEqual({ url: publicUrl, localUrl: `http://127.0.0.1:${port}` });
  const host = await connectModern(new ModernHttp(new URL(`http://127.0.0.1:${port}/mcp`)));
  expect(await listNames(host)).toEqual(TOOLS);
  expect(await host.call('own_say', {})).toMatchObject({ structuredContent: { word: 'hello' } });
});

test('a first list that would be empty waits for a late agent, unless the operator limits it', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const target = await startRawAgent(() => {});
  const late = await startSlow(async (path) => {
    await held;
    return (await fetch(`${target}${path}`)).text();
  });
  const agents = [{ alias: 'late', url: late }];
  const limited = await serveBridge({ agents, listTimeoutMs: 10 });
  const hasty = await connectModern(new ModernHttp(limited));
  expect(await listNames(hasty)).toEqual(['a2a_task']);

  const listing = openBridge({ agents, cardTimeoutMs: WAIT_LIMIT }).agents.listTools();
  const several = openBridge({ agents: [...agents, { alias: 'live', url: target }] });
  await several.agents.findBridgeAgent('live')?.get();
  // A list with tools ends without the late agent, which an empty one still waits for.
  expect((await several.agents.listTools()).map(({ name }) => name)).toEqual([
    'live_echo',
    'live_ask',
  ]);
  expect(await Promise.race([listing, Promise.resolve('waits')])).toBe('waits');
  release();
  expect((await listing).map(({ name }) => name)).toContain('late_ask');
  // The host that got an empty list keeps it only for a moment.
  await expect.poll(() => listNames(hasty)).toContain('late_ask');
});

test('tools, public forms and questions of the own agent take what is too large for a stranger', async () => {
  const large = {
    type: 'object',
    properties: { word: { type: 'string', description: 'A long documentation. '.repeat(4000) } },
    required: ['word'],
  } as const;
  const records = createMemoryRecords();
  const server = createServer(
    defineAgent({
      name: 'Order desk',
      version: '1.0.0',
      skills: [
        defineSkill({
          id: 'order',
          name: 'Order',
          description: 'Orders.',
          tags: [],
          publish: { form: true },
          input: { order: large },
          run: async ({ task }) =>
            `Ordered ${(await task.ask('Which one?', { schema: large })).word}.`,
        }),
      ],
    }),
    {
      logger: { info() {}, warn() {}, error() {} },
      authenticate: () => ({ id: 'ada' }),
      adapters: [
        createPublicFormsAdapter({ linkSecrets: ['s'.repeat(32)] }),
        createPeopleAdapter({ records }),
      ],
    },
  );
  const bridge = openBridge({ agents: [{ alias: 'own', server }] });
  const mcp = createMcpRouter(bridge);
  server.app.use('/mcp', mcp.router);
  onTestFinished(async () => {
    await mcp.close();
    await server.close();
  });
  const { url } = await server.listen({ port: 0 });

  const form = await fetch(`${url}/forms/order/describe`);
  const { skill } = (await form.json()) as { skill: { inputs: readonly { kind: string }[] } };
  expect(skill.inputs.map(({ kind }) => kind)).toEqual(['usable']);

  const host = await connectModern(new ModernHttp(new URL(`${url}/mcp`)), {
    person: ({ message }) =>
      message.includes('Which one?')
        ? { action: 'accept', content: { word: 'tea' } }
        : { action: 'decline' },
  });
  const ordered = await host.call('own_order', { word: 'some' });
  expect(ordered.content).toMatchObject([{ text: 'Ordered tea.' }]);

  const quiet = await connectModern(new ModernHttp(new URL(`${url}/mcp`)));
  await quiet.call('own_order', { word: 'more' });
  const readForms = async (vetLimits: object) => {
    const send = (path: string, init: RequestInit) => fetch(`${url}/people${path}`, init);
    const { questions } = await createPeopleClient({ send, vetLimits }).listInbox();
    return questions.map(({ isFormRefused }) => isFormRefused);
  };
  expect(await readForms(WIDE_LIMITS)).toEqual([false]);
  expect(await readForms({})).toEqual([true]);
});
