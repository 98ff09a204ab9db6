import { expect, test } from 'vitest';
import { expectNoStumble } from '../testing/expect-no-stumble.ts';
import { LEGACY_MESSAGE } from '../testing/open-json-rpc-door.ts';
import { findLegacyMethod } from './operations.ts';

function toLegacyParams(method: string, params: Readonly<Record<string, unknown>>): object {
  const legacy = findLegacyMethod(method);
  if (legacy === undefined) throw new Error(`There is no method ${method}.`);
  return legacy.toParams(params);
}

const FULL_MESSAGE = {
  kind: 'message',
  messageId: 'm',
  contextId: 'c',
  taskId: 't',
  role: 'user',
  parts: [
    { kind: 'text', text: 'x', metadata: {} },
    { kind: 'data', data: { a: 1 }, metadata: { data_part_compat: true } },
    { kind: 'file', file: { bytes: 'AAAA', name: 'n', mimeType: 'm' } },
    { kind: 'file', file: { uri: 'https://example.com' } },
  ],
  metadata: {},
  extensions: ['e'],
  referenceTaskIds: ['r'],
};

const PUSH_CONFIG = {
  url: 'u',
  id: 'i',
  token: 't',
  authentication: { schemes: ['Bearer'], credentials: 'c' },
};

const CONFIGURATION = {
  acceptedOutputModes: ['x'],
  historyLength: 1,
  blocking: true,
  pushNotificationConfig: PUSH_CONFIG,
};

test.each([
  {
    method: 'message/send',
    params: { message: FULL_MESSAGE, configuration: CONFIGURATION, metadata: {} },
  },
  { method: 'message/stream', params: { message: FULL_MESSAGE } },
  { method: 'tasks/get', params: { id: 'x', historyLength: 1, metadata: {} } },
  { method: 'tasks/cancel', params: { id: 'x', metadata: {} } },
  { method: 'tasks/resubscribe', params: { id: 'x' } },
  {
    method: 'tasks/pushNotificationConfig/set',
    params: { taskId: 'x', pushNotificationConfig: PUSH_CONFIG },
  },
  {
    method: 'tasks/pushNotificationConfig/get',
    params: { id: 'x', pushNotificationConfigId: 'y' },
  },
])('toLegacyParams() keeps wrong fields of $method from the SDK', async ({ method, params }) => {
  await expectNoStumble({ version: '0.3', method, params });
});

test.each([
  {
    parts: [{ kind: 'text', text: 'x' }, { kind: 'file' }],
    fault: 'message.parts[1].file must be an object: current value is undefined',
  },
  {
    parts: [{ kind: 'file', file: {} }],
    fault: 'message.parts[0].file must be an object with bytes or uri',
  },
  {
    parts: [{ kind: 'data' }],
    fault: 'message.parts[0].data must be an object: current value is undefined',
  },
  {
    parts: [{ kind: 'video' }],
    fault: 'message.parts[0].kind must be "text", "file" or "data": current value is "video"',
  },
  {
    parts: [{}],
    fault: 'message.parts[0].kind must be "text", "file" or "data": current value is undefined',
  },
  { role: 'ROLE_USER', fault: 'message.role must be "user": current value is "ROLE_USER"' },
  { role: 'agent', fault: 'message.role must be "user": current value is "agent"' },
  { extensions: {}, fault: 'message.extensions must be an array: current value is an object' },
])('toLegacyParams() says $fault', ({ fault, ...fields }) => {
  const params = { message: { ...LEGACY_MESSAGE, ...fields } };
  expect(() => toLegacyParams('message/send', params)).toThrow(fault);
});

test('toLegacyParams() puts plain slips right', () => {
  const params = {
    message: {
      messageId: 1,
      role: 'user',
      contextId: null,
      metadata: null,
      parts: [
        { text: 'a' },
        { data: { b: null }, metadata: null },
        { file: { uri: 'u', name: null } },
      ],
    },
    configuration: null,
    metadata: null,
  };
  expect(toLegacyParams('message/send', params)).toStrictEqual({
    message: {
      messageId: '1',
      role: 'user',
      parts: [
        { kind: 'text', text: 'a' },
        { kind: 'data', data: { b: null } },
        { kind: 'file', file: { uri: 'u' } },
      ],
    },
  });
});

test('toLegacyParams() keeps the first scheme of a push config, which the SDK would warn of', () => {
  const authentication = { schemes: ['Bearer', 'Basic'], credentials: 'c' };
  const config = { ...PUSH_CONFIG, authentication };
  const params = { message: FULL_MESSAGE, configuration: { pushNotificationConfig: config } };
  expect(toLegacyParams('message/send', params)).toMatchObject({
    configuration: { pushNotificationConfig: PUSH_CONFIG },
  });
  const set = { taskId: 'x', pushNotificationConfig: config };
  expect(toLegacyParams('tasks/pushNotificationConfig/set', set)).toEqual({
    taskId: 'x',
    pushNotificationConfig: PUSH_CONFIG,
  });
});

test('toLegacyParams() leaves what is right as it is', () => {
  const params = { message: FULL_MESSAGE, configuration: CONFIGURATION, metadata: {} };
  expect(toLegacyParams('message/send', params)).toEqual(params);
});
