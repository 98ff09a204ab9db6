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
import type { TaskEngine } from '@formwork/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  callAgent,
  eachOverBindings,
  findClientOptions,
  findDoor,
  testOverBindings,
} from '../support/bindings.ts';
import { ALL_DOORS } from '../support/doors.ts';
import { collectEvents } from '../support/event-stream.ts';
import { createGate } from '../support/gate.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { createMessage } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';
import { onTestFinished } from '../support/test-end.ts';
import { openTaskEngine } from '../support/test-engine.ts';

// An agent answers a text with a message instead of a task (A2A 1.0 section 3.1.1).

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

function expectAnswer(message: Said | undefined): void {
  expect(message?.parts[0]?.text).toBe('You said hello.');
  expect(message?.messageId).toMatch(/^[\da-f-]{36}$/u);
  expect(message?.contextId).toMatch(/^[\da-f-]{36}$/u);
  expect(message?.taskId ?? '').toBe('');
}

testOverBindings('text is answered with a message', async () => {
  const { url } = await startServer(echo);
  const call = { method: 'SendMessage', params: toRequest('hello') };
  const { status, body } = await callAgent(url, call);
  expect(status).toBe(200);
  expect(body.result).not.toHaveProperty('task');
  const message = body.result?.['message'] as Said | undefined;
  expect(message?.role).toBe('ROLE_AGENT');
  expectAnswer(message);
});

test('text is answered with a message over A2A 0.3', async () => {
  const { url } = await startServer(echo);
  const parts = [{ kind: 'text', text: 'hello' }];
  const message = createMessage(parts, { kind: 'message', role: 'user' });
  const call = { method: 'message/send', params: { message } };
  const { status, body } = await callAgent(url, call, { version: '0.3' });
  expect(status).toBe(200);
  expect(body.result).toMatchObject({ kind: 'message', role: 'agent' });
  expectAnswer(body.result as unknown as Said);
});

test.each(ALL_DOORS)('a stream is that one message over $name', async (door) => {
  const { url } = await startServer(echo, WITH_GRPC);
  const events = await collectEvents(await door.stream(url, { text: 'hello' }));
  expect(events).toHaveLength(1);
  const payload = door.toPayload(events[0]?.data);
  if (door.name === 'JSON-RPC 0.3') expect(payload).toHaveProperty('kind', 'message');
  else expect(payload).toHaveProperty('message');
  expectAnswer(
    door.name === 'JSON-RPC 0.3' ? (payload as Said) : (payload as { message: Said }).message,
  );
});

testOverBindings(
  'the same message gets the same answer, one that is asked for meanwhile too',
  async () => {
    let [runs, asked] = [0, 0];
    const both = createGate();
    const authenticate = (): { readonly id: string } => {
      asked += 1;
      if (asked === 2) both.open();
      return { id: 'ada' };
    };
    const agent = createAgent(async () => {
      runs += 1;
      await both.opened;
      return `Answer ${runs}.`;
    });
    const { url } = await startServer(agent, { authenticate });
    const params = toRequest('hello', { contextId: 'a-talk' });
    const call = { method: 'SendMessage', params };
    const [first, second] = await Promise.all([callAgent(url, call), callAgent(url, call)]);
    expect(first.body.result).toHaveProperty('message.contextId', 'a-talk');
    expect(second.body.result).toEqual(first.body.result);
    expect((await callAgent(url, call)).body.result).toEqual(first.body.result);
    expect(runs).toBe(1);
  },
);

testOverBindings('no task is listed, found, canceled, watched or notified of', async () => {
  const ids: string[] = [];
  const users: unknown[] = [];
  const agent = createAgent((text, task) => {
    ids.push(task.id);
    users.push(task.user);
    return text;
  });
  const { url } = await startServer(agent, { ...USER, push: true });
  const sent = await callAgent(url, { method: 'SendMessage', params: toRequest('hello') });
  expect(sent.body.result).toHaveProperty('message');
  expect(users).toEqual([{ id: 'ada' }]);
  const list = await callAgent(url, { method: 'ListTasks', params: {} });
  expect(list.body.result).toMatchObject({ tasks: [], totalSize: 0 });
  const [id] = ids;
  for (const method of ['GetTask', 'CancelTask', 'SubscribeToTask']) {
    const { body } = await callAgent(url, { method, params: { id } });
    expect(body.error).toMatchObject({ code: -32001 });
  }
  const { body } = await callAgent(url, {
    method: 'SendMessage',
    params: toRequest('and you?', { taskId: id }),
  });
  expect(body.error).toMatchObject({ code: -32001 });

  const taskPushNotificationConfig = { url: 'https://receiver.example/' };
  const configuration = { taskPushNotificationConfig };
  const params = { ...toRequest('hello'), configuration };
  const refused = await callAgent(url, { method: 'SendMessage', params });
  expect(refused.body.error?.code).toBe(-32004);
  expect(refused.body.error?.message).toMatch(/^Cannot notify anybody of the answer/u);
  expect(ids).toHaveLength(1);
});

