import { createBridge, type BridgeOptions } from '@formwork/mcp';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startRawAgent, toTask } from '../support/raw-agent.ts';
import { toPatient } from './hosts.ts';

type Agent = BridgeOptions['agents'][number];
type Lookup = NonNullable<BridgeOptions['lookup']>;

/** A server on this machine, with a count of the connections to it. */
interface Place {
  readonly port: number;
  readonly origin: string;
  readonly connections: () => number;
}

async function serve(listener: RequestListener): Promise<Place> {
  let connections = 0;
  const server = createServer(listener);
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}`, connections: () => connections };
}

const startTrap = (): Promise<Place> => serve((_request, response) => void response.end('{}'));

function answer(...addresses: readonly string[]): Lookup {
  return (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
}

interface Looked {
  /** The names of the agent's tools; empty if the agent could not be reached. */
  readonly tools: readonly string[];
  readonly logged: string;
}

async function look(
  agent: Omit<Agent, 'alias'>,
  options: Pick<BridgeOptions, 'lookup'> = {},
): Promise<Looked> {
  const logged: string[] = [];
  const log = (message: string): void => void logged.push(message);
  const bridge = createBridge(
    toPatient({
      agents: [{ alias: 'one', ...agent }],
      logger: { info: () => {}, warn: log },
      ...options,
    }),
  );
  onTestFinished(() => bridge.close());
  const tools = await bridge.agents.listTools();
  await bridge.refresh();
  return { tools: tools.map(({ name }) => name), logged: logged.join('\n') };
}

function toCard(door: string, capabilities: object = {}): string {
  return JSON.stringify({
    name: 'Inside',
    description: 'x',
    version: '1',
    supportedInterfaces: [{ url: door, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities,
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'echo', name: 'Echo', description: 'x', tags: [] }],
  });
}

const TOOLS = ['one_echo', 'one_ask'];
const PUBLIC = { addresses: 'public' } as const;

async function startAgent(): Promise<string> {
  return startRawAgent(({ reply }) => reply({ task: toTask('t', 'TASK_STATE_COMPLETED') }));
}

test('an address that the operator names is called, wherever it leads', async () => {
  const url = await startAgent();
  expect(await look({ url })).toMatchObject({ tools: TOOLS });
  const { port } = new URL(url);
  expect(
    await look({ url: `http://localhost:${port}`, connect: { trustedOrigins: [url] } }),
  ).toMatchObject({
    tools: TOOLS,
  });
  const named = `http://intranet.example:${port}`;
  const trusted = { url: named, connect: { trustedOrigins: [url] } };
  expect(await look(trusted, { lookup: answer('127.0.0.1') })).toMatchObject({ tools: TOOLS });
});

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '[::1]',
  '[::ffff:127.0.0.1]',
  'localhost',
  '169.254.169.254',
  '10.0.0.1',
])('an address that nobody vouches for is not called at %s', async (host) => {
  const trap = await startTrap();
  for (const scheme of ['http', 'https']) {
    const { tools, logged } = await look({ url: `${scheme}://${host}:${trap.port}`, ...PUBLIC });
    expect(tools).toEqual([]);
    expect(logged).toMatch(scheme === 'http' ? /must be https/u : /may be called from here/u);
  }
  expect(trap.connections()).toBe(0);
});

test.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['fd00:ec2::254']]])(
  'a name that nobody vouches for is not called when it leads to %j',
  async (addresses) => {
    const trap = await startTrap();
    const url = `https://evil.example:${trap.port}`;
    const { tools, logged } = await look({ url, ...PUBLIC }, { lookup: answer(...addresses) });
    expect(tools).toEqual([]);
    expect(logged).toContain('may be called from here');
    for (const address of addresses) expect(logged).not.toContain(address);
    expect(trap.connections()).toBe(0);
  },
);

