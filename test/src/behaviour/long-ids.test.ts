import { demoAgent } from '@formwork/demo';
import { expect, test } from 'vitest';
import { callAgent, eachOverBindings } from '../support/bindings.ts';
import { createMessage } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';

/**
 * Lists methods with parameters that contain a long id, each with the code of the expected error.
 */
function createCalls(long: string) {
  return [
    ['GetTask', { id: long }, -32_001],
    ['CancelTask', { id: long }, -32_001],
    ['SubscribeToTask', { id: long }, -32_001],
    ['CreateTaskPushNotificationConfig', { taskId: long, url: 'https://example.com' }, -32_001],
    ['GetTaskPushNotificationConfig', { taskId: long, id: long }, -32_001],
    ['ListTaskPushNotificationConfigs', { taskId: long }, -32_001],
    ['DeleteTaskPushNotificationConfig', { taskId: long, id: long }, -32_001],
    ['ListTasks', { pageToken: long }, -32_602],
    [
      'SendMessage',
      { message: createMessage([{ data: {}, mediaType: `application/json;schema=${long}` }]) },
      -32_602,
    ],
    ['SendMessage', { message: { ...createMessage([{ text: 'Hi' }]), taskId: long } }, -32_602],
  ] as const;
}

async function expectShort(method: string, params: object, code: number): Promise<void> {
  const { url } = await startServer(demoAgent, { push: { allowAnonymous: true }, openTasks: true });
  const { body } = await callAgent(url, { method, params });
  expect(body.error).toMatchObject({ code });
  expect(JSON.stringify(body).length).toBeLessThan(3_000);
}

const LONG = 'x'.repeat(500_000);

// A REST address has at most 16 kB.
eachOverBindings(createCalls('x'.repeat(5_000)))('an error of %s does not echo 5 kB', expectShort);

eachOverBindings(createCalls(LONG), { except: ['REST'] })(
  'an error of %s does not echo 500 kB',
  expectShort,
);

// gRPC sends times as numbers.
eachOverBindings(['x'.repeat(5_000)], { except: ['gRPC'] })(
  'an error of ListTasks does not echo a long time',
  (time) => expectShort('ListTasks', { statusTimestampAfter: time }, -32_602),
);

test('an error of ListTasks does not echo a time of 500 kB', async () => {
  await expectShort('ListTasks', { statusTimestampAfter: LONG }, -32_602);
});

test('an error of JSON-RPC does not echo a method of 500 kB', async () => {
  const { url } = await startServer(demoAgent);
  const { body } = await callAgent(url, { method: LONG, params: {} });
  expect(body.error).toMatchObject({ code: -32_601 });
  expect(JSON.stringify(body).length).toBeLessThan(3_000);
});
