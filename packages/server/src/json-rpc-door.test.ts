import type { StreamResponse } from '@a2a-js/sdk';
import { TaskNotFoundError } from '@a2a-js/sdk/errors';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createTaskEvent, failWith } from './testing/create-fake-handler.ts';
import {
  LEGACY_MESSAGE,
  MESSAGE,
  openJsonRpcDoor,
  post,
  toRequest,
} from './testing/open-json-rpc-door.ts';

test('createJsonRpcDoor() answers SendMessage of A2A 1.0', async () => {
  await using door = await openJsonRpcDoor();
  const response = await post(door, toRequest('SendMessage', { message: MESSAGE }));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.has('etag')).toBe(false);
  expect(await response.json()).toEqual({
    jsonrpc: '2.0',
    id: 7,
    result: {
      task: {
        id: 'task-1',
        contextId: 'context-1',
        status: { state: 'TASK_STATE_COMPLETED' },
        history: [MESSAGE],
      },
    },
  });
});

test('createJsonRpcDoor() serves its path with and without a slash at its end', async () => {
  await using door = await openJsonRpcDoor();
  for (const path of ['/a2a', '/a2a/', '/a2a?x=1']) {
    const response = await post(door, toRequest('SendMessage', { message: MESSAGE }), { path });
    expect(await response.json()).toHaveProperty('result.task.id', 'task-1');
  }
});

test.each(['', '0.3'])(
  'createJsonRpcDoor() speaks 0.3 when A2A-Version is "%s"',
  async (version) => {
    await using door = await openJsonRpcDoor();
    const request = toRequest('message/send', { message: LEGACY_MESSAGE });
    const response = await post(door, request, { version });
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: 7,
      result: {
        kind: 'task',
        id: 'task-1',
        contextId: 'context-1',
        status: { state: 'completed' },
        history: [LEGACY_MESSAGE],
      },
    });
  },
);

test("createJsonRpcDoor() takes the extension's own example, whose messageId is a number", async () => {
  await using door = await openJsonRpcDoor();
  const part = {
    kind: 'data',
    data: { a: '100 duck sized horses', b: '1 horse sized duck' },
    metadata: { mimeType: 'application/json;schema=fightComparison' },
  };
  const message = { kind: 'message', messageId: 1, role: 'user', parts: [part] };
  const response = await post(door, toRequest('message/send', { message }), { version: '' });
  expect(await response.json()).toMatchObject({
    result: { history: [{ messageId: '1', parts: [part] }] },
  });
});

test('createJsonRpcDoor() refuses versions that the card does not offer', async () => {
  await using door = await openJsonRpcDoor();
  const response = await post(door, toRequest('SendMessage', { message: MESSAGE }), {
    version: '2.0',
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    id: 7,
    error: {
      code: -32009,
      message: expect.stringContaining('must be one of 1.0, 0.3: current value is "2.0"'),
      data: [{ reason: 'VERSION_NOT_SUPPORTED' }],
    },
  });
});

/** Returns a request with an id that JSON.parse reads as another number. */
function toInexactId(): string {
  return '{"jsonrpc":"2.0","id":12345678901234567890,"method":"X"}';
}

test.each([
  { name: 'a batch of answers', body: [{ result: 1 }], says: 'Batches are not supported' },
  { name: 'an empty batch', body: [], says: 'Batches are not supported' },
  { name: 'text', body: '"text"', says: 'must be a JSON object' },
  { name: 'null', body: 'null', says: 'must be a JSON object' },
  { name: 'no jsonrpc', body: { id: 1, method: 'X' }, id: 1, says: 'jsonrpc must be "2.0"' },
  { name: 'a wrong jsonrpc', body: { jsonrpc: '1', id: 'x' }, id: 'x', says: 'jsonrpc must be' },
  { name: 'a broken id', body: { jsonrpc: '2.0', id: 1.5, method: 'X' }, says: 'id must be' },
  { name: 'an id that is not exact', body: toInexactId(), says: 'id must be' },
  { name: 'an object as id', body: { jsonrpc: '2.0', id: {}, method: 'X' }, says: 'id must be' },
  {
    name: 'a long id',
    body: { jsonrpc: '2.0', id: 'x'.repeat(1001), method: 'X' },
    says: 'id must',
  },
  { name: 'no method', body: { jsonrpc: '2.0', id: 2 }, id: 2, says: 'method must be' },
  {
    name: 'a wrong method',
    body: { jsonrpc: '2.0', id: 2, method: 3 },
    id: 2,
    says: 'method must',
  },
])('createJsonRpcDoor() answers -32600 for $name', async ({ body, id = null, says }) => {
  await using door = await openJsonRpcDoor();
  for (const version of ['1.0', '']) {
    const response = await post(door, body, { version });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id,
      error: { code: -32600, message: expect.stringContaining(says) },
    });
  }
});

