import type { ListTasksRequest, StreamResponse } from '@a2a-js/sdk';
import { RequestMalformedError, TaskNotFoundError } from '@a2a-js/sdk/errors';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createCaller } from './caller.ts';
import { createDoneTask, createTaskEvent, failWith } from './testing/create-fake-handler.ts';
import { EXTENSION, MESSAGE } from './testing/open-json-rpc-door.ts';
import { call, expectError, openRestDoor, readError } from './testing/open-rest-door.ts';

test.each(['application/json', 'application/a2a+json'])(
  'createRestDoor() answers message:send of %s',
  async (contentType) => {
    await using door = await openRestDoor();
    const headers = { 'Content-Type': contentType };
    const response = await call(door, '/message:send', { body: { message: MESSAGE }, headers });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ task: { id: 'task-1', history: [MESSAGE] } });
  },
);

test('createRestDoor() takes bodies up to its own limit, not the one of the SDK', async () => {
  await using door = await openRestDoor();
  const message = { ...MESSAGE, parts: [{ text: 'x'.repeat(500_000) }] };
  const response = await call(door, '/message:send', { body: { message } });
  expect(await response.json()).toMatchObject({ task: { history: [message] } });
});

test('createRestDoor() answers questions about tasks', async () => {
  const requests: ListTasksRequest[] = [];
  await using door = await openRestDoor({
    listTasks: (request) => {
      requests.push(request);
      return Promise.resolve({ tasks: [], nextPageToken: '', pageSize: 5, totalSize: 0 });
    },
  });
  expect(await (await call(door, '/tasks/x?historyLength=1')).json()).toMatchObject({
    id: 'task-1',
  });
  expect(await (await call(door, '/tasks?pageSize=5')).json()).toMatchObject({ pageSize: 5 });
  expect(requests).toMatchObject([{ pageSize: 5 }]);
});

const BODY = { message: MESSAGE };
const LATIN = { 'Content-Type': 'application/json; charset=latin1' };

test.each([
  { name: 'unknown paths', path: '/nothing', status: 404 },
  { name: 'the root', path: '/', status: 404 },
  { name: 'paths with a tenant', path: '/somebody/tasks', status: 404 },
  { name: 'messages to a tenant', path: '/tasks/message:send', body: BODY, status: 404 },
  { name: 'other methods', path: '/message:send', status: 405 },
  { name: 'other methods of a task', path: '/tasks/x', method: 'DELETE', status: 405 },
  { name: 'broken paths', path: '/tasks/%E0%A4%A' },
  { name: 'what is not JSON', path: '/message:send', body: '{"a":' },
  { name: 'bodies that are no object', path: '/message:send', body: '[1]' },
  { name: 'null as a body', path: '/message:send', body: 'null' },
  { name: 'large bodies', path: '/message:send', body: 'x'.repeat(2_000_000), status: 413 },
  { name: 'other types', path: '/message:send', body: 'x', headers: { 'Content-Type': 'text/x' } },
  { name: 'other charsets', path: '/message:send', body: '{}', headers: LATIN },
  {
    name: 'odd encodings',
    path: '/message:send',
    body: '{}',
    headers: { 'Content-Encoding': 'x' },
  },
  { name: 'lies', path: '/message:send', body: '{}', headers: { 'Content-Encoding': 'gzip' } },
  { name: 'wrong parts', path: '/message:send', body: { message: { ...MESSAGE, parts: 1 } } },
  { name: 'no message', path: '/message:stream', body: {} },
  { name: 'no body', path: '/message:send', method: 'POST' },
  { name: 'parameters given twice', path: '/tasks?pageToken=a&pageToken=b' },
  { name: 'a wrong parameter', path: '/tasks/x?historyLength=-1' },
  { name: 'version 0.3', path: '/tasks/x', headers: { 'A2A-Version': '0.3' }, version: false },
  { name: 'no version', path: '/tasks/x', headers: { 'A2A-Version': '' }, version: false },
])('createRestDoor() refuses $name', async ({ path, status = 400, version, ...options }) => {
  await using door = await openRestDoor();
  const names: Readonly<Record<number, string>> = {
    400: version === false ? 'FAILED_PRECONDITION' : 'INVALID_ARGUMENT',
    404: 'NOT_FOUND',
    405: 'UNIMPLEMENTED',
    413: 'RESOURCE_EXHAUSTED',
  };
  await expectError(await call(door, path, options), { status, name: names[status] });
  expect(door.entries).toEqual([]);
});

