import { EngineClosedError, EngineStorageError } from '@formwork/runtime';
import { expect, test } from 'vitest';
import { createDoneTask } from './testing/create-fake-handler.ts';
import {
  LEGACY_MESSAGE,
  MESSAGE,
  openJsonRpcDoor,
  post,
  readError,
  toRequest,
} from './testing/open-json-rpc-door.ts';

test('toPublicError() hides unexpected errors behind an id that is logged', async () => {
  await using door = await openJsonRpcDoor({
    sendMessage: () => Promise.reject(new Error('password is hunter2')),
  });
  for (const [version, request] of [
    ['1.0', toRequest('SendMessage', { message: MESSAGE })],
    ['0.3', toRequest('message/send', { message: LEGACY_MESSAGE })],
  ] as const) {
    const answer = await readError(await post(door, request, { version }));
    expect(answer).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: {
        code: -32603,
        message: 'Internal error.',
        data: [
          { '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: expect.any(String) },
        ],
      },
    });
    const entry = door.entries.at(-1);
    expect(entry).toMatchObject({
      level: 'error',
      fields: { errorId: answer.error.data[0].requestId },
    });
    expect(entry?.fields['error']).toContain('hunter2');
  }
  expect(door.entries).toHaveLength(2);
});

test('toPublicError() hides the failures of the SDK too', async () => {
  const task = { ...createDoneTask(undefined), metadata: { count: 1n } };
  await using door = await openJsonRpcDoor({
    getTask: () => Promise.resolve(task),
    sendMessage: () =>
      Promise.reject(new TypeError("Cannot read properties of undefined (reading 'x')")),
    // @ts-expect-error A handler that breaks its contract.
    cancelTask: () => Promise.resolve(undefined),
  });
  for (const request of [
    toRequest('GetTask', { id: 'x' }),
    toRequest('CancelTask', { id: 'x' }),
    toRequest('SendMessage', { message: MESSAGE }),
  ]) {
    const answer = await readError(await post(door, request));
    expect(answer.error).toMatchObject({ code: -32603, message: 'Internal error.' });
  }
  expect(door.entries).toHaveLength(3);
});

test('toPublicError() takes a closed engine for a server that closes', async () => {
  await using door = await openJsonRpcDoor({
    sendMessage: () => Promise.reject(new EngineClosedError()),
  });
  const response = await post(door, toRequest('SendMessage', { message: MESSAGE }));
  expect(await response.json()).toMatchObject({
    error: { code: -32_000, data: [{ reason: 'UNAVAILABLE' }] },
  });
  expect(door.entries).toEqual([]);
});

test('toPublicError() does not say that nothing was stored where the engine does not know', async () => {
  const error = new EngineStorageError('FILE_REPLACED', { mayBeStored: true });
  await using door = await openJsonRpcDoor({ cancelTask: () => Promise.reject(error) });
  const response = await post(door, toRequest('CancelTask', { id: 'x' }));
  const text = await response.text();
  expect(text).toMatch(/Whether it was stored is not known; look later/u);
  expect(text).not.toContain('Nothing was stored');
});

test('toPublicError() tells of a storage that is out of order, but not what is wrong with it', async () => {
  await using door = await openJsonRpcDoor({
    sendMessage: () => Promise.reject(new EngineStorageError('SQLITE_FULL')),
  });
  const response = await post(door, toRequest('SendMessage', { message: MESSAGE }));
  const answer = (await response.json()) as {
    readonly error: { readonly data: readonly { readonly requestId?: string }[] };
  };
  expect(answer.error).toMatchObject({
    code: -32_000,
    message: expect.stringMatching(/storage.*send it again later/u),
    data: [{ reason: 'UNAVAILABLE' }, { requestId: expect.any(String) }],
  });
  expect(JSON.stringify(answer)).not.toContain('SQLITE');
  const [entry] = door.entries;
  expect(entry?.fields).toMatchObject({ errorId: answer.error.data[1]?.requestId });
  expect(entry?.fields['error']).toContain('SQLITE_FULL');
});