test.each([
  ['a long number', '{"id":7,"method":"m","params":{"a":9007199254740993}}', 7],
  ['a name twice', '{"params":{"a":1,"a":2},"id":"x","method":"m"}', 'x'],
  ['deep JSON', `{"params":${'['.repeat(500)}${']'.repeat(500)},"id":7,"method":"m"}`, 7],
  ['its id twice', '{"id":7,"id":8,"method":"m"}', null],
  ['half of a surrogate pair as its id', String.raw`{"id":"\ud83d","method":"m"}`, null],
  ['a long number as its id', '{"id":9007199254740993,"method":"m"}', null],
  ['a number too small as its id', '{"a":9007199254740993,"id":1e-400,"method":"m"}', null],
])('createJsonRpcDoor() refuses %s by the id that can be read', async (_name, body, id) => {
  await using door = await openJsonRpcDoor();
  const response = await post(door, body);
  expect(await response.json()).toEqual({
    jsonrpc: '2.0',
    id,
    error: { code: -32600, message: expect.any(String) },
  });
});

test.each([
  ['that it does not take', '[{"id":7,"method":"m"},{"method":"n"},{"id":"b","method":"m"}]'],
  [
    'with a long number',
    '[{"id":7,"method":"m"},{"method":"n","a":1e400},{"id":"b","method":"m"}]',
  ],
])('createJsonRpcDoor() refuses each request of a batch %s', async (_name, body) => {
  await using door = await openJsonRpcDoor();
  const response = await post(door, body);
  const error = { code: -32600, message: expect.any(String) };
  expect(await response.json()).toEqual([
    { jsonrpc: '2.0', id: 7, error },
    { jsonrpc: '2.0', id: 'b', error },
  ]);
});

test('createJsonRpcDoor() refuses a batch of many requests once', async () => {
  await using door = await openJsonRpcDoor();
  for (const params of [1, '9007199254740993']) {
    const requests = Array.from(
      { length: 101 },
      (_, id) => `{"id":${id},"method":"m","params":${params}}`,
    );
    const response = await post(door, `[${requests.join(',')}]`);
    expect(await response.json()).toMatchObject({ id: null, error: { code: -32600 } });
  }
});

test('createJsonRpcDoor() answers -32700 where there is no body', async () => {
  await using door = await openJsonRpcDoor();
  for (const version of ['1.0', '']) {
    const response = await post(door, '', { version });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32700, message: expect.stringContaining('must be JSON: it is empty') },
    });
  }
});

test('createJsonRpcDoor() answers -32601 for methods that do not exist', async () => {
  await using door = await openJsonRpcDoor();
  for (const version of ['1.0', '0.3']) {
    for (const params of [{}, { message: MESSAGE, deep: { deep: [1] } }]) {
      const response = await post(door, toRequest('Dance', params), { version });
      expect(await response.json()).toMatchObject({ id: 7, error: { code: -32601 } });
    }
  }
  // The method `message/send` belongs to A2A 0.3, and the request is one of 1.0.
  const response = await post(door, toRequest('message/send', { message: LEGACY_MESSAGE }));
  expect(await response.json()).toMatchObject({ id: 7, error: { code: -32601 } });
});

test('createJsonRpcDoor() names the method that a wrong name likely means', async () => {
  await using door = await openJsonRpcDoor();
  const ask = async (method: string, version: string): Promise<string> => {
    const response = await post(door, toRequest(method, {}), { version });
    const { error } = (await response.json()) as { readonly error: { readonly message: string } };
    expect(error).toMatchObject({ code: -32601 });
    return error.message;
  };
  for (const wrong of ['SendMesage', 'sendMessage', 'a2a.v1.A2AService/SendMessage']) {
    expect(await ask(wrong, '1.0')).toMatch(/Did you mean "SendMessage"\?$/u);
  }
  expect(await ask('tasks/got', '0.3')).toMatch(/Did you mean "tasks\/get"\?$/u);
  expect(await ask('message/send', '1.0')).toContain('"A2A-Version: 0.3"');
  expect(await ask('ListTasks', '0.3')).toContain('"A2A-Version: 1.0"; this one is read as 0.3');
  // Requests without a version are read as 0.3, and most of them mean 1.0.
  for (const wrong of ['SendMesage', 'sendmessage']) {
    expect(await ask(wrong, '0.3')).toContain(
      'Did you mean "SendMessage" of A2A 1.0, whose requests have the header "A2A-Version: 1.0"; this one is read as 0.3.',
    );
  }
  expect(await ask('message.send', '1.0')).toContain('Did you mean "message/send" of A2A 0.3');
  for (const version of ['1.0', '0.3']) {
    expect(await ask('Dance', version)).not.toContain('Did you mean');
  }
});

