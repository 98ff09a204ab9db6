import { demoAgent } from '@formwork/demo';
import type { AgentSettings, BridgeOptions } from '@formwork/mcp';
import { createBridge } from '@formwork/mcp';
import { createRegistry, createRegistryAgent } from '@formwork/registry';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WAIT_LIMIT } from '../support/limits.ts';
import { startCli } from '../support/run-cli.ts';
import { startServer } from '../support/start-server.ts';
import { createFixtureAgent } from './fixture-agent.ts';
import { connectModern } from './hosts.ts';

type Options = Partial<BridgeOptions> & { readonly list: () => Promise<readonly AgentSettings[]> };

function startBridge({ list, ...options }: Options) {
  const warnings: string[] = [];
  const bridge = createBridge({
    agents: [],
    listAgents: list,
    // An agent must not be left out of a list because the machine is busy.
    listTimeoutMs: WAIT_LIMIT,
    logger: { info: () => {}, warn: (message) => warnings.push(message) },
    ...options,
  });
  onTestFinished(() => bridge.close());
  let changes = 0;
  bridge.onChange(() => (changes += 1));
  const listPrefixes = async () => {
    const tools = await bridge.agents.listTools();
    return [...new Set(tools.map(({ name }) => name.split('_')[0]))];
  };
  return { bridge, warnings, listPrefixes, changes: () => changes };
}

test('agents that are listed come and go, and hosts are told', async () => {
  const { url } = await startServer(createFixtureAgent());
  const { url: other } = await startServer(demoAgent);
  let listed: readonly AgentSettings[] = [{ alias: 'one', url }];
  const { bridge, listPrefixes, changes } = startBridge({ list: async () => listed });
  expect(await listPrefixes()).toEqual(['one']);
  const [bridgeAgent] = bridge.agents.bridgeAgents;

  listed = [...listed, { alias: 'two', url: other }];
  const before = changes();
  await bridge.refresh();
  expect(await listPrefixes()).toEqual(['one', 'two']);
  expect(changes()).toBeGreaterThan(before);
  expect(bridge.agents.bridgeAgents[0]).toBe(bridgeAgent);

  listed = [{ alias: 'two', url: other }];
  const later = changes();
  await bridge.refresh();
  expect(changes()).toBeGreaterThan(later);
  expect(await listPrefixes()).toEqual(['two']);
  expect(await bridge.agents.findTool('one_work')).toBeUndefined();
});

/** Makes a `fetch` that notes one header of each request. */
function recordHeader(seen: (string | null)[]): typeof fetch {
  return (input, init) => {
    seen.push(new Headers(init?.headers).get('x-key'));
    return fetch(input, init);
  };
}

const PAIR = { a: 'Lion', b: 'Ox' };

test('new headers of a listed agent count with the next call, also of one that is known', async () => {
  const { url } = await startServer(createFixtureAgent());
  const seen: (string | null)[] = [];
  const send = recordHeader(seen);
  const list = (headers?: AgentSettings['connect'] & object): readonly AgentSettings[] => [
    { alias: 'one', url, connect: { fetch: send, ...headers } },
  ];
  let listed = list();
  const { bridge, changes } = startBridge({ list: async () => listed });
  const call = async (): Promise<string | null | undefined> => {
    const found = await bridge.agents.reachTool('one_compare');
    await found?.profile.agent.skill('compare').call(PAIR);
    return seen.at(-1);
  };
  expect(await call()).toBeNull();
  const [bridgeAgent] = bridge.agents.bridgeAgents;
  const before = changes();
  for (const [headers, expected] of [
    [{ 'x-key': 'first' }, 'first'],
    [{ 'x-key': 'second' }, 'second'],
    [() => ({ 'x-key': 'third' }), 'third'],
    [async () => new Headers({ 'x-key': 'fourth' }), 'fourth'],
    [new Headers({ 'x-key': 'fifth' }), 'fifth'],
    [undefined, null],
  ] as const) {
    listed = list(headers && { headers });
    await bridge.agents.look();
    expect(await call()).toBe(expected);
  }
  // The tools are the same, so that hosts are told nothing.
  expect(bridge.agents.bridgeAgents[0]).toBe(bridgeAgent);
  expect(changes()).toBe(before);
});

