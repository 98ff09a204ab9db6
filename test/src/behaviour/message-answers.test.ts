// One binding: its own list of doors has both versions of A2A over JSON-RPC and REST.
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@formwork/client';
import {
  defineAgent,
  defineSkill,
  DefinitionError,
  PublicError,
  RejectedError,
  type Agent,
  type TaskContext,
} from '@formwork/core';
import { createMemoryEngine, type TaskEngine } from '@formwork/runtime';
import { expect, test } from 'vitest';
import { collectEvents } from '../support/event-stream.ts';
import { callJsonRpc, createMessage } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';
import { onTestFinished } from '../support/test-end.ts';

// Text that is answered with a message instead of a task (A2A 1.0 section 3.1.1).

interface Said {
  readonly messageId: string;
  readonly contextId: string;
  readonly role: string;
  readonly parts: readonly { readonly text?: string; readonly data?: unknown }[];
  readonly taskId?: string;
}

function createAgent(answer: (text: string, task: TaskContext) => unknown): Agent {
  const clerk = defineSkill({
    id: 'clerk',
    name: 'Clerk',
    description: 'Answers at once.',
    tags: [],
    textAnswer: 'message',
    text: ({ text, task }) => answer(text, task) as string,
  });
  return defineAgent({ name: 'Clerk', version: '1', skills: [clerk] });
}

const echo = createAgent((text) => `You said ${text}.`);

function toRequest(text: string, fields: object = {}): object {
  return { message: createMessage([{ text }], fields) };
}

const USER = { authenticate: () => ({ id: 'ada' }) };
const doors = ['JSON-RPC', 'REST', 'JSON-RPC 0.3'] as const;
type Door = (typeof doors)[number];

