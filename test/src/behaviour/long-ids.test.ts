// One binding: ids and method names of JSON-RPC requests are the subject.
import { demoAgent } from '@formwork/demo';
import { expect, test } from 'vitest';
import { callJsonRpc, createMessage } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';

const LONG = 'x'.repeat(500_000);

test.each([
  ['GetTask', { id: LONG }, -32_001],
  ['CancelTask', { id: LONG }, -32_001],
  ['SubscribeToTask', { id: LONG }, -32_001],
  ['CreateTaskPushNotificationConfig', { taskId: LONG, url: 'https://example.com' }, -32_001],
  ['GetTaskPushNotificationConfig', { taskId: LONG, id: LONG }, -32_001],
  ['ListTaskPushNotificationConfigs', { taskId: LONG }, -32_001],
  ['DeleteTaskPushNotificationConfig', { taskId: LONG, id: LONG }, -32_001],
  ['ListTasks', { statusTimestampAfter: LONG }, -32_602],
  ['ListTasks', { pageToken: LONG }, -32_602],
  [
    'SendMessage',
    { message: createMessage([{ data: {}, mediaType: `application/json;schema=${LONG}` }]) },
    -32_602,
  ],
  ['SendMessage', { message: { ...createMessage([{ text: 'Hi' }]), taskId: LONG } }, -32_602],
] as const)('an error of %s does not echo 500 kB', async (method, params, code) => {
  const { url } = await startServer(demoAgent, { push: { allowAnonymous: true }, openTasks: true });
  const { body } = await callJsonRpc(url, { method, params });
  expect(body.error).toMatchObject({ code });
  expect(JSON.stringify(body).length).toBeLessThan(3_000);
});

test('an error does not echo a method of 500 kB', async () => {
  const { url } = await startServer(demoAgent);
  const { body } = await callJsonRpc(url, { method: LONG, params: {} });
  expect(body.error).toMatchObject({ code: -32_601 });
  expect(JSON.stringify(body).length).toBeLessThan(3_000);
});