testOverBindings('it is waited for whatever the caller says of waiting', async () => {
  const agent = createAgent(async () => {
    // Real time: an answer that does not wait would come meanwhile.
    await sleep(50);
    return 'Here.';
  });
  const { url } = await startServer(agent);
  const params = { ...toRequest('hello'), configuration: { returnImmediately: true } };
  const { body } = await callAgent(url, { method: 'SendMessage', params });
  expect(body.result).toHaveProperty('message.parts.0.text', 'Here.');
});

const failures = [
  { error: new PublicError('It is closed.'), message: 'It is closed.', reason: 'FAILED' },
  { error: new Error('secret'), message: 'The agent failed to do this task.', reason: 'FAILED' },
  { error: new RejectedError('Say please.'), message: 'Say please.', reason: 'REJECTED' },
];

eachOverBindings(failures)('$error is an error of the call', async ({ error, message, reason }) => {
  const agent = createAgent(() => {
    throw error;
  });
  const { url, logged } = await startServer(agent);
  const call = { method: 'SendMessage', params: toRequest('hello') };
  const { status, body } = await callAgent(url, call);
  expect(body.error).toMatchObject({ code: reason === 'FAILED' ? -32006 : -32602, message });
  const isJsonRpc = findDoor().name === 'JSON-RPC 1.0';
  const failed = reason === 'FAILED' ? 500 : 400;
  expect(status).toBe(isJsonRpc ? 200 : failed);
  // JSON-RPC has a code for each reason that A2A defines; see `error-reasons.test.ts`.
  const known = reason === 'FAILED' ? 'INVALID_AGENT_RESPONSE' : 'INVALID_PARAMS';
  const reasons = body.error?.data?.map((detail) => detail['reason']);
  const own = `ANSWER_${reason}`;
  expect(reasons).toEqual(isJsonRpc ? [own] : [known, own]);
  for (const door of [findDoor(), ...ALL_DOORS.filter(({ name }) => name === 'JSON-RPC 0.3')]) {
    const text = await (await door.stream(url, { text: 'hello' })).text();
    expect(text).toContain(message);
    expect(text).not.toContain('secret');
  }
  expect(logged.join('\n').includes('Task failed')).toBe(reason === 'FAILED');

  const remote = await connect(url, await findClientOptions(url));
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

eachOverBindings(misuses)('its handler may not call task.%s', async (name, misuse) => {
  const agent = createAgent((_text, task) => {
    // Not awaited: the error reaches the caller all the same.
    void misuse(task);
    return 'Done.';
  });
  const { url, logged } = await startServer(agent);
  const { body } = await callAgent(url, { method: 'SendMessage', params: toRequest('hello') });
  expect(body.error).toMatchObject({ message: 'The agent failed to do this task.' });
  expect(logged.join('\n')).toContain(
    `Cannot call task.${name} because textAnswer must be \\"task\\" for it: current value is \\"message\\"`,
  );
});

testOverBindings('its steps and progress are no fault', async () => {
  const agent = createAgent(async (text, task) => {
    await task.progress('Looking it up', 0.5);
    return task.step('look', () => Promise.resolve(`Found ${text}.`));
  });
  const { url } = await startServer(agent);
  const { body } = await callAgent(url, { method: 'SendMessage', params: toRequest('gold') });
  expect(body.result).toHaveProperty('message.parts.0.text', 'Found gold.');
});

eachOverBindings(['', undefined])('%j is no answer', async (value) => {
  const { url, logged } = await startServer(createAgent(() => value));
  const { body } = await callAgent(url, { method: 'SendMessage', params: toRequest('hello') });
  expect(body.error?.message).toBe(
    "The agent's answer was invalid: it is not what the skill promises.",
  );
  expect(logged.join('\n')).toContain('must say something');
});

test('whoever leaves a stream that waits for its message is not waited for', async () => {
  const engine = openTaskEngine();
  onTestFinished(() => engine.close());
  const looks = new Map<string, number>();
  const counted: TaskEngine = {
    ...engine,
    get(scope, taskId) {
      looks.set(taskId, (looks.get(taskId) ?? 0) + 1);
      return engine.get(scope, taskId);
    },
  };
  let release: (text: string) => void = () => {};
  const held = new Promise<string>((resolve) => {
    release = resolve;
  });
  let runs = 0;
  const agent = createAgent(() => {
    runs += 1;
    return held;
  });
  // The first message takes the only free run, so that the second waits and its state is polled.
  const { url } = await startServer(agent, {
    engine: counted,
    runner: { concurrency: 1 },
    heartbeatMs: 50,
  });
  const first = callAgent(url, { method: 'SendMessage', params: toRequest('hello') });
  await expect.poll(() => runs).toBe(1);
  const leaving = new AbortController();
  const stream = (text: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}/a2a/rest/message:stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
      body: JSON.stringify(toRequest(text)),
      ...init,
    });
  const second = await stream('again', { signal: leaving.signal });
  await expect.poll(() => Math.max(...looks.values())).toBeGreaterThan(1);
  const left = new Map(looks);
  const third = await stream('stays');
  const findStaying = (): number =>
    Math.max(0, ...[...looks].map(([id, count]) => (left.has(id) ? 0 : count)));
  const countLeft = (): number =>
    [...left.keys()].reduce((sum, id) => sum + (looks.get(id) ?? 0), 0);
  leaving.abort();
  await second.body?.cancel().catch(() => {});
  // The message of who stays is looked for again and again, and that of who left no more.
  const lookOnWhile = async (): Promise<number> => {
    const [before, staying] = [countLeft(), findStaying()];
    await expect.poll(findStaying).toBeGreaterThan(staying + 2);
    return countLeft() - before;
  };
  await expect.poll(lookOnWhile).toBe(0);
  release('Done.');
  expect((await first).status).toBe(200);
  expect(await third.text()).toContain('Done.');
});