test.each(['169.254.169.254', '100.100.100.200', 'fd00:ec2::254', '::ffff:169.254.169.254'])(
  'a name never leads to a metadata service: %s',
  async (address) => {
    const url = 'http://shop.example';
    const { tools, logged } = await look({ url }, { lookup: answer(address) });
    expect(tools).toEqual([]);
    expect(logged).toContain('may be called from here');
  },
);

test('a name without https that led outside does not lead inside later', async () => {
  const trap = await startTrap();
  // The second address is private, so the bridge must connect to neither.
  let addresses = ['8.8.8.8', '169.254.169.254'];
  const bridge = createBridge({
    agents: [{ alias: 'one', url: `http://shop.example:${trap.port}` }],
    lookup: (...args) => answer(...addresses)(...args),
  });
  onTestFinished(() => bridge.close());
  await bridge.refresh();
  addresses = ['127.0.0.1'];
  await bridge.refresh();
  await expect(bridge.agents.reachTool('one_ask')).rejects.toThrow('may be called from here');
  expect(trap.connections()).toBe(0);
});

test.each(['same', 'other', 'http://169.254.169.254/latest/meta-data/'])(
  'a redirect of the card stays where the operator sent us: %s',
  async (place) => {
    const trap = await startTrap();
    const agent = await serve((request, response) => {
      if (request.url === '/elsewhere.json') response.end(toCard(`${agent.origin}/a2a`));
      else response.writeHead(302, { location: target }).end();
    });
    const own = { same: `${agent.origin}/elsewhere.json`, other: `${trap.origin}/card.json` };
    const target = place === 'same' || place === 'other' ? own[place] : place;
    const { tools, logged } = await look({ url: agent.origin });
    expect(tools).toEqual(place === 'same' ? TOOLS : []);
    if (place !== 'same') expect(logged).toContain(`must be at ${agent.origin}`);
    expect(trap.connections()).toBe(0);
  },
);

test('a card leads nowhere else, not even for its extended card', async () => {
  const trap = await startTrap();
  const door = `${trap.origin}/a2a`;
  const agent = await serve((_request, response) => {
    response.end(toCard(door, { extendedAgentCard: true }));
  });
  const headers = { authorization: 'Bearer secret' };
  const refused = await look({ url: agent.origin, connect: { headers } });
  expect(refused.tools).toEqual([]);
  expect(refused.logged).toContain('door must be at');
  expect(trap.connections()).toBe(0);
  const trustedOrigins = [trap.origin];
  expect(await look({ url: agent.origin, connect: { headers, trustedOrigins } })).toMatchObject({
    tools: TOOLS,
  });
});

test('a door that redirects calls is not followed', async () => {
  const trap = await startTrap();
  const agent = await serve((request, response) => {
    if (request.method === 'GET') response.end(toCard(`${agent.origin}/a2a`));
    else response.writeHead(307, { location: trap.origin }).end();
  });
  const bridge = createBridge(toPatient({ agents: [{ alias: 'one', url: agent.origin }] }));
  onTestFinished(() => bridge.close());
  const found = await bridge.agents.reachTool('one_ask');
  await expect(found?.profile.agent.send('hello')).rejects.toMatchObject({
    code: 'REQUEST_FAILED',
  });
  expect(trap.connections()).toBe(0);
});

test('a fetch of ones own sends only what may be sent', async () => {
  const url = await startAgent();
  const trap = await startTrap();
  const sent: string[] = [];
  const own: typeof fetch = (input, init) => {
    sent.push(new Request(input).url);
    return fetch(input, init);
  };
  expect(await look({ url, connect: { fetch: own } })).toMatchObject({ tools: TOOLS });
  expect(sent.length).toBeGreaterThan(0);
  const mover = await serve((_request, response) => {
    response.writeHead(302, { location: trap.origin }).end();
  });
  expect(await look({ url: mover.origin, connect: { fetch: own } })).toMatchObject({ tools: [] });
  expect(trap.connections()).toBe(0);
});
