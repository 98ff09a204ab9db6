import type { Client } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { startRawAgent } from '../support/raw-agent.ts';
import { connectHost, LEGS, serveBridge } from './hosts.ts';
import { callRaw } from './raw-mcp.ts';

const uri =
  'https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1';

test.each(LEGS)('an answer that nobody can read is told in words over %s', async (leg) => {
  const said: unknown[] = [];
  const url = await startRawAgent(
    ({ params, reply }) => {
      said.push(params.message);
      const artifacts = [
        null,
        { artifactId: null, parts: null },
        { artifactId: 'x', parts: [null] },
      ];
      reply({
        task: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' }, artifacts },
      });
    },
    { capabilities: { streaming: false } },
  );
  const host = await connectHost(leg, { agents: [{ alias: 'odd', url }] });
  const { isError, content } = await host.call('odd_echo', { message: 'go' });
  expect({ isError, text: content[0]?.['text'] }).toEqual({
    isError: true,
    text: expect.stringMatching(/^The remote agent "odd" gave an answer that cannot be read/u),
  });
  expect(JSON.stringify(content)).not.toMatch(/Cannot read properties|undefined|null/u);
  // Some models write all arguments as one JSON text.
  said.splice(0);
  const { callTool } = host.client as Client;
  const call = (text: string) =>
    callTool.call(host.client, { name: 'odd_echo', arguments: text as never });
  await call('{"message":"{\\"as\\":\\"text\\"}"}');
  expect(said).toMatchObject([{ parts: [{ text: '{"as":"text"}' }] }]);
  for (const wrong of ['go', '["go"]', '{"message":']) {
    await expect(call(wrong)).rejects.toMatchObject({ code: -32602 });
  }
  expect(said).toHaveLength(1);
});

test('the list of agents waits for those that are being looked for', async () => {
  const url = await startRawAgent(({ reply }) => reply({}));
  const host = await connectHost('new http', { agents: [{ alias: 'raw', url }] });
  const client = host.client as Client;
  const { contents } = await client.readResource({ uri: 'a2a://agents' });
  const [only] = contents;
  expect(only !== undefined && 'text' in only ? JSON.parse(only.text) : '').toMatchObject([
    { alias: 'raw', state: 'known', tools: ['raw_echo', 'raw_ask'] },
  ]);
});

test('an agent that does not answer is being looked for, and one that is not there unreachable', async () => {
  const gone = 'http://127.0.0.1:9/';
  let open = (): void => {};
  const waiting = new Promise<void>((resolve) => {
    open = resolve;
  });
  const url = await startRawAgent(({ reply }) => reply({}));
  const slow: typeof fetch = async (...args) => {
    await waiting;
    return fetch(...args);
  };
  const agents = [
    { alias: 'gone', url: gone },
    { alias: 'slow', url, connect: { fetch: slow } },
  ];
  const host = await connectHost('new http', { agents, listTimeoutMs: 300 });
  const client = host.client as Client;
  const read = async () => {
    const { contents } = await client.readResource({ uri: 'a2a://agents' });
    const [only] = contents;
    return (only !== undefined && 'text' in only ? JSON.parse(only.text) : []) as object[];
  };
  await expect.poll(read).toMatchObject([
    { alias: 'gone', state: 'unreachable' },
    { alias: 'slow', state: 'being looked for' },
  ]);
  open();
  await expect.poll(async () => (await read())[1]).toMatchObject({ state: 'known' });
});

test('arguments that no short example fits are told so', async () => {
  const schemas = {
    long: {
      type: 'object',
      properties: { c: { type: 'string', minLength: 5e8 } },
      required: ['c'],
    },
  };
  const mode = 'application/json;schema=long';
  const skills = [{ id: 'say', name: 'Say', description: '', tags: [], inputModes: [mode] }];
  const capabilities = { extensions: [{ uri, params: { schemas } }] };
  const url = await startRawAgent(({ reply }) => reply({}), { capabilities, skills });
  const host = await connectHost('old http', { agents: [{ alias: 'raw', url }] });
  const { isError, content } = await host.call('raw_say', { c: 'short' });
  expect(isError).toBe(true);
  expect(content[0]?.['text']).toContain('There is no short example of what fits');
});

test('arguments that are nested too deep are refused in words', async () => {
  const url = await startRawAgent(({ reply }) => reply({}));
  const bridge = await serveBridge({ agents: [{ alias: 'odd', url }] });
  const DEEP = 4000;
  const message = JSON.parse('['.repeat(DEEP) + ']'.repeat(DEEP)) as unknown;
  for (const [name, args] of [
    ['odd_echo', { message }],
    ['a2a_task', { message }],
  ] as const) {
    const params = { name, arguments: args };
    const { result } = await callRaw(bridge, 'tools/call', { params });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: 'The arguments must be nested at most 256 levels deep: they are deeper.' }],
    });
  }
});
