import { defineAgent, defineSkill } from '@formwork/core';
import type { ServerOptions } from '@formwork/server';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { callAgent, eachOverBindings, testOverBindings } from '../support/bindings.ts';
import { createMessage } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';

const count = { runs: 0 };

const skill = defineSkill({
  id: 'count',
  name: 'Count',
  description: 'Counts how often it is called.',
  tags: [],
  text: () => `${(count.runs += 1)}`,
});
const agent = defineAgent({ name: 'Counter', version: '1', skills: [skill] });

const ADA = { authorization: 'Bearer ada' };

const USERS: ServerOptions = {
  authenticate: ({ headers }) =>
    headers.authorization === ADA.authorization ? { id: 'ada' } : undefined,
};

interface Send {
  readonly messageId: string;
  readonly configuration?: object;
  readonly headers?: Record<string, string>;
}

/** Sends a message and resolves with the id of its task; `undefined` if the request was refused. */
async function send(url: string, { messageId, configuration = {}, headers = {} }: Send) {
  const message = createMessage([{ text: 'count' }], { messageId });
  const request = { method: 'SendMessage', params: { message, configuration } };
  const { body } = await callAgent(url, request, { headers });
  return (body.result?.['task'] as { readonly id: string } | undefined)?.id;
}

eachOverBindings([
  ['a stranger, by a random id', randomUUID(), {}, true],
  ['a stranger, by an id that others may have', 'message-0000000000000001', {}, false],
  ['a principal, by any id', '1', ADA, true],
])('a repeated message of %s', async (...given) => {
  const [, messageId, headers, isSame] = given;
  const { url } = await startServer(agent, USERS);
  const first = await send(url, { messageId, headers });
  expect(first).toBeTypeOf('string');
  expect((await send(url, { messageId, headers })) === first).toBe(isSame);
});

testOverBindings(
  'a repeated message starts a task each time where repeats are not recognized',
  async () => {
    const { url } = await startServer(agent, { ...USERS, recognizeRepeats: false });
    const messageId = randomUUID();
    const tasks = [await send(url, { messageId }), await send(url, { messageId })];
    expect(new Set(tasks).size).toBe(2);
    expect(tasks).not.toContain(undefined);
  },
);

testOverBindings('a repeated message that accepts something else is another one', async () => {
  const { url } = await startServer(agent, USERS);
  const messageId = randomUUID();
  const plain = await send(url, { messageId });
  const configuration = { acceptedOutputModes: ['text/plain'] };
  const accepting = await send(url, { messageId, configuration });
  expect(accepting).not.toBe(plain);
  expect(await send(url, { messageId, configuration })).toBe(accepting);
  expect(await send(url, { messageId, configuration: { historyLength: 0 } })).toBe(plain);
});

testOverBindings('a push config that only the repeated message brings is kept', async () => {
  const { url } = await startServer(agent, { ...USERS, push: true });
  const messageId = randomUUID();
  const id = await send(url, { messageId, headers: ADA });
  const configuration = { taskPushNotificationConfig: { id: 'late', url: 'https://a.example/' } };
  expect(await send(url, { messageId, headers: ADA, configuration })).toBe(id);
  const list = { method: 'ListTaskPushNotificationConfigs', params: { taskId: id } };
  const { body } = await callAgent(url, list, { headers: ADA });
  expect(body.result).toMatchObject({ configs: [{ id: 'late' }] });
});

testOverBindings(
  'push configs are for callers who say who they are, unless strangers are let in',
  async () => {
    const configuration = { taskPushNotificationConfig: { url: 'https://a.example/' } };
    const message = createMessage([{ text: 'count' }]);
    const request = { method: 'SendMessage', params: { message, configuration } };
    const { url } = await startServer(agent, { ...USERS, push: true });
    const runs = count.runs;
    const { body } = await callAgent(url, request);
    expect(body.error).toMatchObject({ code: -32_003, message: /caller must say who it is/u });
    expect(count.runs).toBe(runs);
    const open = await startServer(agent, { push: { allowAnonymous: true } });
    expect((await callAgent(open.url, request)).body).toHaveProperty('result');
    await expect(startServer(agent, { push: true })).rejects.toThrow('push.allowAnonymous');
  },
);