test('createRestDoor() says which header a request without a version lacks', async () => {
  await using door = await openRestDoor();
  const response = await call(door, '/tasks/x', { headers: { 'A2A-Version': '' } });
  expect(await expectError(response, { status: 400, name: 'FAILED_PRECONDITION' })).toBe(
    'Cannot answer the request because its version of A2A must be one of 1.0: current value is "0.3". The header "A2A-Version" names it; a request without this header is read as 0.3.',
  );
});

test('createRestDoor() names the field at fault', async () => {
  await using door = await openRestDoor();
  const message = { ...MESSAGE, parts: [{ text: 'x' }, { text: 1 }] };
  const response = await call(door, '/message:send', { body: { message } });
  expect(await expectError(response, { status: 400, name: 'INVALID_ARGUMENT' })).toBe(
    'Cannot read the request because message.parts[1].text must be text: current value is 1',
  );
});

test('createRestDoor() refuses a push config with what is no plain value, as JSON-RPC does', async () => {
  await using door = await openRestDoor();
  const body = { url: 'https://example.com', authentication: { scheme: ['Bearer'] } };
  const response = await call(door, '/tasks/x/pushNotificationConfigs', { body });
  expect(await expectError(response, { status: 400, name: 'INVALID_ARGUMENT' })).toBe(
    'Cannot read the request because authentication.scheme must be text, a number, true or false: current value is an array',
  );
});

test.each([
  [
    'status=bogus',
    'status must be a task state such as "TASK_STATE_WORKING": current value is "bogus"',
  ],
  ['includeArtifacts=yes', 'includeArtifacts must be true or false: current value is "yes"'],
])('createRestDoor() refuses %s in words', async (query, fault) => {
  await using door = await openRestDoor();
  const response = await call(door, `/tasks?${query}`);
  expect(await expectError(response, { status: 400, name: 'INVALID_ARGUMENT' })).toBe(
    `Cannot read the request because ${fault}`,
  );
});

test('createRestDoor() says which methods a path has', async () => {
  await using door = await openRestDoor();
  for (const [method, path, status, allow] of [
    ['OPTIONS', '/tasks/x:subscribe', 204, 'GET, POST, OPTIONS'],
    ['OPTIONS', '/message:send', 204, 'POST, OPTIONS'],
    ['HEAD', '/tasks/x:subscribe', 405, 'GET, POST, OPTIONS'],
    ['PUT', '/tasks/x:cancel', 405, 'POST, OPTIONS'],
  ] as const) {
    const response = await call(door, path, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get('allow')).toBe(allow);
    await response.text();
  }
});

