import { TaskState, type GetTaskRequest, type SendMessageRequest } from '@a2a-js/sdk';
import { TaskNotFoundError } from '@a2a-js/sdk/errors';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import { status } from '@grpc/grpc-js';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createCaller, NOBODY } from '../caller.ts';
import { ListenError, UnauthenticatedError } from '../errors.ts';
import { createDoneTask } from '../testing/create-fake-handler.ts';
import { openGrpcDoor, readFailure, toPart, toSendRequest } from '../testing/open-grpc-door.ts';
import { EXTENSION } from '../testing/open-json-rpc-door.ts';
import { openRawCall } from '../testing/open-raw-call.ts';
import { createGrpcDoor } from './create-grpc-door.ts';

const GET = { tenant: '', id: 'task-1' };

test('answers a message with a task', async () => {
  await using door = await openGrpcDoor();
  const { answer } = await door.unary('sendMessage', toSendRequest());
  expect(answer).toMatchObject({
    payload: { $case: 'task', value: { id: 'task-1', history: [{ messageId: 'm-1' }] } },
  });
});

test('answers a message with a message', async () => {
  const { message } = toSendRequest();
  if (message === undefined) throw new Error('There is no message.');
  await using door = await openGrpcDoor({ sendMessage: () => Promise.resolve(message) });
  const { answer } = await door.unary('sendMessage', toSendRequest());
  expect(answer).toMatchObject({ payload: { $case: 'message', value: { messageId: 'm-1' } } });
});

test('hands on what a caller sent, but for the tenant', async () => {
  const seen: [SendMessageRequest, ServerCallContext][] = [];
  await using door = await openGrpcDoor(
    {
      sendMessage(request, context) {
        seen.push([request, context]);
        return Promise.resolve(createDoneTask(request.message));
      },
    },
    { transport: { identify: () => Promise.resolve(createCaller({ id: 'ada' })) } },
  );
  const value = { a: [1, null, 'x', true, {}], b: { c: -0.5 } };
  const sent = toSendRequest({
    parts: [
      toPart({ $case: 'data', value }),
      toPart({ $case: 'raw', value: Buffer.from([0, 255]) }),
      toPart({ $case: 'data', value: null }),
    ],
    metadata: { tag: 'x' },
  });
  const headers = {
    'a2a-extensions': `urn:other, ${EXTENSION}`,
    'last-event-id': 'task-1:3',
  };
  await door.unary('sendMessage', { ...sent, tenant: 'somebody-else' }, { headers });
  const [[request, context] = []] = seen;
  expect(request).toEqual(sent);
  expect(context?.user).toEqual({ isAuthenticated: true, userName: 'ada', scopes: [] });
  expect(context?.requestedVersion).toBe('1.0');
  expect(context?.activatedExtensions).toEqual([EXTENSION]);
  expect(context?.tenant).toBeUndefined();
  expect([...(context?.state.values() ?? [])]).toEqual(['task-1:3']);
});

test('tells which extensions are active, in answers and streams', async () => {
  await using door = await openGrpcDoor();
  const headers = { 'a2a-extensions': EXTENSION };
  const stream = door.stream('sendStreamingMessage', toSendRequest(), { headers });
  const [metadata] = (await once(stream, 'metadata')) as [{ get: (name: string) => unknown }];
  expect(metadata.get('a2a-extensions')).toEqual([EXTENSION]);
  stream.resume();
  await once(stream, 'end');
});

test.each(['', '0.3', '2.0'])('refuses version %j', async (version) => {
  await using door = await openGrpcDoor();
  const headers = { 'a2a-version': version };
  const failure = readFailure(await door.unary('getTask', GET, { headers }));
  expect(failure).toMatchObject({
    code: status.FAILED_PRECONDITION,
    reasons: ['VERSION_NOT_SUPPORTED'],
  });
});

test('serves a patch of a version', async () => {
  await using door = await openGrpcDoor();
  const headers = { 'a2a-version': '1.0.1' };
  expect(await door.unary('getTask', GET, { headers })).toHaveProperty('answer');
});

