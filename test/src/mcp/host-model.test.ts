import { defineAgent, defineSkill } from '@formwork/core';
import { fromText, hostModel } from '@formwork/model';
import { createServer, type AgentServer } from '@formwork/server';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CreateMessageRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Barriers } from '../support/barriers.ts';
import { connectModern, type HostResult, serveBridge } from './hosts.ts';
import { callRaw } from './raw-mcp.ts';

// A host lends its model to a skill, in both lines of MCP.

const ran: unknown[] = [];
/** What the skill waits for if it is to think slowly. */
const thinking = new Barriers();

const read = fromText({ model: hostModel(), fallback: 'refuse' });

const trip = defineSkill({
  id: 'trip',
  name: 'Trip',
  description: 'Plans a trip.',
  tags: [],
  input: {
    trip: {
      type: 'object',
      properties: { city: { type: 'string' }, people: { type: 'integer', minimum: 1 } },
      required: ['city', 'people'],
      additionalProperties: false,
    },
  },
  async text(call) {
    if (call.text.includes('slowly')) await thinking.pass('slowly', call.task.signal);
    return read(call);
  },
  run: ({ input }) => {
    ran.push(input);
    return `${input.people} to ${input.city}`;
  },
});

const ends: (() => Promise<void>)[] = [];
const onEnd = (end: () => Promise<void>): void => void ends.unshift(end);
let server: AgentServer;
let lending: URL;
let keeping: URL;
beforeAll(async () => {
  server = createServer(defineAgent({ name: 'Trips', version: '1.0.0', skills: [trip] }), {
    logger: { info() {}, warn() {}, error() {} },
  });
  const agent = { alias: 'trips', url: (await server.listen({ port: 0 })).url };
  const open = { allowAnonymous: true };
  lending = await serveBridge(
    { agents: [{ ...agent, lendModel: true }], taskAfterMs: 1000 },
    open,
    onEnd,
  );
  keeping = await serveBridge({ agents: [agent] }, open, onEnd);
});
afterAll(async () => {
  for (const end of ends) await end();
  await server.close();
});

/** What the host's model was asked, and its answers: wrong first, then right. */
interface Sampled {
  readonly systemPrompt?: string | undefined;
  readonly messages: readonly unknown[];
}

function createModel() {
  const asked: Sampled[] = [];
  const written = [
    '{"tool":"trip","arguments":{"city":"Oslo","people":0}}',
    'Sure:\n{"tool":"trip","arguments":{"city":"Oslo","people":2}}',
  ];
  const answer = (params: Sampled) => {
    asked.push(params);
    const text = written[asked.length - 1] ?? 'no more';
    return { role: 'assistant', model: 'test', content: { type: 'text', text } } as const;
  };
  return { asked, answer };
}

const INFO = { name: 'test-host', version: '1' };
const CALL = { name: 'trips_ask', arguments: { message: 'Two people to Oslo' } };

test('the model of a host of MCP 2026-07-28 reads the text, and corrects itself', async () => {
  const { asked, answer } = createModel();
  const client = new ModernClient(INFO, {
    capabilities: { sampling: {} },
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  });
  client.setRequestHandler('sampling/createMessage', async ({ params }) => answer(params));
  await client.connect(new ModernHttp(lending));
  onEnd(() => client.close());
  const result = (await client.callTool(CALL)) as HostResult;
  expect(result.content).toEqual([{ type: 'text', text: '2 to Oslo' }]);
  expectAsked(asked);
});

test('the model of a host of MCP 2025-11-25 does as well', async () => {
  const { asked, answer } = createModel();
  const client = new OldClient(INFO, { capabilities: { sampling: {} } });
  client.setRequestHandler(CreateMessageRequestSchema, async ({ params }) => answer(params));
  await client.connect(new OldHttp(lending));
  onEnd(() => client.close());
  const result = (await client.callTool(CALL)) as HostResult;
  expect(result.content).toEqual([{ type: 'text', text: '2 to Oslo' }]);
  expectAsked(asked);
});

test('without sampling, or without leave of the operator, the text is refused honestly', async () => {
  const plain = await connectModern(new ModernHttp(lending), { onEnd });
  const refused = expect.stringContaining('the caller lends no language model');
  expect(await plain.call(CALL.name, CALL.arguments)).toMatchObject({
    isError: true,
    content: [{ text: refused }],
  });
  const { asked, answer } = createModel();
  const client = new ModernClient(INFO, {
    capabilities: { sampling: {} },
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  });
  client.setRequestHandler('sampling/createMessage', async ({ params }) => answer(params));
  await client.connect(new ModernHttp(keeping));
  onEnd(() => client.close());
  expect(await client.callTool(CALL)).toMatchObject({ content: [{ text: refused }] });
  expect(asked).toEqual([]);
  expect(ran).toEqual([]);
});

test('a host that follows a task gets the request in the state of the task', async () => {
  const capabilities = { sampling: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } };
  const params = { ...CALL, arguments: { message: 'Two people slowly to Oslo' } };
  let task: Readonly<Record<string, unknown>> = {};
  // Without a task, the agent has not taken the message in time, and the tool is called again.
  await expect
    .poll(async () => {
      ({ result: task } = await callRaw(lending, 'tools/call', { params, capabilities }));
      return task;
    })
    .toMatchObject({ resultType: 'task' });
  thinking.lift('slowly');
  const { taskId } = task;
  const get = async (): Promise<Readonly<Record<string, unknown>>> =>
    (await callRaw(lending, 'tasks/get', { params: { taskId }, capabilities })).result;
  let key = '';
  await expect
    .poll(async () => {
      const { inputRequests } = await get();
      key = Object.keys(inputRequests ?? {})[0] ?? '';
      return Object.values(inputRequests ?? {});
    })
    .toMatchObject([{ method: 'sampling/createMessage' }]);
  const text = '{"tool":"trip","arguments":{"city":"Oslo","people":2}}';
  const response = { role: 'assistant', model: 'test', content: { type: 'text', text } };
  const update = { taskId, inputResponses: { [key]: response } };
  await callRaw(lending, 'tasks/update', { params: update, capabilities });
  await expect.poll(get).toMatchObject({ result: { content: [{ text: '2 to Oslo' }] } });
  expect(ran.splice(0)).toEqual([{ city: 'Oslo', people: 2 }]);
});

function expectAsked(asked: readonly Sampled[]): void {
  expect(asked).toHaveLength(2);
  expect(asked[0]?.systemPrompt).toContain('{"tool":"NAME","arguments":{}}');
  expect(JSON.stringify(asked[0]?.messages)).toContain('Two people to Oslo');
  expect(JSON.stringify(asked[1]?.messages)).toContain('/people: must be');
  expect(ran.splice(0)).toEqual([{ city: 'Oslo', people: 2 }]);
}