test.each([
  ['POST', '/message:sned', 'POST /rest/message:send'],
  ['GET', '/messages:stream', 'POST /rest/message:stream'],
  ['POST', '/message/send', 'POST /rest/message:send'],
  ['POST', '/v1/message:send', 'POST /rest/message:send'],
  ['GET', '/task', 'GET /rest/tasks'],
  ['GET', '/task/5b1f', 'GET /rest/tasks/{id}'],
  ['POST', '/tasks/5b1f/cancel', 'POST /rest/tasks/{id}:cancel'],
  ['POST', '/tasks/5b1f:cancle/', 'POST /rest/tasks/{id}:cancel'],
  ['GET', '/tasks/5b1f/subscribe', 'GET /rest/tasks/{id}:subscribe'],
  ['GET', '/tasks/5b1f/pushNotificationConfig', 'GET /rest/tasks/{taskId}/pushNotificationConfigs'],
  [
    'DELETE',
    '/tasks/5b1f/pushNotificationConfig/9',
    'DELETE /rest/tasks/{taskId}/pushNotificationConfigs/{id}',
  ],
  ['GET', '/extendedCard', 'GET /rest/extendedAgentCard'],
])('createRestDoor() names the path that %s %s likely means', async (method, path, near) => {
  await using door = await openRestDoor();
  const response = await call(door, path, { method });
  expect(response.status).toBe(404);
  expect(await response.text()).toContain(`/rest${path}. Did you mean ${near}?`);
});

test.each([
  [
    '/tasks//pushNotificationConfigs',
    'GET /rest/tasks/{taskId}/pushNotificationConfigs? {taskId} must not be empty.',
  ],
  [
    '/tasks//pushNotificationConfigs/9',
    'GET /rest/tasks/{taskId}/pushNotificationConfigs/{id}? {taskId} must not be empty.',
  ],
  ['/tasks/:cancel', 'POST /rest/tasks/{id}:cancel? {id} must not be empty.'],
  ['/tasks/:subscribe', 'GET /rest/tasks/{id}:subscribe? {id} must not be empty.'],
  ['//tasks', 'GET /rest/tasks?'],
  ['/tasks//5b1f', 'GET /rest/tasks/{id}?'],
])('createRestDoor() says which id is missing in %s', async (path, near) => {
  await using door = await openRestDoor();
  const response = await call(door, path, { method: 'GET' });
  expect(response.status).toBe(404);
  const answer: unknown = await response.json();
  expect(JSON.stringify(answer)).toContain(`/rest${path}. Did you mean ${near}"`);
});

test('createRestDoor() names no path where none is near', async () => {
  await using door = await openRestDoor();
  for (const path of ['/', '/dance', '/somebody/tasks', '/tasks/1/2/3/4/5', '/tasks/5b1f:sing']) {
    const answer = await (await call(door, path, { method: 'GET' })).text();
    expect(answer).toContain(`/rest${path}.`);
    expect(answer).not.toContain('Did you mean');
  }
});

test('createRestDoor() survives clients that leave while they send', async () => {
  await using door = await openRestDoor();
  const socket = connect(door.port, '127.0.0.1');
  socket.write(
    'POST /rest/message:send HTTP/1.1\r\nHost: x\r\nA2A-Version: 1.0\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"mess',
  );
  socket.end();
  await text(socket);
  expect((await call(door, '/tasks/x')).status).toBe(200);
  expect(door.entries).toEqual([]);
});

test('createRestDoor() sends the details of an error after its ErrorInfo', async () => {
  const badRequest = { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [] };
  const error = Object.assign(new RequestMalformedError('Bad input.'), {
    reason: 'STRUCTURED_INPUT_INVALID',
    details: [badRequest],
  });
  await using door = await openRestDoor({
    sendMessage: () => Promise.reject(error),
    sendMessageStream: () => failWith(error),
  });
  for (const path of ['/message:send', '/message:stream']) {
    const response = await call(door, path, { body: { message: MESSAGE } });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: {
        code: 400,
        status: 'INVALID_ARGUMENT',
        message: 'Bad input.',
        details: [expect.objectContaining({ reason: 'STRUCTURED_INPUT_INVALID' }), badRequest],
      },
    });
  }
  expect(door.entries).toEqual([]);
});

