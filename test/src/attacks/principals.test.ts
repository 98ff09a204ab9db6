import { createEnvelope } from '@formwork/adapters';
import { defineAgent, defineSkill } from '@formwork/core';
import { isRecord } from '@formwork/schema/json';
import { createApiKeyAuthentication } from '@formwork/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENVELOPE_AGENT, serveAllDoors, type AllDoors } from '../support/all-doors.ts';
import { PRINCIPAL_ATTACKS, type PrincipalAttack } from './principals.ts';
import { readStatus, sendBytes, toBytes } from './send-bytes.ts';

const ADA = 'the-long-and-random-key-of-ada';
const BOB = 'the-long-and-random-key-of-bob';

/** A text in all data of the user Ada, which no answer to another user may contain. */
const SECRET = 'what-only-ada-may-read';

const consent = { type: 'object', properties: { yes: { type: 'boolean' } } } as const;

const keep = defineSkill({
  id: 'keep',
  name: 'Keep',
  description: 'Keeps a secret, and asks whether to go on.',
  tags: [],
  input: {
    secretToKeep: {
      type: 'object',
      properties: { secret: { type: 'string' } },
      required: ['secret'],
    },
  },
  async run({ input, task }) {
    await task.progress(`Keeping ${input.secret}`);
    await task.ask(`Shall I keep ${input.secret}?`, { name: 'consent', schema: consent });
  },
});

let doors: AllDoors;
/** The ids of Ada's data, by the placeholders that stand for them in attacks. */
let hers: Readonly<Record<string, string>> = {};

async function post(path: string, body: unknown, lines: Readonly<Record<string, string>> = {}) {
  const response = await fetch(doors.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': ADA,
      accept: 'application/json, text/event-stream',
      ...(path === '/mcp' ? {} : { 'a2a-version': '1.0' }),
      ...lines,
    },
    body: JSON.stringify(body),
  });
  return { text: await response.text(), headers: response.headers };
}

const callA2a = async (method: string, params: object): Promise<string> =>
  (await post('/a2a', { jsonrpc: '2.0', id: 1, method, params })).text;

/** Returns the text that the first group of a pattern matches; throws if there is none. */
function find(text: string, pattern: RegExp): string {
  const [, found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new Error(`${String(pattern)} is not in ${text}`);
  return found;
}

beforeAll(async () => {
  const keys = { [ADA]: 'ada', [BOB]: 'bob' };
  doors = await serveAllDoors({
    agent: defineAgent({ name: 'Keeper', version: '1', skills: [keep] }),
    authenticate: createApiKeyAuthentication({ keys }),
    push: {},
  });
  const messageId = crypto.randomUUID();
  const part = { data: { secret: SECRET }, mediaType: 'application/json;schema=secretToKeep' };
  const message = { messageId, role: 'ROLE_USER', parts: [part] };
  const task = await callA2a('SendMessage', { message });
  const taskId = find(task, /"task":\{"id":"([^"]+)"/u);
  const config = await callA2a('CreateTaskPushNotificationConfig', {
    taskId,
    url: `https://hooks.example/${SECRET}`,
  });
  const session = await post('/sessions-api/sessions', { metadata: { note: SECRET } });
  const sessionId = find(session.text, /"session":\{"id":"([^"]+)"/u);
  const artifacts = [
    { id: '1', type: 'application/json;schema=secretToKeep', data: { secret: SECRET } },
  ];
  await post(`/sessions-api/sessions/${sessionId}/messages`, {
    role: 'user',
    content: SECRET,
    artifacts,
  });
  const clientInfo = { name: 'x', version: '1' };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': clientInfo,
  };
  const params = { name: 'demo_keep', arguments: { secret: SECRET }, _meta: meta };
  const called = await post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'demo_keep',
    },
  );
  const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const hosted = await post('/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: initialize,
  });
  hers = {
    TASK: taskId,
    CONTEXT: find(task, /"contextId":"([^"]+)"/u),
    MESSAGE: messageId,
    CONFIG: find(config, /"id":"([^"]+)","taskId"|"taskId":"[^"]+","id":"([^"]+)"/u),
    SESSION: sessionId,
    HANDLE: find(called.text, /task_id\\?":\s*\\?"([^"\\]+)/u),
    HOSTED: hosted.headers.get('mcp-session-id') ?? '',
    OWN: doors.url,
    KEY: 'x',
  };
});
afterAll(() => doors.close());