test.each<readonly [Partial<AgentSettings>, (names: readonly string[]) => boolean]>([
  [{ deny: ['work'] }, (names) => !names.includes('one_work')],
  [{ allow: ['work'] }, (names) => names.includes('one_work') && !names.includes('one_area')],
  [{ ask: false }, (names) => !names.includes('one_ask')],
  [{ maxSkills: 1 }, (names) => names.length === 2],
  [{ hints: { readOnly: true } }, (names) => names.includes('one_work')],
  [{ results: 'envelope' }, (names) => names.includes('one_work')],
  [{ lendModel: true }, (names) => names.includes('one_work')],
  [{ authorizationHosts: ['login.example.com'] }, (names) => names.includes('one_work')],
])('%j of a listed agent counts as soon as it is listed', async (more, isRight) => {
  const { url } = await startServer(createFixtureAgent());
  let listed: readonly AgentSettings[] = [{ alias: 'one', url }];
  const { bridge, listPrefixes } = startBridge({ list: async () => listed });
  expect(await listPrefixes()).toEqual(['one']);
  const [bridgeAgent] = bridge.agents.bridgeAgents;
  listed = [{ alias: 'one', url, ...more }];
  await bridge.agents.look();
  expect(bridge.agents.bridgeAgents[0]).toBe(bridgeAgent);
  expect(bridgeAgent?.settings).toMatchObject(more);
  // Nothing is waited for.
  const { definitions = [] } = bridgeAgent?.profile()?.admission ?? {};
  expect(isRight(definitions.map(({ name }) => name))).toBe(true);
  const own = definitions.find(({ name }) => name === 'one_work');
  if (more.hints !== undefined) expect(own?.annotations).toMatchObject({ readOnlyHint: true });
});

test('a listed agent that may no longer be called where it is stays listed, and is not called', async () => {
  const { url } = await startServer(createFixtureAgent());
  let listed: readonly AgentSettings[] = [{ alias: 'one', url }];
  const { bridge, listPrefixes } = startBridge({ list: async () => listed });
  expect(await bridge.agents.reachTool('one_work')).toBeDefined();
  listed = [{ alias: 'one', url, addresses: 'public' }];
  await bridge.agents.look();
  await expect(bridge.agents.reachTool('one_work')).rejects.toThrow('must be https');
  expect(await listPrefixes()).toEqual(['one']);
  listed = [{ alias: 'one', url }];
  await bridge.agents.look();
  expect(await bridge.agents.reachTool('one_work')).toBeDefined();
});

test('an agent that is found late by settings of before is found again by those of now', async () => {
  const { url } = await startServer(createFixtureAgent());
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  let asked = 0;
  const late: typeof fetch = async (input, init) => {
    asked += 1;
    await gate;
    return fetch(input, init);
  };
  let listed: readonly AgentSettings[] = [{ alias: 'one', url, connect: { fetch: late } }];
  const { bridge } = startBridge({ list: async () => listed });
  const first = bridge.agents.reachTool('one_compare');
  await expect.poll(() => asked).toBe(1);
  const seen: (string | null)[] = [];
  const connect = { fetch: recordHeader(seen), headers: { 'x-key': 'now' } };
  listed = [{ alias: 'one', url, connect, deny: ['area'] }];
  await bridge.agents.look();
  open();
  const found = await first;
  await found?.profile.agent.skill('compare').call(PAIR);
  expect([asked, seen.at(-1)]).toEqual([1, 'now']);
  expect(await bridge.agents.findTool('one_area')).toBeUndefined();
});

test('a call right after the start finds an agent of the list', async () => {
  const { url } = await startServer(createFixtureAgent());
  const { bridge } = startBridge({ list: async () => [{ alias: 'one', url }] });
  expect(await bridge.agents.findTool('one_work')).toMatchObject({ tool: expect.anything() });
});

