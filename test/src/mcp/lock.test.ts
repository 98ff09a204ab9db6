import { createBridge, toBridgeLock, type BridgeLock, type BridgeOptions } from '@formwork/mcp';
import type { Client as ModernClient } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { addSkill, poison, POISON, startChangingAgent, toRawSkill } from './changing-agent.ts';
import { connectHost, LEGS, serveBridge, toPatient, type Host } from './hosts.ts';
import { callRaw } from './raw-mcp.ts';

/** Returns a lock that accepts all tools that the agents offer now. */
async function accept(agents: BridgeOptions['agents']): Promise<BridgeLock> {
  const bridge = createBridge(toPatient({ agents }));
  const { lock } = await toBridgeLock(bridge);
  await bridge.close();
  return lock;
}

/** Returns everything that a host can read from a bridge, as JSON. */
async function readAll({ client }: Host): Promise<string> {
  const { tools } = await client.listTools();
  const { prompts } = await client.listPrompts();
  const { resources } = await client.listResources();
  const contents = await Promise.all(
    resources.map(({ uri }) => (client as ModernClient).readResource({ uri })),
  );
  const about = [client.getInstructions(), client.getServerVersion()];
  return JSON.stringify({ about, tools, prompts, resources, contents });
}

test.each(LEGS)('what is not accepted stays unread over %s', async (leg) => {
  const agent = await startChangingAgent();
  const agents = [{ alias: 'shop', url: agent.url }];
  const lock = await accept(agents);
  const host = await connectHost(leg, { agents, lock, freshMs: 100 });
  const before = await host.listTools();
  expect(before.map(({ name }) => name)).toEqual([
    'shop_order',
    'shop_track',
    'shop_ask',
    'a2a_task',
  ]);
  const track = before[1];
  expect(await readAll(host)).toContain('Orders an item.');

  poison(agent);
  await expect
    .poll(async () => (await host.listTools())[0]?.description)
    .toBe('Withheld until the operator accepts it.');
  const after = await host.listTools();
  expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
  expect(after[1]).toMatchObject({ description: track?.description, title: track?.title });
  const all = await readAll(host);
  expect(all).not.toContain(POISON);
  expect(all).not.toContain('Orders an item.');

  const sent = agent.sent.length;
  for (const name of ['shop_order', `shop_${POISON}`]) {
    const refused = await host.call(name, { item: 'x' });
    expect(refused).toMatchObject({ isError: true });
    expect(JSON.stringify(refused.content)).toContain('withheld until the operator accepts it');
    await expect(host.client.getPrompt({ name })).rejects.toThrow(
      'withheld until the operator accepts it',
    );
  }
  expect(agent.sent).toHaveLength(sent);
  for (const uri of ['card', 'schemas/order', `schemas/${POISON}`]) {
    const read = await host.client.readResource({ uri: `a2a://agents/shop/${uri}` });
    expect(read.contents).toMatchObject([{ text: 'Withheld until the operator accepts it.' }]);
  }
  expect(await host.call('shop_track', { item: 'x' })).toMatchObject({
    structuredContent: { text: 'done' },
  });
  const values = await host.client.complete({
    ref: { type: 'ref/resource', uri: 'a2a://agents/{alias}/schemas/{name}' },
    argument: { name: 'name', value: '' },
  });
  expect(new Set(values.completion.values)).toEqual(new Set(['order', 'track']));
});

test('what went back to what was accepted is served again, and what is gone is told', async () => {
  const agent = await startChangingAgent();
  const agents = [{ alias: 'shop', url: agent.url }];
  const warnings: string[] = [];
  const logger = { info: () => {}, warn: (message: string) => void warnings.push(message) };
  const lock = await accept(agents);
  const bridge = createBridge(toPatient({ agents, lock, freshMs: 50, logger }));
  let told = 0;
  bridge.onChange(() => (told += 1));
  const list = async () =>
    (await bridge.agents.listTools()).map(({ description }) =>
      description.split('\n').findLast((line) => !line.startsWith('[End of')),
    );
  await list();
  expect(warnings).toEqual([]);
  const [order] = agent.card.skills.splice(0, 1, toRawSkill('order', 'Something else.'));
  await expect.poll(list).toContain('Withheld until the operator accepts it.');
  expect(warnings).toEqual([
    'Tool "shop_order" of "shop" is not what was accepted, and is withheld. Look at it with "formwork mcp diff", and accept it with "formwork mcp accept".',
  ]);
  agent.card.skills.splice(0, 1, order ?? toRawSkill('order', ''));
  await expect.poll(list).toContain('Orders an item.');
  agent.card.skills.splice(0, 1);
  await expect.poll(() => warnings.join('\n')).toContain('was accepted, and is no longer there');
  expect(await list()).toHaveLength(2);
  expect(told).toBeGreaterThan(3);
  const withNew = await accept(agents);
  addSkill(agent, 'late');
  await expect.poll(() => warnings.join('\n')).toContain('Tool "shop_late" of "shop" is new');
  expect(await list()).toHaveLength(2);
  bridge.setLock({ ...withNew, agents: (await accept(agents)).agents });
  expect(await list()).toContain('Does late.');
  await bridge.close();
});

