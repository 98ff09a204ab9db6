import { AgentCard, TaskState } from '@a2a-js/sdk';
import { expect, test } from 'vitest';
import { JsonRpcTransport } from './json-rpc-transport.ts';

const URL_OF_DOOR = 'http://a.example/rpc';

interface Sent {
  readonly method: string;
  readonly params: object;
  readonly id: number;
}

/** Opens a door whose requests are answered by `answer`, and notes what was sent. */
function open(
  answer: (request: Sent) => object | string,
  { tenant = '', type = 'application/json' } = {},
): { readonly door: JsonRpcTransport; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const card = AgentCard.fromJSON({
    supportedInterfaces: [{ url: URL_OF_DOOR, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  });
  const fetchHere: typeof fetch = async (url, init) => {
    const request = (await new Request(url, init).json()) as Sent;
    sent.push(request);
    const given = answer(request);
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    return new Response(text, { headers: { 'content-type': type } });
  };
  return { door: new JsonRpcTransport(URL_OF_DOOR, { card, tenant, fetch: fetchHere }), sent };
}

const toResult =
  (result: object) =>
  ({ id }: Sent) => ({ jsonrpc: '2.0', id, result });

test('requests have the tenant of the door unless they name another', async () => {
  const { door, sent } = open(toResult({ id: 't' }), { tenant: 'acme' });
  await door.getTask({ id: 't', tenant: '' });
  await door.cancelTask({ id: 't', tenant: 'other', metadata: undefined });
  expect(sent).toMatchObject([
    { method: 'GetTask', params: { id: 't', tenant: 'acme' }, id: 1 },
    { method: 'CancelTask', params: { id: 't', tenant: 'other' }, id: 2 },
  ]);
});

test('requests that this package does not make are those of the SDK, with the tenant', async () => {
  const { door, sent } = open(toResult({ tasks: [], id: 'c', taskId: 't', url: '', configs: [] }), {
    tenant: 'acme',
  });
  const about = { id: 'c', taskId: 't', tenant: '' };
  const page = { pageSize: 0, pageToken: '' };
  await door.listTasks({
    tenant: '',
    contextId: 'c',
    status: TaskState.TASK_STATE_UNSPECIFIED,
    statusTimestampAfter: undefined,
    ...page,
  });
  await door.createTaskPushNotificationConfig({
    ...about,
    url: 'https://a.example',
    token: '',
    authentication: undefined,
  });
  await door.getTaskPushNotificationConfig(about);
  await door.listTaskPushNotificationConfig({ taskId: 't', tenant: '', ...page });
  await door.deleteTaskPushNotificationConfig(about);
  expect(sent.map(({ method, params }) => [method, Reflect.get(params, 'tenant')])).toEqual([
    ['ListTasks', 'acme'],
    ['CreateTaskPushNotificationConfig', 'acme'],
    ['GetTaskPushNotificationConfig', 'acme'],
    ['ListTaskPushNotificationConfigs', 'acme'],
    ['DeleteTaskPushNotificationConfig', 'acme'],
  ]);
});

test.each<[string, (request: Sent) => object | string]>([
  ['must be "2.0": current value is "1.0"', () => ({ jsonrpc: '1.0', id: 1, result: {} })],
  ['must be "2.0": current value is undefined', () => '[]'],
  ['"id" must be 1: current value is 2', () => ({ jsonrpc: '2.0', id: 2, result: {} })],
  ['must have a "result"', ({ id }) => ({ jsonrpc: '2.0', id })],
  ['must have a "result"', ({ id }) => ({ jsonrpc: '2.0', id, result: null, error: null })],
])('an answer that is not JSON-RPC is an error: %s', async (text, answer) => {
  const { door } = open(answer);
  await expect(door.getTask({ id: 't', tenant: '' })).rejects.toThrow(text);
});

test.each([
  [-32_602, 'INVALID_PARAMS'],
  [-32_050, 'INTERNAL_ERROR'],
])('an error of the agent has its code %d, its words and its details', async (code, reason) => {
  const error = { code, message: 'No.', data: [{ reason: 'BUSY' }] };
  const { door } = open(({ id }) => ({ jsonrpc: '2.0', id, error }));
  await expect(door.getTask({ id: 't', tenant: '' })).rejects.toMatchObject({
    message: 'No.',
    reason,
    envelopeCode: code,
    data: error.data,
  });
});

test.each(['It broke.', true, []])('an error %j beside a result is an error', async (error) => {
  const { door } = open(({ id }) => ({ jsonrpc: '2.0', id, error, result: { id: 't' } }));
  await expect(door.getTask({ id: 't', tenant: '' })).rejects.toMatchObject({ name: 'RpcFailure' });
});

test('events of a stream are read one by one, until one is an error', async () => {
  const { door } = open(
    ({ id }) =>
      [
        { result: { statusUpdate: { taskId: 't', status: { state: 'TASK_STATE_WORKING' } } } },
        { error: { code: -32_603, message: 'It broke.' } },
      ]
        .map((event) => `data: ${JSON.stringify({ jsonrpc: '2.0', id, ...event })}\n\n`)
        .join(''),
    { type: 'text/event-stream; charset=utf-8' },
  );
  const events = door.resubscribeTask({ id: 't', tenant: '' });
  await expect(events.next()).resolves.toMatchObject({
    value: { payload: { $case: 'statusUpdate', value: { taskId: 't' } } },
  });
  await expect(events.next()).rejects.toMatchObject({
    message: 'It broke.',
    envelopeCode: -32_603,
  });
});

test.each([
  ['It is over.', JSON.stringify({ error: { code: -32_004, message: 'It is over.' } })],
  ['must be text/event-stream', '<html>'],
])('an answer that is no stream is an error: %s', async (text, body) => {
  const { door } = open(() => body);
  await expect(door.resubscribeTask({ id: 't', tenant: '' }).next()).rejects.toThrow(text);
});
