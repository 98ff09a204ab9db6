import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import { expect, test } from 'vitest';
import { callJsonRpc, createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { createPieceAgent } from '../support/piece-agent.ts';
import { callPush, QUICK_PUSH, startPieces } from '../support/push.ts';
import { openReceiver, toTakenIds } from '../support/receiver.ts';
import { startServer } from '../support/start-server.ts';

const TARGET = 'https://receiver.example/hook';

/** Accepts the user that a header names, without proof, so that tests can tell callers apart. */
const authenticate = ({ headers }: { headers: Record<string, unknown> }) =>
  typeof headers['x-user'] === 'string' ? { id: headers['x-user'] } : undefined;

async function startTask(options: object = {}) {
  const { agent } = createPieceAgent();
  const { url } = await startServer(agent, { push: { allowAnonymous: true }, ...options });
  return { url, taskId: await startPieces(url, { count: 0 }) };
}

test('the cards say whether there are notifications', async () => {
  const { agent } = createPieceAgent();
  for (const push of [undefined, false, true, {}] as const) {
    const users = { authenticate };
    const { url } = await startServer(agent, push === undefined ? {} : { push, ...users });
    for (const headers of [{ 'a2a-version': '1.0' }, { 'a2a-version': '0.3' }]) {
      const card = await fetch(`${url}/.well-known/agent-card.json`, { headers });
      expect(await card.json()).toMatchObject({
        capabilities: { pushNotifications: push === true || typeof push === 'object' },
      });
    }
  }
});

test('options that make no sense make no server', () => {
  const { agent } = createPieceAgent();
  expect(() => createServer(agent, { push: { maxConfigs: 0 } })).toThrow(
    'Cannot send push notifications because maxConfigs must be an integer from 1: current value is 0',
  );
});

test('a config without an id has that of its task; setting it again replaces it', async () => {
  const { url, taskId } = await startTask();
  for (const target of [TARGET, `${TARGET}/2`]) {
    const { body } = await callPush(url, ['Create', { taskId, url: target, token: 'token' }]);
    expect(body.result).toEqual({ taskId, id: taskId, url: target, token: 'token' });
  }
  const one = { taskId, id: taskId, url: `${TARGET}/2`, token: 'token' };
  expect((await callPush(url, ['List', { taskId }])).body.result).toEqual({ configs: [one] });
  expect((await callPush(url, ['Get', { taskId, id: taskId }])).body.result).toEqual(one);
});

test('a repeated message without an id for its config replaces the config', async () => {
  const { url } = await startTask();
  const params = {
    message: createMessage([createTaggedPart('pieces', { count: 0 })]),
    configuration: { returnImmediately: true, taskPushNotificationConfig: { url: TARGET } },
  };
  const ids = new Set<string>();
  for (let time = 0; time < 3; time += 1) {
    const { body } = await callJsonRpc(url, { method: 'SendMessage', params });
    ids.add((body.result?.['task'] as { readonly id: string }).id);
  }
  const [taskId = ''] = ids;
  expect(ids.size).toBe(1);
  const { body } = await callPush(url, ['List', { taskId }]);
  expect(body.result).toMatchObject({ configs: [{ id: taskId, url: TARGET }] });
});

test('a task has as many configs as the cap allows', async () => {
  const { url, taskId } = await startTask({ push: { allowAnonymous: true, maxConfigs: 2 } });
  for (const id of ['a', 'b', 'a']) {
    const { body } = await callPush(url, ['Create', { taskId, id, url: TARGET }]);
    expect(body.error).toBeUndefined();
  }
  const { body } = await callPush(url, ['Create', { taskId, id: 'c', url: TARGET }]);
  expect(body.error).toMatchObject({
    code: -32_602,
    message: expect.stringContaining('has 2 already, the most that a task may have'),
  });
});

test('deleting is idempotent; what is not there is not found', async () => {
  const { url, taskId } = await startTask();
  await callPush(url, ['Create', { taskId, id: 'a', url: TARGET }]);
  for (let time = 0; time < 2; time += 1) {
    const { body } = await callPush(url, ['Delete', { taskId, id: 'a' }]);
    expect(body).toEqual({ jsonrpc: '2.0', id: 1, result: null });
  }
  const get = await callPush(url, ['Get', { taskId, id: 'a' }]);
  expect(get.body.error).toMatchObject({ code: -32_001 });
  for (const operation of ['Create', 'Get', 'List', 'Delete'] as const) {
    const params = { taskId: crypto.randomUUID(), id: 'a', url: TARGET };
    const { body } = await callPush(url, [operation, params]);
    expect(body.error).toMatchObject({ code: -32_001 });
  }
});

test('a call of 0.3 may leave out the id of the config, but not bend it', async () => {
  const { url, taskId: id } = await startTask();
  const legacy = { version: '0.3' } as const;
  const prefix = 'tasks/pushNotificationConfig';
  const config = { url: TARGET, authentication: { schemes: ['Bearer', 'Basic'] } };
  const params = { taskId: id, pushNotificationConfig: config };
  const made = await callJsonRpc(url, { method: `${prefix}/set`, params }, legacy);
  const kept = { url: TARGET, id, authentication: { schemes: ['Bearer'] } };
  expect(made.body.result).toEqual({ taskId: id, pushNotificationConfig: kept });
  for (const method of [`${prefix}/get`, `${prefix}/delete`]) {
    const bent = { id, pushNotificationConfigId: 7 };
    const refused = await callJsonRpc(url, { method, params: bent }, legacy);
    expect(refused.body.error).toMatchObject({ code: -32_602 });
    const { body } = await callJsonRpc(url, { method, params: { id } }, legacy);
    expect(body.error).toBeUndefined();
  }
  const list = await callJsonRpc(url, { method: `${prefix}/list`, params: { id } }, legacy);
  expect(list.body.result).toEqual([]);
});

test('configs of another principal do not exist', async () => {
  const { agent } = createPieceAgent();
  const { url } = await startServer(agent, { push: { allowAnonymous: true }, authenticate });
  const ada = { headers: { 'x-user': 'ada' } };
  const taskId = await startPieces(url, { count: 0 }, ada.headers);
  await callPush(url, ['Create', { taskId, id: 'a', url: TARGET }], ada);
  for (const headers of [{ 'x-user': 'bob' }, {}]) {
    for (const operation of ['Create', 'Get', 'List', 'Delete'] as const) {
      const params = { taskId, id: 'a', url: TARGET };
      const { body } = await callPush(url, [operation, params], { headers });
      expect(body.error).toMatchObject({ code: -32_001 });
    }
  }
  const list = await callPush(url, ['List', { taskId }], ada);
  expect(list.body.result).toEqual({ configs: [{ taskId, id: 'a', url: TARGET }] });
});

test.each([
  ['token', { token: 'x'.repeat(1_025) }, 'at most 1024 characters'],
  ['token', { token: 'a\r\nb: c' }, 'visible ASCII characters'],
  ['id', { id: 'x'.repeat(257) }, 'at most 256 characters'],
  ['id', { id: 'a\u0000b' }, 'text without control characters'],
  ['id', { id: 'a\u0085' }, 'text without control characters'],
  ['authentication.scheme', { authentication: { credentials: 'x' } }, 'an HTTP scheme'],
  ['authentication.scheme', { authentication: { scheme: 'a b' } }, 'an HTTP scheme'],
  ['authentication.scheme', { authentication: { scheme: 'x'.repeat(65) } }, 'at most 64'],
  [
    'authentication.credentials',
    { authentication: { scheme: 'Bearer', credentials: 'secret\r\nx: y' } },
    'ASCII characters',
  ],
  [
    'authentication.credentials',
    { authentication: { scheme: 'Bearer', credentials: 'x'.repeat(4_097) } },
    'at most 4096',
  ],
])('a config with a bad %s is refused, and no secret shown', async (field, fields, rule) => {
  const { url, taskId } = await startTask();
  const set = await callPush(url, ['Create', { taskId, url: TARGET, ...fields }]);
  const message = createMessage([createTaggedPart('pieces', { count: 0 })]);
  const configuration = { taskPushNotificationConfig: { url: TARGET, ...fields } };
  const request = { method: 'SendMessage', params: { message, configuration } };
  const inline = await callJsonRpc(url, request);
  for (const [path, { body }] of [
    ['', set],
    ['configuration.taskPushNotificationConfig.', inline],
  ] as const) {
    expect(body.error?.code).toBe(-32_602);
    expect(body.error?.message).toContain(`because ${path}${field} must be ${rule}`);
    expect(body.error?.message).not.toContain('secret');
  }
});

test('an inline config that names another task is refused, and no task made', async () => {
  const { agent, sent } = createPieceAgent();
  const { url } = await startServer(agent, { push: { allowAnonymous: true } });
  const message = createMessage([createTaggedPart('pieces', { count: 1 })]);
  const configuration = { taskPushNotificationConfig: { url: TARGET, taskId: 'other' } };
  const params = { message, configuration };
  const { body } = await callJsonRpc(url, { method: 'SendMessage', params });
  expect(body.error?.message).toContain('taskPushNotificationConfig.taskId must be empty');
  expect(sent()).toBe(0);
});

test('an answer brings a config along that is told of what it leads to', async () => {
  const receiver = await openReceiver();
  const skill = defineSkill({
    id: 'ask',
    name: 'Ask',
    description: 'Asks.',
    tags: [],
    input: { ask: { type: 'object' } },
    run: async ({ task }) => void (await task.ask('What?')),
  });
  const agent = defineAgent({ name: 'Asker', version: '1.0.0', skills: [skill] });
  const { url } = await startServer(agent, { push: QUICK_PUSH });
  const question = createMessage([createTaggedPart('ask', {})]);
  const asked = await callJsonRpc(url, { method: 'SendMessage', params: { message: question } });
  const { id: taskId } = asked.body.result?.['task'] as { readonly id: string };
  const message = createMessage([{ text: 'That.' }], { taskId });
  const configuration = { taskPushNotificationConfig: { url: receiver.url } };
  await callJsonRpc(url, { method: 'SendMessage', params: { message, configuration } });
  await expect
    .poll(() => receiver.received.at(-1)?.body)
    .toMatchObject({
      statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } },
    });
  expect(receiver.received[0]?.body).toMatchObject({
    statusUpdate: { status: { state: 'TASK_STATE_WORKING' } },
  });
  expect(toTakenIds(receiver).length).toBeGreaterThan(1);
});

test('REST answers a creation with 200, and a deletion with 200 and {}', async () => {
  const { url, taskId } = await startTask();
  const path = `${url}/a2a/rest/tasks/${taskId}/pushNotificationConfigs`;
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
  const body = JSON.stringify({ id: 'a/b', url: TARGET });
  const made = await fetch(path, { method: 'POST', headers, body });
  expect(made.status).toBe(200);
  expect(await made.json()).toEqual({ taskId, id: 'a/b', url: TARGET });
  for (let time = 0; time < 2; time += 1) {
    const deleted = await fetch(`${path}/a%2Fb`, { method: 'DELETE', headers });
    expect(deleted.status).toBe(200);
    expect(deleted.headers.get('content-type')).toBe('application/a2a+json');
    expect(await deleted.json()).toEqual({});
  }
  const gone = await fetch(`${path}/a%2Fb`, { headers });
  expect(gone.status).toBe(404);
  const nobody = `${url}/a2a/rest/tasks/nobody/pushNotificationConfigs/a`;
  expect((await fetch(nobody, { method: 'DELETE', headers })).status).toBe(404);
});
