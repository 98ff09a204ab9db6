import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { answer, createAgent, send, sendForTask, start, textOf } from '../support/asking-agent.ts';
import { callAgent, eachOverBindings, testOverBindings } from '../support/bindings.ts';
import { ALL_DOORS } from '../support/doors.ts';
import { collectEvents } from '../support/event-stream.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';

const APPROVAL = {
  type: 'object',
  properties: { approved: { type: 'boolean' }, reason: { type: 'string' } },
  required: ['approved'],
  additionalProperties: false,
} as const;

testOverBindings('a question in text is answered in text', async () => {
  const agent = createAgent(async (task) => `Hello ${await task.ask('What is your name?')}`);
  const { url } = await startServer(agent);
  const asked = await start(url);
  expect(asked.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
  expect(textOf(asked)).toBe('What is your name?');
  const done = await answer(url, asked.id, { text: 'Ada' });
  expect(done.status.state).toBe('TASK_STATE_COMPLETED');
  expect(done.artifacts?.[0]?.parts[0]?.['text']).toBe('Hello Ada');
  expect(done.history).toHaveLength(2);
});

testOverBindings(
  'a message names the one task of its context that it does not answer',
  async () => {
    const agent = createAgent(async (task) => `Hello ${await task.ask('What is your name?')}`);
    const userOf = new Map([['ada', { id: 'ada' }]]);
    const authenticate = ({
      headers,
    }: {
      readonly headers: { readonly [name: string]: unknown };
    }) => userOf.get(String(headers['x-user']));
    const { url } = await startServer(agent, { authenticate, allowAnonymous: true });
    const ada = { headers: { 'x-user': 'ada' } };
    const say = async (part: object, fields: object, options = {}) => {
      const params = { message: createMessage([part], fields) };
      const { body } = await callAgent(url, { method: 'SendMessage', params }, options);
      return JSON.stringify(body.result);
    };
    const begin = (fields: object, options = {}) =>
      say(createTaggedPart('any', {}), fields, options);
    const hint = /Task (\S+) of this conversation waits: .*What is your name.*taskId/u;

    const waiting = await begin({ contextId: 'trip' }, ada);
    const told = await say({ text: 'Ada' }, { contextId: 'trip' }, ada);
    const id = hint.exec(told)?.[1] ?? 'none';
    expect(waiting).toContain(`"id":"${id}"`);
    expect(await say({ text: 'Ada' }, { contextId: 'trip', taskId: id }, ada)).toContain(
      'Hello Ada',
    );
    // Nothing waits any more, and nothing is said of two tasks or of those of others.
    expect(await say({ text: 'Ada' }, { contextId: 'trip' }, ada)).not.toMatch(hint);
    await begin({ contextId: 'trip' }, ada);
    expect(await say({ text: 'Ada' }, { contextId: 'trip' })).not.toMatch(hint);
    await begin({ contextId: 'trip' }, ada);
    expect(await say({ text: 'Ada' }, { contextId: 'trip' }, ada)).not.toMatch(hint);

    // Without a name, only the context that the agent made shows that a task is the caller's.
    await begin({ contextId: 'guessable' });
    expect(await say({ text: 'Ada' }, { contextId: 'guessable' })).not.toMatch(hint);
    const contextId = /"contextId":"([^"]+)"/u.exec(await begin({}))?.[1];
    expect(await say({ text: 'Ada' }, { contextId })).toMatch(hint);
  },
);

test.each(ALL_DOORS)(
  'a task that was answered never goes back to submitted, $name',
  async (door) => {
    const agent = createAgent(async (task) => `Hello ${await task.ask('What is your name?')}`);
    const { url } = await startServer(agent, WITH_GRPC);
    const { id } = await start(url);
    const events = collectEvents(await door.subscribe(url, id));
    await answer(url, id, { text: 'Ada' });
    const text = (await events).map(({ data }) => JSON.stringify(door.toPayload(data))).join('\n');
    const [before = '', after = ''] = text.split(/input.required/iu);
    expect(before).not.toBe('');
    expect(after).toMatch(/"state":"[A-Z_]*working"/iu);
    expect(after).not.toMatch(/submitted/iu);
  },
);

testOverBindings('a task that was answered and waits for a place is shown as working', async () => {
  let end = (): void => undefined;
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  const agent = createAgent(async (task) => {
    const name = await task.ask('What is your name?');
    await isOver;
    return `Hello ${name}`;
  });
  const { url } = await startServer(agent, { runner: { concurrency: 1 } });
  const [first, second] = [await start(url), await start(url)];
  for (const { id } of [first, second]) {
    const message = createMessage([{ text: 'Ada' }], { taskId: id });
    const params = { message, configuration: { returnImmediately: true } };
    await callAgent(url, { method: 'SendMessage', params });
  }
  const { body } = await callAgent(url, { method: 'GetTask', params: { id: second.id } });
  expect(body.result).toMatchObject({ status: { state: 'TASK_STATE_WORKING' } });
  end();
});

testOverBindings(
  'a form travels with its question, and its answer is data or JSON text',
  async () => {
    const agent = createAgent(async (task) => {
      const { approved } = await task.ask('Approve?', { name: 'approval', schema: APPROVAL });
      return approved ? 'approved' : 'refused';
    });
    for (const part of [{ data: { approved: true } }, { text: '{"approved": true}' }]) {
      const { url } = await startServer(agent);
      const asked = await start(url);
      expect(asked.status.message?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI]).toMatchObject({
        question: 0,
        prompt: 'Approve?',
        form: { name: 'approval', schema: APPROVAL },
      });
      expect(textOf(asked)).toContain('Answer with JSON such as {"approved":');
      const done = await answer(url, asked.id, part);
      expect(done.artifacts?.[0]?.parts[0]?.['text']).toBe('approved');
    }
  },
);

