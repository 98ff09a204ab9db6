import type { ServerCallContext } from '@a2a-js/sdk/server';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createCaller, NOBODY } from './caller.ts';
import { createDoneTask } from './testing/create-fake-handler.ts';
import {
  EXTENSION,
  LEGACY_MESSAGE,
  MESSAGE,
  openJsonRpcDoor,
  post,
  toRequest,
} from './testing/open-json-rpc-door.ts';
import { readProtocolVersion } from './transport.ts';

test('createCallContext() tells the handler who calls, and no tenant of the caller', async () => {
  const contexts: ServerCallContext[] = [];
  await using door = await openJsonRpcDoor(
    {
      sendMessage: (_request, context) => {
        contexts.push(context);
        return Promise.resolve(createDoneTask(undefined));
      },
    },
    {
      identify: ({ headers }) =>
        Promise.resolve(
          headers.authorization === undefined ? NOBODY : createCaller({ id: 'alice' }),
        ),
    },
  );
  const request = toRequest('SendMessage', { message: MESSAGE, tenant: 'other' });
  const headers = { Authorization: 'Bearer x' };
  expect(await (await post(door, request, { headers })).json()).toHaveProperty('result');
  expect(await (await post(door, request)).json()).toHaveProperty('result');
  const [known, unknown] = contexts;
  expect(known?.user).toMatchObject({ isAuthenticated: true, userName: 'alice' });
  expect(unknown?.user?.isAuthenticated).toBe(false);
  expect(known?.tenant).toBeUndefined();
});

test('createCallContext() answers what identify throws without its text', async () => {
  await using door = await openJsonRpcDoor(
    {},
    { identify: () => Promise.reject(new Error('key store down')) },
  );
  const response = await post(door, toRequest('SendMessage', { message: MESSAGE }));
  expect(await response.json()).toMatchObject({
    error: { code: -32603, message: 'Internal error.' },
  });
  expect(door.entries).toHaveLength(1);
});

test.each([
  { version: '1.0', method: 'SendMessage', header: 'A2A-Extensions' },
  { version: '1.0', method: 'SendStreamingMessage', header: 'A2A-Extensions' },
  { version: '1.0', method: 'SendMessage', header: 'X-A2A-Extensions' },
  { version: '0.3', method: 'message/send', header: 'X-A2A-Extensions' },
  { version: '0.3', method: 'message/stream', header: 'A2A-Extensions' },
])(
  'createCallContext() activates the extensions it knows ($version $method)',
  async ({ version, method, header }) => {
    await using door = await openJsonRpcDoor();
    const echo = version === '0.3' ? 'X-A2A-Extensions' : 'A2A-Extensions';
    const message = version === '0.3' ? LEGACY_MESSAGE : MESSAGE;
    const headers = { [header]: `https://example.com/other, ${EXTENSION}` };
    const response = await post(door, toRequest(method, { message }), { version, headers });
    expect(response.headers.get(echo)).toBe(EXTENSION);
    await response.text();
    const without = await post(door, toRequest(method, { message }), { version });
    expect(without.headers.has(echo)).toBe(false);
    await without.text();
    const failed = await post(door, toRequest(method, {}), { version, headers });
    expect(failed.headers.get(echo)).toBe(EXTENSION);
    expect(await failed.json()).toHaveProperty('error');
  },
);

test.each([
  [undefined, '0.3'],
  ['', '0.3'],
  [' 1.0 ', '1.0'],
  ['1.0.0', '1.0'],
  ['0.3.0', '0.3'],
  ['2.0', '2.0'],
  ['nonsense', 'nonsense'],
])('readProtocolVersion() reads %j as %s', (header, version) => {
  const request = new IncomingMessage(new Socket());
  if (header !== undefined) request.headers['a2a-version'] = header;
  expect(readProtocolVersion(request)).toBe(version);
});