test('knows the caller before it reads a byte of the message', async () => {
  const asked: string[] = [];
  await using door = await openGrpcDoor(
    {
      getTask: (request: GetTaskRequest) => {
        asked.push(request.id);
        return Promise.resolve(createDoneTask(undefined));
      },
    },
    {
      transport: {
        async identify({ headers, method, url, socket }) {
          asked.push(`${method} ${url} ${headers.host} ${headers['x-api-key']?.toString()}`);
          expect(socket.remoteAddress).toMatch(/127\.0\.0\.1|::1/u);
          expect(socket).toMatchObject({ encrypted: false, authorized: false });
          if (headers['x-api-key'] === 'none') return NOBODY;
          if (headers['x-api-key'] === 'good') return createCaller({ id: 'ada' });
          throw new UnauthenticatedError('ApiKey realm="a2a"');
        },
      },
    },
  );
  const call = (key: string) => door.unary('getTask', GET, { headers: { 'x-api-key': key } });
  expect(await call('good')).toHaveProperty('answer.id', 'task-1');
  expect(await call('none')).toHaveProperty('answer.id', 'task-1');
  const refused = await call('bad');
  expect(readFailure(refused)).toMatchObject({
    code: status.UNAUTHENTICATED,
    message: expect.stringContaining('its credentials are missing or unknown'),
    reasons: ['UNAUTHENTICATED'],
  });
  expect(refused.error?.metadata.get('www-authenticate')).toEqual(['ApiKey realm="a2a"']);
  const path = 'POST /lf.a2a.v1.A2AService/GetTask localhost:';
  expect(asked.map((text) => text.replace(/\d+ /u, ' '))).toEqual([
    `${path} good`,
    'task-1',
    `${path} none`,
    'task-1',
    `${path} bad`,
  ]);
});

test('answers a stranger who never sends the message', async () => {
  await using door = await openGrpcDoor(
    {},
    { transport: { identify: () => Promise.reject(new UnauthenticatedError('X')) } },
  );
  using call = openRawCall(door.port);
  expect(await call.head).toMatchObject({ 'grpc-status': String(status.UNAUTHENTICATED) });
});

test('joins a header that came several times', async () => {
  const seen: unknown[] = [];
  await using door = await openGrpcDoor(
    {},
    {
      transport: {
        identify({ headers }) {
          seen.push(headers['x-api-key'], headers['secret-bin']);
          return Promise.resolve(NOBODY);
        },
      },
    },
  );
  const headers = { 'x-api-key': ['good', 'bad'], 'secret-bin': 'AAAA' };
  using call = openRawCall(door.port, { headers, bytes: new Uint8Array() });
  await call.head;
  expect(seen).toEqual(['good, bad', undefined]);
});

test('tells errors of the protocol, and only the id of others', async () => {
  let thrown: Error = new TaskNotFoundError('Task not found: x');
  await using door = await openGrpcDoor({ getTask: () => Promise.reject(thrown) });
  expect(readFailure(await door.unary('getTask', GET))).toEqual({
    code: status.NOT_FOUND,
    message: 'Task not found: x',
    types: ['ErrorInfo'],
    reasons: ['TASK_NOT_FOUND'],
  });
  thrown = new Error('the password is hunter2');
  const failure = readFailure(await door.unary('getTask', GET));
  expect(failure).toEqual({
    code: status.INTERNAL,
    message: 'Internal error.',
    types: ['RequestInfo'],
    reasons: [],
  });
  expect(door.entries).toMatchObject([{ level: 'error', message: 'Cannot answer a request' }]);
});

test('an answer that protobuf cannot carry is an internal error, which is logged', async () => {
  const task = { ...createDoneTask(undefined), metadata: { wrong: 1n } };
  await using door = await openGrpcDoor({ getTask: () => Promise.resolve(task) });
  expect(readFailure(await door.unary('getTask', GET))).toMatchObject({ code: status.INTERNAL });
  expect(door.entries).toHaveLength(1);
});