testOverBindings(
  'an answer that does not fit is kept, and the question asked again with what was wrong',
  async () => {
    const agent = createAgent(async (task) => {
      const { approved } = await task.ask('Approve?', { schema: APPROVAL });
      return String(approved);
    });
    const { url } = await startServer(agent);
    const { id } = await start(url);
    const again = await answer(url, id, { data: { approved: 'yes' } });
    expect(again.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    expect(textOf(again)).toMatch(/\/approved: must be boolean[^]*Approve\?/u);
    expect(again.history).toHaveLength(2);
    expect((await answer(url, id, { text: 'sure!' })).status.state).toBe(
      'TASK_STATE_INPUT_REQUIRED',
    );
    expect((await answer(url, id, { data: { approved: false } })).status.state).toBe(
      'TASK_STATE_COMPLETED',
    );
  },
);

testOverBindings("a library's own rules ask again too", async () => {
  const schema = z.object({ n: z.number().refine((n) => n % 2 === 0, 'must be even') });
  const agent = createAgent(async (task) => `got ${(await task.ask('A number?', { schema })).n}`);
  const { url } = await startServer(agent);
  const { id } = await start(url);
  const again = await answer(url, id, { data: { n: 3 } });
  expect(again.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
  expect(textOf(again)).toContain('must be even');
  const done = await answer(url, id, { data: { n: 4 } });
  expect(done.artifacts?.[0]?.parts[0]?.['text']).toBe('got 4');
});

testOverBindings(
  'a tagged answer is rejected, as the extension demands, and the question stays',
  async () => {
    const agent = createAgent((task) => task.ask('Name?'));
    const { url } = await startServer(agent);
    const { id } = await start(url);
    const message = createMessage([createTaggedPart('any', {})], { taskId: id });
    const { body } = await send(url, message);
    expect(body.error?.data?.map(({ reason }) => reason)).toContain('STRUCTURED_INPUT_TASK_EXISTS');
    expect((await answer(url, id, { text: 'Ada' })).status.state).toBe('TASK_STATE_COMPLETED');
  },
);

testOverBindings('of twenty answers at once one counts, and a late one is told so', async () => {
  let runs = 0;
  const agent = createAgent(async (task) => {
    const name = await task.ask('Name?');
    runs += 1;
    return name;
  });
  const { url } = await startServer(agent);
  const { id } = await start(url);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      send(url, createMessage([{ text: `N${n}` }], { taskId: id })),
    ),
  );
  expect(answers.filter(({ body }) => body.error === undefined)).toHaveLength(1);
  expect(runs).toBe(1);
  const late = await send(url, createMessage([{ text: 'late' }], { taskId: id }));
  expect(late.body.error).toMatchObject({ code: -32004 });
});

testOverBindings('the same answer sent again changes nothing, also after the end', async () => {
  const agent = createAgent(async (task) => `${await task.ask('A?')} ${await task.ask('B?')}`);
  const { url } = await startServer(agent);
  const { id } = await start(url);
  const message = createMessage([{ text: 'one' }], { taskId: id });
  expect(textOf(await sendForTask(url, message))).toBe('B?');
  expect(textOf(await sendForTask(url, message))).toBe('B?');
  const done = await answer(url, id, { text: 'two' });
  expect(done.artifacts?.[0]?.parts[0]?.['text']).toBe('one two');
  expect((await sendForTask(url, message)).status.state).toBe('TASK_STATE_COMPLETED');
});

testOverBindings('an answer that names another question than the open one is refused', async () => {
  const agent = createAgent((task) => task.ask('Name?'));
  const { url } = await startServer(agent);
  const { id } = await start(url);
  const metadata = { [FOLLOW_UP_FORMS_EXTENSION_URI]: { question: 7 } };
  const { body } = await send(url, createMessage([{ text: 'x' }], { taskId: id, metadata }));
  expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining('(0)') });
});

testOverBindings('a question can be cancelled, and a second time', async () => {
  const agent = createAgent((task) => task.ask('Name?'));
  const { url } = await startServer(agent);
  const { id } = await start(url);
  const { body } = await callAgent(url, { method: 'CancelTask', params: { id } });
  expect(body.result).toMatchObject({ status: { state: 'TASK_STATE_CANCELED' } });
  const again = await callAgent(url, { method: 'CancelTask', params: { id } });
  expect(again.body.result).toEqual(body.result);
});

testOverBindings('a handler that swallows the end of its run cannot write any more', async () => {
  const agent = createAgent(async (task) => {
    const name = await task.ask('Name?').catch(() => 'nobody');
    return `got ${name}`;
  });
  const { url } = await startServer(agent);
  const asked = await start(url);
  expect(asked.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
  const done = await answer(url, asked.id, { text: 'Ada' });
  expect(done.artifacts?.[0]?.parts[0]?.['text']).toBe('got Ada');
});

eachOverBindings([undefined, '', 7])('a question of %j fails the task', async (prompt) => {
  const agent = createAgent((task) => task.ask(prompt as string));
  const { url, logged } = await startServer(agent);
  expect((await start(url)).status.state).toBe('TASK_STATE_FAILED');
  expect(logged.join('\n')).toContain('Cannot ask because the prompt must be text');
});

test.each(ALL_DOORS)(
  'a stream that goes on with nothing new says at once that it is there, $name',
  async (door) => {
    const agent = createAgent((task) => task.ask('Name?'));
    const { url } = await startServer(agent, WITH_GRPC);
    const { id } = await start(url);
    const response = await door.subscribe(url, id, { 'last-event-id': `${id}:3` });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    await response.body?.cancel();
  },
);