testOverBindings(
  'data goes in the message, checked, and as text beside it for those who read text',
  async () => {
    const skill = defineSkill({
      id: 'count',
      name: 'Count',
      description: 'Counts.',
      tags: [],
      output: {
        count: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
      },
      textAnswer: 'message',
      text: ({ text }) => ({ n: text === 'hello' ? 5 : 0.5 }),
    });
    const agent = defineAgent({ name: 'Counter', version: '1', skills: [skill] });
    const { url } = await startServer(agent);
    const { body } = await callAgent(url, { method: 'SendMessage', params: toRequest('hello') });
    const { parts } = body.result?.['message'] as Said;
    expect(parts).toMatchObject([{ data: { n: 5 } }, { text: '{\n  "n": 5\n}' }]);
    const bad = await callAgent(url, { method: 'SendMessage', params: toRequest('half') });
    expect(bad.body.error?.message).toContain('it does not fit schema "count"');
  },
);

testOverBindings('an agent answers with messages, too, beside skills with tasks', async () => {
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
  const said = await callAgent(url, { method: 'SendMessage', params: toRequest('hello') });
  expect(said.body.result).toHaveProperty('message.parts.0.text', 'Heard hello.');
  const params = toRequest('hello', { metadata: { skillId: 'work' } });
  const worked = await callAgent(url, { method: 'SendMessage', params });
  expect(worked.body.result).toHaveProperty('task.status.state', 'TASK_STATE_COMPLETED');

  const remote = await connect<typeof agent>(url, await findClientOptions(url));
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
    'textAnswer must be "task", "message" or a function that returns one of them: current value is string "reply"',
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
  expect(define(definition)).toContain(`Cannot define the agent because ${message}`);
  const faulty = { name: 'Agent', version: '1', skills: [defineSkill(skill as never)] };
  expect(define(faulty)).toContain(message);
});
