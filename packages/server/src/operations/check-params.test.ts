import { expect, test } from 'vitest';
import { expectNoStumble } from '../testing/expect-no-stumble.ts';
import { MESSAGE } from '../testing/open-json-rpc-door.ts';
import { checkSendParams } from './check-params.ts';

const FULL_MESSAGE = {
  messageId: 'm',
  contextId: 'c',
  taskId: 't',
  role: 'ROLE_USER',
  parts: [
    { text: 'x', filename: 'f', mediaType: 'text/plain', metadata: {} },
    { data: { a: 1 }, metadata: { a: 1 } },
    { raw: 'AAAA' },
    { url: 'https://example.com' },
  ],
  metadata: {},
  extensions: ['e'],
  referenceTaskIds: ['r'],
};

const CONFIGURATION = {
  acceptedOutputModes: ['x'],
  historyLength: 1,
  returnImmediately: true,
  taskPushNotificationConfig: { url: 'u', authentication: { scheme: 'Bearer' } },
};

test.each([
  {
    method: 'SendMessage',
    params: { message: FULL_MESSAGE, configuration: CONFIGURATION, metadata: {} },
  },
  { method: 'SendStreamingMessage', params: { message: FULL_MESSAGE } },
  { method: 'GetTask', params: { id: 'x', historyLength: 1 } },
  { method: 'CancelTask', params: { id: 'x', metadata: {} } },
  { method: 'SubscribeToTask', params: { id: 'x' } },
  { method: 'ListTasks', params: { contextId: 'c', status: 1, pageSize: 1, pageToken: 'p' } },
  {
    method: 'CreateTaskPushNotificationConfig',
    params: { taskId: 'x', url: 'u', authentication: { scheme: 'Bearer', credentials: 'c' } },
  },
])('The check of params keeps wrong fields of $method from the SDK', async ({ method, params }) => {
  await expectNoStumble({ version: '1.0', method, params });
});

test.each([
  {
    parts: [{ text: 'a', data: 1 }],
    fault:
      'message.parts[0] must be an object with one of text, raw, url, data: current value is one with text, data',
  },
  {
    parts: [{ text: 'a' }, { filename: 'x' }],
    fault:
      'message.parts[1] must be an object with one of text, raw, url, data: current value is an object with none',
  },
  { parts: [{ raw: 5 }], fault: 'message.parts[0].raw must be text: current value is 5' },
  { parts: [{ text: 'a', metadata: [] }], fault: 'message.parts[0].metadata must be an object' },
  { parts: 'x', fault: 'message.parts must be an array: current value is "x"' },
  { role: 'user', fault: 'message.role must be "ROLE_USER": current value is "user"' },
  { role: 'ROLE_AGENT', fault: 'message.role must be "ROLE_USER": current value is "ROLE_AGENT"' },
  { role: 2, fault: 'message.role must be "ROLE_USER": current value is 2' },
  { messageId: '', fault: 'message.messageId must be text that is not empty: current value is ""' },
  { contextId: 5, fault: 'message.contextId must be text: current value is 5' },
])('checkSendParams() says $fault', ({ fault, ...fields }) => {
  const params = { message: { ...MESSAGE, ...fields } };
  expect(() => checkSendParams(params)).toThrow(fault);
});

test('checkSendParams() takes both spellings of ProtoJSON and a number as messageId', () => {
  const message = { message_id: 1, context_id: 'c', role: 1, parts: [{ data: false, text: null }] };
  expect(() => checkSendParams({ message })).not.toThrow();
});