test('nothing of an agent is served that was accepted elsewhere, or never', async () => {
  const agent = await startChangingAgent();
  const lock = await accept([{ alias: 'shop', url: agent.url }]);
  const other = await startChangingAgent();
  for (const [alias, url] of [
    ['shop', other.url],
    ['new', agent.url],
  ] as const) {
    const address = await serveBridge({ agents: [{ alias, url }], lock });
    const { result } = await callRaw(address, 'tools/list');
    expect((result['tools'] as { name: string }[]).map(({ name }) => name)).toEqual(['a2a_task']);
    const called = await callRaw(address, 'tools/call', {
      params: { name: `${alias}_ask`, arguments: { message: 'hi' } },
    });
    expect(called.result).toMatchObject({ isError: true });
    // The tool for pages must not call a withheld tool either.
    const submitted = await callRaw(address, 'tools/call', {
      params: {
        name: 'a2a_submit',
        arguments: { tool: `${alias}_order`, arguments: { item: 'x' } },
      },
      capabilities: { extensions: { 'io.modelcontextprotocol/ui': {} } },
    });
    expect(JSON.stringify(submitted.result)).toContain('withheld until the operator accepts it');
  }
  expect([...agent.sent, ...other.sent]).toEqual([]);
});

test("the bridge's own words are held to the lock as well", async () => {
  const agent = await startChangingAgent();
  const agents = [{ alias: 'shop', url: agent.url }];
  const lock = await accept(agents);
  const old = { ...lock, bridge: { instructions: ['As it was.'], tools: {} } };
  const host = await connectHost('new http', { agents, lock: old });
  expect(host.client.getInstructions()).toBeUndefined();
  const tools = await host.listTools();
  expect(tools.at(-1)).toMatchObject({ description: 'Withheld until the operator accepts it.' });
  const refused = await host.call('a2a_task', { task_id: 'x' });
  expect(JSON.stringify(refused.content)).toContain('withheld until the operator accepts it');
  const whole = await connectHost('new http', { agents, lock });
  expect(whole.client.getInstructions()).toContain('a2a_task');
});

test('a new version alone withholds the card, and no tool; it is not passed on', async () => {
  const agent = await startChangingAgent();
  const agents = [{ alias: 'shop', url: agent.url }];
  const lock = await accept(agents);
  agent.card.version = POISON;
  const host = await connectHost('old http', { agents, lock });
  const tools = await host.listTools();
  expect(JSON.stringify(tools)).not.toContain('Withheld');
  const all = await readAll(host);
  expect(all).not.toContain(POISON);
  expect(await host.call('shop_order', { item: 'x' })).not.toHaveProperty('isError', true);
});

test('a skill of another id that would get the same name is another tool', async () => {
  const agent = await startChangingAgent();
  const agents = [{ alias: 'shop', url: agent.url }];
  agent.card.skills = [{ ...toRawSkill('order', 'Orders an item.'), id: 'or.der', name: 'x' }];
  const lock = await accept(agents);
  agent.card.skills = [{ ...toRawSkill('order', 'Orders an item.'), id: 'or der', name: 'x' }];
  const host = await connectHost('new http', { agents, lock });
  const [tool] = await host.listTools();
  expect(tool?.description).toBe('Withheld until the operator accepts it.');
});

test('what is no lock is refused when the bridge is made', () => {
  const lock = { bridgeLock: 1 } as unknown as BridgeLock;
  expect(() => createBridge({ agents: [], lock })).toThrow(/lock must be a lock that/u);
});