/** Sends text through a door, and gives the answer as it came. */
function post(url: string, door: Door, isStream: boolean): Promise<Response> {
  const message = createMessage([{ text: 'hello' }]);
  if (door === 'REST') {
    return fetch(`${url}/a2a/rest/message:${isStream ? 'stream' : 'send'}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
      body: JSON.stringify({ message }),
    });
  }
  const isOld = door === 'JSON-RPC 0.3';
  const method = isStream ? 'SendStreamingMessage' : 'SendMessage';
  const oldMethod = isStream ? 'message/stream' : 'message/send';
  const oldMessage = { ...message, role: 'user', parts: [{ kind: 'text', text: 'hello' }] };
  const body = isOld
    ? { method: oldMethod, params: { message: { ...oldMessage, kind: 'message' } } }
    : { method, params: { message } };
  return fetch(`${url}/a2a`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(!isOld && { 'a2a-version': '1.0' }) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
  });
}

/** The result of JSON-RPC, or what REST gives as it is; of 0.3, which has no wrapper, as of 1.0. */
function toResult(body: unknown, door: Door): { readonly message?: Said } {
  if (door === 'REST') return body as { message: Said };
  const { result } = body as { readonly result: object };
  if (door === 'JSON-RPC') return result;
  expect(result).toHaveProperty('kind', 'message');
  return { message: result as Said };
}

test.each(doors)('text is answered with a message over %s', async (door) => {
  const { url } = await startServer(echo);
  const response = await post(url, door, false);
  expect(response.status).toBe(200);
  const result = toResult(await response.json(), door);
  expect(result).not.toHaveProperty('task');
  const { message } = result;
  expect(message?.parts[0]?.text).toBe('You said hello.');
  expect(message?.role).toBe(door === 'JSON-RPC 0.3' ? 'agent' : 'ROLE_AGENT');
  expect(message?.messageId).toMatch(/^[\da-f-]{36}$/u);
  expect(message?.contextId).toMatch(/^[\da-f-]{36}$/u);
  expect(message?.taskId ?? '').toBe('');
});

test.each(doors)('a stream is that one message over %s', async (door) => {
  const { url } = await startServer(echo);
  const events = await collectEvents(await post(url, door, true));
  expect(events).toHaveLength(1);
  const { message } = toResult(events[0]?.data, door);
  expect(message?.parts[0]?.text).toBe('You said hello.');
  expect(message?.taskId ?? '').toBe('');
});

test('the same message gets the same answer, one that is asked for meanwhile too', async () => {
  let runs = 0;
  const agent = createAgent(async () => {
    runs += 1;
    await sleep(50);
    return `Answer ${runs}.`;
  });
  const { url } = await startServer(agent, USER);
  const params = toRequest('hello', { contextId: 'a-talk' });
  const call = { method: 'SendMessage', params };
  const [first, second] = await Promise.all([callJsonRpc(url, call), callJsonRpc(url, call)]);
  expect(first.body.result).toHaveProperty('message.contextId', 'a-talk');
  expect(second.body.result).toEqual(first.body.result);
  expect((await callJsonRpc(url, call)).body.result).toEqual(first.body.result);
  expect(runs).toBe(1);
});

test('no task is listed, found, canceled, watched or notified of', async () => {
  const ids: string[] = [];
  const users: unknown[] = [];
  const agent = createAgent((text, task) => {
    ids.push(task.id);
    users.push(task.user);
    return text;
  });
  const { url } = await startServer(agent, { ...USER, push: true });
  const sent = await callJsonRpc(url, { method: 'SendMessage', params: toRequest('hello') });
  expect(sent.body.result).toHaveProperty('message');
  expect(users).toEqual([{ id: 'ada' }]);
  const list = await callJsonRpc(url, { method: 'ListTasks', params: {} });
  expect(list.body.result).toMatchObject({ tasks: [], totalSize: 0 });
  const [id] = ids;
  for (const method of ['GetTask', 'CancelTask', 'SubscribeToTask']) {
    const { body } = await callJsonRpc(url, { method, params: { id } });
    expect(body.error).toMatchObject({ code: -32001 });
  }
  const { body } = await callJsonRpc(url, {
    method: 'SendMessage',
    params: toRequest('and you?', { taskId: id }),
  });
  expect(body.error).toMatchObject({ code: -32001 });

  const taskPushNotificationConfig = { url: 'https://receiver.example/' };
  const configuration = { taskPushNotificationConfig };
  const params = { ...toRequest('hello'), configuration };
  const refused = await callJsonRpc(url, { method: 'SendMessage', params });
  expect(refused.body.error?.code).toBe(-32004);
  expect(refused.body.error?.message).toMatch(/^Cannot notify anybody of the answer/u);
  expect(ids).toHaveLength(1);
});

test('it is waited for whatever the caller says of waiting', async () => {
  const agent = createAgent(async () => {
    await sleep(50);
    return 'Here.';
  });
  const { url } = await startServer(agent);
  const params = { ...toRequest('hello'), configuration: { returnImmediately: true } };
  const { body } = await callJsonRpc(url, { method: 'SendMessage', params });
  expect(body.result).toHaveProperty('message.parts.0.text', 'Here.');
});

const failures = [
  { error: new PublicError('It is closed.'), message: 'It is closed.', reason: 'FAILED' },
  { error: new Error('secret'), message: 'The agent failed to do this task.', reason: 'FAILED' },
  { error: new RejectedError('Say please.'), message: 'Say please.', reason: 'REJECTED' },
];

test.each(failures)('$error is an error of the call', async ({ error, message, reason }) => {
  const agent = createAgent(() => {
    throw error;
  });
  const { url, logged } = await startServer(agent);
  const { body } = await callJsonRpc(url, { method: 'SendMessage', params: toRequest('hello') });
  expect(body.error).toMatchObject({ code: reason === 'FAILED' ? -32006 : -32602, message });
  expect(body.error?.data?.[0]).toMatchObject({ reason: `ANSWER_${reason}` });
  const rest = await post(url, 'REST', false);
  expect(rest.status).toBe(reason === 'FAILED' ? 500 : 400);
  const known = reason === 'FAILED' ? 'INVALID_AGENT_RESPONSE' : 'INVALID_PARAMS';
  const details = [{ reason: known }, { reason: `ANSWER_${reason}` }];
  expect(await rest.json()).toMatchObject({ error: { message, details } });
  for (const door of doors) {
    const text = await (await post(url, door, true)).text();
    expect(text).toContain(message);
    expect(text).not.toContain('secret');
  }
  expect(logged.join('\n').includes('Task failed')).toBe(reason === 'FAILED');

  const remote = await connect(url);
  const state = reason === 'FAILED' ? 'failed' : 'rejected';
  expect(await remote.send('hello')).toMatchObject({ state, taskId: '', text: message });
  const events = remote.streamSend('hello');
  await expect(events.next()).rejects.toMatchObject({ code: 'TASK_NOT_COMPLETED', state });
});

const misuses: readonly [string, (task: TaskContext) => unknown][] = [
  ['ask', (task) => task.ask('Why?')],
  ['authorize', (task) => task.authorize('Sign in.')],
  ['artifact', (task) => task.artifact({ id: 'a', text: 'b' })],
  ['conclude', (task) => task.conclude('Done.')],
];

test.each(misuses)('its handler may not call task.%s', async (name, misuse) => {
  const agent = createAgent((_text, task) => {
    // Not awaited: it is told all the same.
    void misuse(task);
    return 'Done.';
  });
  const { url, logged } = await startServer(agent);
  const { body } = await callJsonRpc(url, { method: 'SendMessage', params: toRequest('hello') });
  expect(body.error).toMatchObject({ message: 'The agent failed to do this task.' });
  expect(logged.join('\n')).toContain(
    `Cannot call task.${name} as textAnswer must be \\"task\\" for it: current value is \\"message\\"`,
  );
});

test('its steps and progress are no fault', async () => {
  const agent = createAgent(async (text, task) => {
    await task.progress('Looking it up', 0.5);
    return task.step('look', () => Promise.resolve(`Found ${text}.`));
  });
  const { url } = await startServer(agent);
  const { body } = await callJsonRpc(url, { method: 'SendMessage', params: toRequest('gold') });
  expect(body.result).toHaveProperty('message.parts.0.text', 'Found gold.');
});

test.each(['', undefined])('%j is no answer', async (value) => {
  const { url, logged } = await startServer(createAgent(() => value));
  const { body } = await callJsonRpc(url, { method: 'SendMessage', params: toRequest('hello') });
  expect(body.error?.message).toBe(
    "The agent's answer was invalid: it is not what the skill promises.",
  );
  expect(logged.join('\n')).toContain('must say something');
});

test('whoever leaves a stream that waits for its message is not waited for', async () => {
  const engine = createMemoryEngine();
  onTestFinished(() => engine.close());
  let looks = 0;
  const counted: TaskEngine = {
    ...engine,
    get(scope, taskId) {
      looks += 1;
      return engine.get(scope, taskId);
    },
  };
  let release: (text: string) => void = () => {};
  const held = new Promise<string>((resolve) => {
    release = resolve;
  });
  const agent = createAgent(() => held);
  // The first takes the only place, so that the second has to wait and is looked at.
  const { url } = await startServer(agent, {
    engine: counted,
    runner: { concurrency: 1 },
    heartbeatMs: 50,
  });
  const first = post(url, 'REST', false);
  await sleep(50);
  const leaving = new AbortController();
  const second = await fetch(`${url}/a2a/rest/message:stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
    body: JSON.stringify(toRequest('again')),
    signal: leaving.signal,
  });
  await expect.poll(() => looks, { timeout: 5_000 }).toBeGreaterThan(1);
  leaving.abort();
  await second.body?.cancel().catch(() => {});
  await sleep(600);
  const before = looks;
  await sleep(1_100);
  expect(looks).toBe(before);
  release('Done.');
  expect((await first).status).toBe(200);
});