test('serves no reflection, and no other service', async () => {
  await using door = await openGrpcDoor();
  for (const method of [
    '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo',
    '/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo',
    '/grpc.channelz.v1.Channelz/GetServers',
    '/a2a.v1.A2AService/SendMessage',
    '/',
  ]) {
    using call = openRawCall(door.port, { method });
    expect(await call.head).toMatchObject({ 'grpc-status': String(status.UNIMPLEMENTED) });
  }
});

test.each([{}, { 'a2a-version': '0.3' }, { 'a2a-version': '1.0' }])(
  'says to clients of A2A 0.3 which version it speaks, for headers %j',
  async (headers) => {
    await using door = await openGrpcDoor();
    for (const name of ['SendMessage', 'TaskSubscription', 'GetAgentCard']) {
      using call = openRawCall(door.port, { method: `/a2a.v1.A2AService/${name}`, headers });
      const head = await call.head;
      expect(head).toMatchObject({ 'grpc-status': String(status.UNIMPLEMENTED) });
      expect(decodeURIComponent(String(head['grpc-message']))).toContain(
        `${name} because the service must be lf.a2a.v1.A2AService: over gRPC this agent speaks A2A 1.0 alone.`,
      );
    }
  },
);

test('a filter by state reaches the handler', async () => {
  const seen: unknown[] = [];
  await using door = await openGrpcDoor({
    listTasks(request) {
      seen.push(request.status);
      return Promise.resolve({ tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 });
    },
  });
  const list = { tenant: '', contextId: '', status: TaskState.TASK_STATE_WORKING, pageToken: '' };
  expect(await door.unary('listTasks', list)).toMatchObject({ answer: { pageSize: 50 } });
  expect(seen).toEqual([TaskState.TASK_STATE_WORKING]);
});

test('says that an address is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const limits = { host: '127.0.0.1', bodyLimit: '1mb', heartbeatMs: 0, stallMs: 0 };
  const open = createGrpcDoor({ port }).open(limits);
  await expect(open).rejects.toThrow(ListenError);
  await expect(open).rejects.toThrow(/gRPC door must be free and ours: current value is in use/u);
  taken.close();
});

test.each([
  [{}, 'http://127.0.0.1:4100', /^127\.0\.0\.1:\d+$/u],
  [{}, 'http://[::1]:4100', /^\[::1\]:\d+$/u],
  [{}, 'https://agents.example.com/x', /^http:\/\/agents\.example\.com:\d+$/u],
  [
    { publicUrl: 'https://grpc.example.com' },
    'http://localhost',
    /^https:\/\/grpc\.example\.com$/u,
  ],
])('lists the door with options %j of %s', async (options, serverUrl, expected) => {
  const limits = { host: '127.0.0.1', bodyLimit: '1mb', heartbeatMs: 0, stallMs: 0 };
  const opened = await createGrpcDoor({ port: 0, ...options }).open(limits);
  const { url, ...kind } = opened.describe(serverUrl);
  expect(url).toMatch(expected);
  expect(kind).toEqual({ protocolBinding: 'GRPC', protocolVersion: '1.0' });
  await opened.close(0);
});

test.each<[object, string]>([
  [{ port: 70_000 }, 'port must be an integer from 0 to 65535'],
  [{ host: ' ' }, 'host must be text that is not empty'],
  [{ publicUrl: 'ftp://x' }, 'publicUrl must be an http or https URL, or a host and a port'],
  [{ tls: { key: 'secret' } }, 'tls must be an object with a key and its certificate'],
  [{ ports: 1 }, 'ports'],
])('refuses options %j', (options, message) => {
  expect(() => createGrpcDoor(options)).toThrow(message);
  expect(() => createGrpcDoor(options)).not.toThrow('secret');
});

test('closes also while a caller keeps a connection open that it does not read', async () => {
  const door = await openGrpcDoor();
  const idle = connect(door.port, 'localhost').pause();
  onTestFinished(() => void idle.destroy());
  await once(idle, 'connect');
  // Once a later caller has its answer, the server has accepted the idle connection too.
  await door.unary('getTask', GET);
  await door[Symbol.asyncDispose]();
  const late = connect(door.port, 'localhost');
  await expect(once(late, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