/** Replaces the placeholders in a text by the ids of Ada's data. */
function fill(text: string): string {
  return text
    .replaceAll('FRESH', crypto.randomUUID())
    .replaceAll(
      /\b(?:TASK|CONTEXT|MESSAGE|CONFIG|SESSION|HANDLE|HOSTED|OWN)(?=\b|x)/gu,
      (name) => hers[name] ?? name,
    );
}

function toBody(body: unknown): string {
  if (body === undefined) return '';
  if (!isRecord(body) || !isRecord(body['envelope'])) return JSON.stringify(body);
  const { envelope: payload, ...fields } = body;
  const sender = 'stranger-agent-1';
  const draft = { type: 'request', sender, recipient: ENVELOPE_AGENT, payload } as const;
  return JSON.stringify({ ...createEnvelope(draft), ...fields });
}

async function attack(
  { method, target, lines = [], body }: PrincipalAttack,
  key: string | undefined,
): Promise<string> {
  const isDisguised = lines.some((line) => /^x-api-key/iu.test(line));
  const known = key === undefined || isDisguised ? [] : [`X-Api-Key: ${key}`];
  const head = ['Host: localhost', 'Content-Type: application/json', ...lines, ...known];
  const bytes = toBytes({
    method: method === 'GET' ? 'GET' : 'POST',
    target: fill(target),
    lines: head.map(fill),
    body: fill(toBody(body)),
  });
  return sendBytes(doors.url, method === 'DELETE' ? bytes.replace(/^POST/u, 'DELETE') : bytes);
}

describe.each([
  ['another caller', BOB],
  ['nobody', undefined],
])('to %s', (_who, key) => {
  test.each(PRINCIPAL_ATTACKS)('nothing of hers is told by $name', async (one) => {
    const text = await attack(one, key);
    expect(readStatus(text)).toBeGreaterThan(0);
    expect(readStatus(text)).toBeLessThan(500);
    expect(text).not.toContain(SECRET);
  });

  test('all of it is as it was', async () => {
    const task = await callA2a('GetTask', { id: hers['TASK'] });
    expect(task).toContain('TASK_STATE_INPUT_REQUIRED');
    expect(task).toContain(`Shall I keep ${SECRET}?`);
    const configs = await callA2a('ListTaskPushNotificationConfigs', { taskId: hers['TASK'] });
    expect(configs.match(/"url"/gu)).toHaveLength(1);
    expect(configs).toContain(SECRET);
    const session = await fetch(`${doors.url}/sessions-api/sessions/${hers['SESSION']}/messages`, {
      headers: { 'x-api-key': ADA },
    });
    const { messages } = (await session.json()) as { readonly messages: readonly unknown[] };
    expect(messages).toHaveLength(2);
  });
});

test('to her the same requests tell it', async () => {
  const told: string[] = [];
  for (const one of PRINCIPAL_ATTACKS) {
    // Only requests that read: the others would change Ada's data.
    if (
      !/^(?:0\.3 )?(?:Get|List|Subscribe|tasks\/(?:get|resub|push.*\/(?:get|list))|GET |watch|a2a_task .*wait|\{"method":"task.get)/u.test(
        one.name,
      )
    )
      continue;
    if ((await attack(one, ADA)).includes(SECRET)) told.push(one.name);
  }
  expect(told.length).toBeGreaterThan(20);
  for (const door of [
    /^GetTask /u,
    /^0\.3 /u,
    /^GET \/tasks/u,
    /^GET SESSION/u,
    /^\{/u,
    /^a2a_task/u,
  ])
    expect(told.join('\n')).toMatch(new RegExp(door.source, 'mu'));
});