test('createRestDoor() hides unexpected errors behind an id that is logged', async () => {
  await using door = await openRestDoor({
    getTask: () => Promise.reject(new Error('password is hunter2')),
    sendMessage: () => Promise.resolve({ ...createDoneTask(undefined), metadata: { count: 1n } }),
    resubscribe: () => failWith(new TypeError('password is hunter2')),
  });
  for (const response of [
    await call(door, '/tasks/x'),
    await call(door, '/tasks/x:subscribe'),
    await call(door, '/message:send', { body: { message: MESSAGE } }),
  ]) {
    const body = await readError(response);
    expect(response.status).toBe(500);
    expect(body).toMatchObject({
      error: { code: 500, status: 'INTERNAL', message: 'Internal error.' },
    });
    expect(door.entries.map(({ fields }) => fields['errorId'])).toContain(
      body.error.details[0].requestId,
    );
  }
  expect(door.entries).toHaveLength(3);
});

test('createRestDoor() answers what identify throws without its text', async () => {
  const error = Object.assign(new Error('key store down'), { status: 401 });
  await using door = await openRestDoor({}, { identify: () => Promise.reject(error) });
  const response = await call(door, '/tasks/x');
  expect(await expectError(response, { status: 500, name: 'INTERNAL' })).toBe('Internal error.');
  expect(door.entries).toHaveLength(1);
});

test('createRestDoor() tells the handler who calls, and no tenant of the caller', async () => {
  const contexts: ServerCallContext[] = [];
  await using door = await openRestDoor(
    {
      sendMessage: (_request, context) => {
        contexts.push(context);
        return Promise.resolve(createDoneTask(undefined));
      },
    },
    { identify: () => Promise.resolve(createCaller({ id: 'alice' })) },
  );
  const body = { message: MESSAGE, tenant: 'other' };
  expect((await call(door, '/message:send', { body })).status).toBe(200);
  expect(contexts[0]?.user).toMatchObject({ isAuthenticated: true, userName: 'alice' });
  expect(contexts[0]?.tenant).toBeUndefined();
});

test('createRestDoor() echoes the extensions it knows, on errors too', async () => {
  await using door = await openRestDoor();
  const headers = { 'A2A-Extensions': `x, ${EXTENSION}` };
  for (const [path, options, status] of [
    ['/message:send', { body: { message: MESSAGE } }, 200],
    ['/message:stream', { body: { message: MESSAGE } }, 200],
    ['/message:send', { body: {} }, 400],
    ['/tasks/x:cancel', { method: 'POST' }, 400],
  ] as const) {
    const response = await call(door, path, { ...options, headers });
    expect(response.status).toBe(status);
    expect(response.headers.get('a2a-extensions')).toBe(EXTENSION);
    await response.text();
  }
});

test('createRestDoor() streams events and reports errors after the start as an event', async () => {
  async function* failLate(): AsyncGenerator<StreamResponse> {
    yield createTaskEvent();
    throw new TaskNotFoundError('gone');
  }
  await using door = await openRestDoor({ sendMessageStream: failLate, resubscribe: failLate });
  for (const response of [
    await call(door, '/message:stream', { body: { message: MESSAGE } }),
    await call(door, '/tasks/x:subscribe'),
    await call(door, '/tasks/x:subscribe', { method: 'POST' }),
  ]) {
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const [first = '', second = ''] = (await response.text()).split('\n\n');
    expect(JSON.parse(first.replace(/^data: /u, ''))).toMatchObject({ task: { id: 'task-1' } });
    const [name, data = ''] = second.split('\n');
    expect(name).toBe('event: error');
    expect(JSON.parse(data.replace(/^data: /u, ''))).toMatchObject({
      error: {
        code: 404,
        status: 'NOT_FOUND',
        message: 'gone',
        details: [{ reason: 'TASK_NOT_FOUND' }],
      },
    });
  }
});

test('createRestDoor() subscribes to the task of the path', async () => {
  const ids: string[] = [];
  await using door = await openRestDoor({
    async *resubscribe({ id }): AsyncGenerator<StreamResponse> {
      ids.push(id);
      yield createTaskEvent();
    },
  });
  await (await call(door, '/tasks/a%20b:subscribe')).text();
  expect(ids).toEqual(['a b']);
});
