import { FOLLOW_UP_FORMS_EXTENSION_URI, type TaskContext } from '@formwork/core';
import { confirmAuthorization, type TaskEngine } from '@formwork/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { createAgent, type WireTask } from '../support/asking-agent.ts';
import { callAgent, testOverBindings } from '../support/bindings.ts';
import { ALL_DOORS } from '../support/doors.ts';
import { collectEvents } from '../support/event-stream.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';
import { openTaskEngine } from '../support/test-engine.ts';

const SIGN_IN = { url: 'https://mail.example.com/consent', details: { scopes: ['read'] } };

async function signIn(task: TaskContext): Promise<string> {
  return `came back with ${JSON.stringify(await task.authorize('Let me read your mail.', SIGN_IN))}`;
}

async function call(url: string, method: string, params: object): Promise<WireTask> {
  const { body } = await callAgent(url, { method, params });
  expect(body.error).toBeUndefined();
  return (body.result?.['task'] ?? body.result) as WireTask;
}

function start(url: string): Promise<WireTask> {
  return call(url, 'SendMessage', { message: createMessage([createTaggedPart('any', {})]) });
}

function answer(url: string, taskId: string, part: object = { text: 'done' }): Promise<WireTask> {
  return call(url, 'SendMessage', { message: createMessage([part], { taskId }) });
}

function openEngine(): TaskEngine {
  const engine = openTaskEngine();
  onTestFinished(() => engine.close());
  return engine;
}

testOverBindings(
  'a task that needs authorization says where, and goes on after the next message',
  async () => {
    const { url } = await startServer(createAgent(signIn));
    const asked = await start(url);
    expect(asked.status.state).toBe('TASK_STATE_AUTH_REQUIRED');
    expect(asked.status.message?.parts[0]?.text).toBe(
      'Let me read your mail.\nhttps://mail.example.com/consent',
    );
    expect(asked.status.message?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI]).toEqual({
      question: 0,
      key: 'authorize',
      prompt: 'Let me read your mail.',
      authorization: SIGN_IN,
    });
    const done = await answer(url, asked.id);
    expect(done.status.state).toBe('TASK_STATE_COMPLETED');
    expect(done.artifacts?.[0]?.parts[0]?.['text']).toBe('came back with "done"');
  },
);

testOverBindings(
  'any message is an answer, as it is not the message that proves anything',
  async () => {
    const { url } = await startServer(createAgent(signIn));
    const { id } = await start(url);
    const done = await answer(url, id, { data: { ready: true } });
    expect(done.artifacts?.[0]?.parts[0]?.['text']).toBe('came back with ""');
  },
);

testOverBindings('a handler that is not let in yet asks again', async () => {
  let isAllowed = false;
  const agent = createAgent(async (task) => {
    for (let look = 1; ; look += 1) {
      if (await task.step(`look-${look}`, () => isAllowed)) return 'in';
      await task.authorize('Sign in.');
    }
  });
  const { url } = await startServer(agent);
  const { id } = await start(url);
  expect((await answer(url, id)).status.state).toBe('TASK_STATE_AUTH_REQUIRED');
  isAllowed = true;
  expect((await answer(url, id)).status.state).toBe('TASK_STATE_COMPLETED');
});

testOverBindings('a repeated answer counts once, a late one is refused', async () => {
  let runs = 0;
  const agent = createAgent(async (task) => {
    runs += 1;
    return signIn(task);
  });
  const { url } = await startServer(agent);
  const { id: taskId } = await start(url);
  const message = createMessage([{ text: 'done' }], { taskId });
  for (let count = 0; count < 3; count += 1) {
    const { status } = await call(url, 'SendMessage', { message });
    expect(status.state).toBe('TASK_STATE_COMPLETED');
  }
  expect(runs).toBe(2);
  const late = createMessage([{ text: 'late' }], { taskId });
  const { body } = await callAgent(url, { method: 'SendMessage', params: { message: late } });
  expect(body.error).toMatchObject({ code: -32004 });
});

testOverBindings('of concurrent answers one counts', async () => {
  const { url } = await startServer(createAgent(signIn));
  const { id: taskId } = await start(url);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => {
      const message = createMessage([{ text: `${index}` }], { taskId });
      return callAgent(url, { method: 'SendMessage', params: { message } });
    }),
  );
  expect(answers.filter(({ body }) => body.error === undefined)).toHaveLength(1);
  const { body } = await callAgent(url, { method: 'GetTask', params: { id: taskId } });
  expect(body.result).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
});

testOverBindings(
  'a task that waits for authorization can be canceled, and takes no tagged part',
  async () => {
    const { url } = await startServer(createAgent(signIn));
    const { id } = await start(url);
    const message = createMessage([createTaggedPart('any', {})], { taskId: id });
    const { body } = await callAgent(url, { method: 'SendMessage', params: { message } });
    expect(body.error).toMatchObject({ code: -32602 });
    const canceled = await call(url, 'CancelTask', { id });
    expect(canceled.status.state).toBe('TASK_STATE_CANCELED');
  },
);

testOverBindings(
  'a program that learns of the authorization itself lets the task go on, once',
  async () => {
    const engine = openEngine();
    const { url } = await startServer(createAgent(signIn), { engine, runner: { pollMs: 20 } });
    const { id: taskId } = await start(url);
    const outcomes = await Promise.all([
      confirmAuthorization(engine, { taskId }),
      confirmAuthorization(engine, { taskId }),
      confirmAuthorization(engine, { taskId, user: { id: 'mallory' } }),
    ]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(outcomes[2]).toBe(false);
    await expect
      .poll(async () => (await call(url, 'GetTask', { id: taskId })).status.state)
      .toBe('TASK_STATE_COMPLETED');
    expect(await confirmAuthorization(engine, { taskId })).toBe(false);
    const { body } = await callAgent(url, { method: 'GetTask', params: { id: taskId } });
    expect(JSON.stringify(body.result)).toContain(String.raw`came back with \"\"`);
  },
);

testOverBindings('confirmAuthorization() lets no other question pass', async () => {
  const engine = openEngine();
  const agent = createAgent((task) => task.ask('Who are you?'));
  const { url } = await startServer(agent, { engine });
  const { id: taskId } = await start(url);
  expect(await confirmAuthorization(engine, { taskId })).toBe(false);
  const { status } = await call(url, 'GetTask', { id: taskId });
  expect(status.state).toBe('TASK_STATE_INPUT_REQUIRED');
});

test.each(ALL_DOORS)('a stream ends when authorization is needed: $name', async (door) => {
  const { url } = await startServer(createAgent(signIn), WITH_GRPC);
  const response = await door.stream(url, { schema: 'any', data: {} });
  const events = await collectEvents(response);
  expect(JSON.stringify(events.at(-1)?.data)).toMatch(/AUTH_REQUIRED|auth-required/u);
});