test('createJsonRpcDoor() answers -32602 for parameters that are no object', async () => {
  await using door = await openJsonRpcDoor();
  const response = await post(door, toRequest('SendMessage', [1]));
  expect(await response.json()).toMatchObject({
    error: {
      code: -32602,
      message: expect.stringContaining('params must be an object: current value is an array'),
    },
  });
});

test('createJsonRpcDoor() answers -32700 for what is not JSON', async () => {
  await using door = await openJsonRpcDoor();
  const response = await post(door, '{"jsonrpc": ');
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ id: null, error: { code: -32700 } });
});

test('createJsonRpcDoor() answers 413 and -32600 for bodies over the limit', async () => {
  await using door = await openJsonRpcDoor({}, { bodyLimit: 500 });
  const message = { ...MESSAGE, parts: [{ text: 'x'.repeat(600) }] };
  const response = await post(door, toRequest('SendMessage', { message }));
  expect(response.status).toBe(413);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32600, message: expect.stringContaining('at most 500 bytes') },
  });
});

test.each([
  [
    'another content type',
    { 'Content-Type': 'text/plain' },
    /must be application\/json: current value is "text\/plain"/u,
  ],
  ['another charset', { 'Content-Type': 'application/json; charset=latin1' }, /charset "LATIN1"/u],
  ['an unknown encoding', { 'Content-Encoding': 'bogus' }, /encoding "bogus"/u],
])('createJsonRpcDoor() answers -32005 for %s', async (_name, headers, message) => {
  await using door = await openJsonRpcDoor();
  const response = await post(door, toRequest('SendMessage', { message: MESSAGE }), { headers });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    error: { code: -32005, message: expect.stringMatching(message) },
  });
});

test('createJsonRpcDoor() answers bodies that are not compressed as they say', async () => {
  await using door = await openJsonRpcDoor();
  const response = await post(door, '{}', { headers: { 'Content-Encoding': 'gzip' } });
  expect(await response.json()).toMatchObject({ error: { code: -32600 } });
});

test('createJsonRpcDoor() answers other HTTP methods with 405 and OPTIONS with what is allowed', async () => {
  await using door = await openJsonRpcDoor();
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const response = await fetch(`${door.url}/a2a`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
    expect(await response.json()).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32600 },
    });
  }
  const options = await fetch(`${door.url}/a2a`, { method: 'OPTIONS' });
  expect(options.status).toBe(204);
  expect(options.headers.get('allow')).toBe('POST, OPTIONS');
});

test('createJsonRpcDoor() survives clients that leave while they send', async () => {
  await using door = await openJsonRpcDoor();
  const socket = connect(door.port, '127.0.0.1');
  socket.write(
    'POST /a2a HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"jsonrpc"',
  );
  socket.end();
  await text(socket);
  const response = await post(door, toRequest('SendMessage', { message: MESSAGE }));
  expect(await response.json()).toHaveProperty('result');
  expect(door.entries).toEqual([]);
});

test('createJsonRpcDoor() streams events and reports errors after the start as an event', async () => {
  await using door = await openJsonRpcDoor({
    async *sendMessageStream(): AsyncGenerator<StreamResponse> {
      yield createTaskEvent();
      throw new TaskNotFoundError('gone');
    },
  });
  const response = await post(door, toRequest('SendStreamingMessage', { message: MESSAGE }));
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const [first = '', second = '', ...rest] = (await response.text()).split('\n\n');
  expect(rest).toEqual(['']);
  expect(JSON.parse(first.replace(/^data: /u, ''))).toMatchObject({
    jsonrpc: '2.0',
    id: 7,
    result: { task: { id: 'task-1' } },
  });
  const [name, data = ''] = second.split('\n');
  expect(name).toBe('event: error');
  expect(JSON.parse(data.replace(/^data: /u, ''))).toMatchObject({
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32001, message: 'gone', data: [{ reason: 'TASK_NOT_FOUND' }] },
  });
});

test('createJsonRpcDoor() answers a failed stream of 0.3 as a stream', async () => {
  await using door = await openJsonRpcDoor({
    resubscribe: () => failWith(new TaskNotFoundError('gone')),
    sendMessageStream: () => failWith(new TaskNotFoundError('gone')),
  });
  for (const request of [
    toRequest('tasks/resubscribe', { id: 'x' }),
    toRequest('message/stream', { message: LEGACY_MESSAGE }),
  ]) {
    const response = await post(door, request, { version: '0.3' });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const [name, data = ''] = (await response.text()).split('\n');
    expect(name).toBe('event: error');
    expect(JSON.parse(data.replace(/^data: /u, ''))).toMatchObject({
      id: 7,
      error: { code: -32001, message: 'gone', data: [{ reason: 'TASK_NOT_FOUND' }] },
    });
  }
});