test('data goes in the message, checked, and as text beside it for those who read text', async () => {
  const skill = defineSkill({
    id: 'count',
    name: 'Count',
    description: 'Counts.',
    tags: [],
    output: { count: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } },
    textAnswer: 'message',
    text: ({ text }) => ({ n: text === 'hello' ? 5 : 0.5 }),
  });
  const agent = defineAgent({ name: 'Counter', version: '1', skills: [skill] });
  const { url } = await startServer(agent);
  const { body } = await callJsonRpc(url, { method: 'SendMessage', params: toRequest('hello') });
  const { parts } = body.result?.['message'] as Said;
  expect(parts).toMatchObject([{ data: { n: 5 } }, { text: '{\n  "n": 5\n}' }]);
  const bad = await callJsonRpc(url, { method: 'SendMessage', params: toRequest('half') });
  expect(bad.body.error?.message).toContain('it does not fit schema "count"');
});

test('an agent answers with messages, too, beside skills with tasks', async () => {
  const skill = defineSkill({
    id: 'work',
    name: 'Work',
    description: 'Works.',
    tags: [],
    text: ({ text }) => text,
  });
  const agent = defineAgent({
    name: 'Both',
    version: '1',
    skills: [skill],
    textAnswer: 'message',
    text: ({ text }) => `Heard ${text}.`,
  });
  const { url } = await startServer(agent);
  const said = await callJsonRpc(url, { method: 'SendMessage', params: toRequest('hello') });
  expect(said.body.result).toHaveProperty('message.parts.0.text', 'Heard hello.');
  const params = toRequest('hello', { metadata: { skillId: 'work' } });
  const worked = await callJsonRpc(url, { method: 'SendMessage', params });
  expect(worked.body.result).toHaveProperty('task.status.state', 'TASK_STATE_COMPLETED');

  const remote = await connect<typeof agent>(url);
  expect(await remote.send('you')).toMatchObject({
    state: 'completed',
    taskId: '',
    text: 'Heard you.',
    conclusion: '',
  });
  const events = [];
  for await (const event of remote.streamSend('you')) events.push(event);
  expect(events).toMatchObject([{ kind: 'result', text: 'Heard you.', conclusion: '' }]);
});

test.each<[object, string]>([
  [
    { textAnswer: 'reply' },
    'textAnswer must be "task" or "message": current value is string "reply"',
  ],
  [{ text: undefined }, 'text must be a function where there is textAnswer'],
])('%j defines no agent', (fields, message) => {
  const definition = {
    name: 'Agent',
    version: '1',
    skills: [],
    text: () => 'x',
    textAnswer: 'message',
    ...fields,
  };
  const skill = { ...definition, id: 'a', description: 'A.', tags: [] };
  function define(agent: object): string {
    try {
      defineAgent(agent as never);
    } catch (error) {
      if (error instanceof DefinitionError) return error.message;
    }
    return '';
  }
  expect(define(definition)).toContain(`Cannot define the agent as ${message}`);
  const faulty = { name: 'Agent', version: '1', skills: [defineSkill(skill as never)] };
  expect(define(faulty)).toContain(message);
});