test('of an alias that is taken, or none, its agent is left out', async () => {
  const { url } = await startServer(createFixtureAgent());
  const { url: other } = await startServer(demoAgent);
  const list = async (): Promise<readonly AgentSettings[]> => [
    { alias: 'OURS', url: other },
    { alias: 'a2a', url: other },
    { alias: 'no_alias', url: other },
    { alias: 'twice', url: other },
    { alias: 'Twice', url },
    { alias: 'alone', url: other, prefix: false },
  ];
  const { listPrefixes, warnings } = startBridge({ list, agents: [{ alias: 'ours', url }] });
  expect(await listPrefixes()).toEqual(['alone', 'ours', 'twice']);
  expect(warnings.filter((line) => line.includes('is left out'))).toHaveLength(4);
});

test('what was listed stays while nobody answers, and a list that never comes holds up nobody', async () => {
  const { url } = await startServer(createFixtureAgent());
  let fails = false;
  const { bridge, listPrefixes, warnings } = startBridge({
    list: async () => {
      if (fails) throw new Error('The registry is away.');
      return [{ alias: 'one', url }];
    },
  });
  expect(await listPrefixes()).toEqual(['one']);
  fails = true;
  await bridge.refresh();
  expect(await listPrefixes()).toEqual(['one']);
  expect(warnings).toEqual(['The list of agents is not there: The registry is away.']);

  const silent = startBridge({
    list: () => new Promise(() => {}),
    agents: [{ alias: 'ours', url }],
    listTimeoutMs: 10,
  });
  await silent.bridge.agents.findBridgeAgent('ours')?.get();
  // Ends only if it does not wait for the list that never comes.
  expect(await silent.listPrefixes()).toEqual(['ours']);
});

test('a list that did not come at first is asked for again when a host lists tools', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { url } = await startServer(createFixtureAgent());
  let asked = 0;
  const { listPrefixes } = startBridge({
    list: async () => {
      asked += 1;
      if (asked === 1) throw new Error('The registry is away.');
      return [{ alias: 'one', url }];
    },
  });
  expect(await listPrefixes()).toEqual([]);
  expect(await listPrefixes()).toEqual([]);
  expect(asked).toBe(1);
  vi.advanceTimersByTime(60_000);
  await expect.poll(listPrefixes).toEqual(['one']);
  expect(asked).toBe(2);
});

test('an agent without a prefix is alone', () => {
  expect(() =>
    createBridge({
      agents: [{ alias: 'one', url: 'http://127.0.0.1:9', prefix: false }],
      listAgents: async () => [],
    }),
  ).toThrow('there must be no other agent');
});

test('mcp makes tools of what a registry lists, where its operator trusts the origin', async () => {
  const { url: trusted } = await startServer(demoAgent);
  const { url: stranger } = await startServer(createFixtureAgent());
  const registry = createRegistry({ allowAddresses: 'local' });
  onTestFinished(() => registry.close());
  await registry.register(trusted, { principal: { id: 'ada' } });
  await registry.register(stranger, { principal: { id: 'eve' } });
  const { url } = await startServer(createRegistryAgent(registry));
  const args = [
    'mcp',
    '--registry',
    url,
    '--trust',
    trusted,
    '--http',
    '--port',
    '0',
    '--no-cards',
  ];
  const program = startCli(args);
  const [door = ''] = await program.waitFor(/http:\S+\/mcp/u);
  const host = await connectModern(new StreamableHTTPClientTransport(new URL(door)));
  const names = async () => {
    const { tools } = await host.client.listTools();
    return tools.map(({ name }) => name);
  };
  await expect
    .poll(names)
    .toEqual(
      expect.arrayContaining([expect.stringMatching(/^agent-[0-9a-f]{6}_fight-comparison/u)]),
    );
  expect((await names()).filter((name) => name.includes('work'))).toEqual([]);
  await program.waitFor(/is not there: .*must be https/u);
  program.child.kill('SIGTERM');
  expect(await program.exit).toBe(0);
});
