import type { StreamResponse } from '@a2a-js/sdk';
import { TaskNotFoundError } from '@a2a-js/sdk/errors';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import {
  Server,
  ServerCredentials,
  status,
  type ClientReadableStream,
  type handleUnaryCall,
  type sendUnaryData,
  type ServiceError,
} from '@grpc/grpc-js';
import { once } from 'node:events';
import { constants } from 'node:http2';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CallerQuota } from '../caller-quota.ts';
import { type Caller, NOBODY } from '../caller.ts';
import {
  createDoneTask,
  createFakeHandler,
  createTaskEvent,
  failWith,
} from '../testing/create-fake-handler.ts';
import { openGrpcDoor, readFailure, toSendRequest } from '../testing/open-grpc-door.ts';
import { openRawCall } from '../testing/open-raw-call.ts';
import { createLogRecorder } from '../testing/serve-router.ts';
import type { TransportOptions } from '../transport.ts';
import { CallInterceptor } from './call-interceptor.ts';

const TASK = { tenant: '', id: 'task-1' };

const SUBSCRIBE = {
  method: 'SubscribeToTask',
  bytes: A2AService.subscribeToTask.requestSerialize(TASK),
};

/** Makes an event that takes at least `size` bytes. */
function createLargeEvent(size: number): StreamResponse {
  const { message } = toSendRequest();
  if (message === undefined) throw new Error('There is no message.');
  return createTaskEvent({ ...message, contextId: 'x'.repeat(size) });
}

/**
 * Makes a stream that yields one event and then waits; like streams of the runtime, it can be ended
 * while its next event is pending.
 */
function createQuietStream(): {
  readonly events: AsyncGenerator<StreamResponse, void, undefined>;
  readonly ended: Promise<void>;
} {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let isFirst = true;
  const events: AsyncGenerator<StreamResponse, void, undefined> = {
    async next() {
      if (isFirst) {
        isFirst = false;
        return { done: false, value: createTaskEvent() };
      }
      await ended;
      return { done: true, value: undefined };
    },
    async return() {
      end();
      return { done: true, value: undefined };
    },
    async throw(error) {
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      end();
    },
  };
  return { events, ended };
}

/** Resolves with the error that ends a stream of a gRPC client. */
async function readError(
  stream: ClientReadableStream<StreamResponse>,
): Promise<ReturnType<typeof readFailure>> {
  const [error] = (await once(stream.resume(), 'error')) as [ServiceError];
  return readFailure({ error });
}

/** Replaces the timers for the rest of the test, except those of sockets. */
function ownTheClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('streams events in their order, and ends', async () => {
  await using door = await openGrpcDoor({
    async *sendMessageStream({ message }) {
      yield createTaskEvent(message);
      await turn();
      yield createTaskEvent();
    },
  });
  const seen: StreamResponse[] = [];
  const stream = door.stream('sendStreamingMessage', toSendRequest());
  for await (const event of stream) seen.push(event as StreamResponse);
  expect(seen).toHaveLength(2);
  expect(seen[0]).toMatchObject({ payload: { value: { history: [{ messageId: 'm-1' }] } } });
});

test('answers an error before the first event, and one amid a stream', async () => {
  await using door = await openGrpcDoor({
    sendMessageStream: () => failWith(new TaskNotFoundError('Gone')),
    async *resubscribe() {
      yield createTaskEvent();
      throw new Error('the password is hunter2');
    },
  });
  const early = await readError(door.stream('sendStreamingMessage', toSendRequest()));
  expect(early).toMatchObject({ code: status.NOT_FOUND, reasons: ['TASK_NOT_FOUND'] });
  const late = await readError(door.stream('subscribeToTask', TASK));
  expect(late).toMatchObject({ code: status.INTERNAL, types: ['RequestInfo'] });
  expect(late.message).toBe('Internal error.');
  expect(door.entries).toHaveLength(1);
});

test('a caller that cancels ends the subscription, also while no event comes', async () => {
  const { events, ended } = createQuietStream();
  await using door = await openGrpcDoor({ resubscribe: () => events });
  const stream = door.stream('subscribeToTask', TASK);
  await once(stream, 'data');
  stream.cancel();
  expect(await readError(stream)).toMatchObject({ code: status.CANCELLED });
  await ended;
});

test('a deadline ends the subscription, and a call that waits', async () => {
  const { events, ended } = createQuietStream();
  const asked = { times: 0 };
  await using door = await openGrpcDoor({
    resubscribe() {
      asked.times += 1;
      return events;
    },
    sendMessage: () => new Promise(() => undefined),
  });
  // On a busy machine the first deadlines may be over before the server is asked.
  for (let waitMs = 200; asked.times === 0; waitMs *= 2) {
    const stream = door.stream('subscribeToTask', TASK, { deadline: Date.now() + waitMs });
    expect(await readError(stream)).toMatchObject({ code: status.DEADLINE_EXCEEDED });
  }
  await ended;
  const call = await door.unary('sendMessage', toSendRequest(), { deadline: Date.now() + 200 });
  expect(readFailure(call)).toMatchObject({ code: status.DEADLINE_EXCEEDED });
});

test('a caller whose connection breaks ends the subscription', async () => {
  const { events, ended } = createQuietStream();
  await using door = await openGrpcDoor({ resubscribe: () => events });
  const call = openRawCall(door.port, SUBSCRIBE);
  await call.head;
  await once(call.stream.resume(), 'data');
  call[Symbol.dispose]();
  await ended;
});

test('a quiet stream is open at once', async () => {
  const { events } = createQuietStream();
  await events.next();
  await using door = await openGrpcDoor({ resubscribe: () => events });
  const stream = door.stream('subscribeToTask', TASK);
  stream.on('error', () => undefined);
  await once(stream, 'metadata');
  stream.cancel();
});

test('a slow reader has one event waiting for it, and gets all in the end', async () => {
  const SIZE = 100_000;
  const COUNT = 50;
  let asked = 0;
  await using door = await openGrpcDoor({
    async *resubscribe() {
      for (; asked < COUNT; asked += 1) yield createLargeEvent(SIZE);
    },
    sendMessage: async () => createDoneTask(undefined),
  });
  using call = openRawCall(door.port, SUBSCRIBE);
  await call.head;
  // Calls that come later are answered meanwhile.
  for (let count = 0; count < 50; count += 1) {
    expect((await door.unary('sendMessage', toSendRequest())).error).toBeUndefined();
  }
  expect(asked).toBe(0);
  let count = 0;
  call.stream.on('data', (chunk: Buffer) => {
    count += chunk.length;
  });
  call.stream.resume();
  expect(await call.tail).toMatchObject({ 'grpc-status': '0' });
  expect(count).toBeGreaterThan(SIZE * COUNT);
});

test('a reader that takes nothing loses its stream, and is told so', async () => {
  ownTheClock();
  let hasEnded = false;
  await using door = await openGrpcDoor(
    {
      async *resubscribe() {
        try {
          for (;;) yield createLargeEvent(100_000);
        } finally {
          hasEnded = true;
        }
      },
    },
    { host: { stallMs: 100 } },
  );
  using call = openRawCall(door.port, SUBSCRIBE);
  await call.head;
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(10);
      return hasEnded;
    })
    .toBe(true);
  call.stream.resume();
  const tail = await call.tail;
  expect(tail).toMatchObject({ 'grpc-status': String(status.UNAVAILABLE) });
  expect(decodeURI(String(tail['grpc-message']))).toContain('took nothing for 0.1 seconds');
});

const LARGE_ANSWER = async () => ({
  ...createDoneTask(undefined),
  contextId: 'x'.repeat(2_000_000),
});

test('a reader that goes on to take nothing is dropped, from a stream and a single answer', async () => {
  await using door = await openGrpcDoor(
    {
      async *resubscribe() {
        for (;;) yield createLargeEvent(100_000);
      },
      getTask: LARGE_ANSWER,
    },
    { host: { stallMs: 50 } },
  );
  for (const method of ['SubscribeToTask', 'GetTask']) {
    using call = openRawCall(door.port, { ...SUBSCRIBE, method });
    const closed = once(call.stream, 'close');
    await call.head;
    await closed;
    expect(call.stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
  }
});

test('a reader that takes little at a time gets all, however long one event takes', async () => {
  ownTheClock();
  const SIZE = 1_000_000;
  await using door = await openGrpcDoor(
    {
      async *resubscribe() {
        yield createLargeEvent(SIZE);
      },
    },
    { host: { stallMs: 1_000 } },
  );
  using call = openRawCall(door.port, SUBSCRIBE);
  await call.head;
  let received = 0;
  let wanted = 0;
  call.stream.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > wanted) call.stream.pause();
  });
  for (; wanted < SIZE; wanted += 200_000) {
    call.stream.resume();
    await expect.poll(() => received).toBeGreaterThan(wanted);
    // The server has seen what was taken once it has answered a later call.
    await door.unary('getTask', TASK);
    await vi.advanceTimersByTimeAsync(900);
  }
  call.stream.resume();
  expect(await call.tail).toMatchObject({ 'grpc-status': '0' });
});

test('an answer that nobody takes gives its place in the limits back', async () => {
  ownTheClock();
  const { logger } = createLogRecorder();
  const quota = new CallerQuota({ requestsInProgress: 1 }, { logger });
  await using door = await openGrpcDoor(
    { getTask: LARGE_ANSWER },
    { transport: { quota }, host: { stallMs: 1_000 } },
  );
  using call = openRawCall(door.port, { ...SUBSCRIBE, method: 'GetTask' });
  await call.head;
  const refused = readFailure(await door.unary('getTask', TASK));
  expect(refused).toMatchObject({ code: status.UNAVAILABLE });
  expect(refused.message).toContain('the server is busy');
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.poll(async () => (await door.unary('getTask', TASK)).error).toBeUndefined();
});

/** Serves `GetTask` behind an interceptor whose calls have 50 ms for their messages. */
async function serveIntercepted({
  getTask = () => undefined,
  ...transport
}: Partial<TransportOptions> & {
  readonly getTask?: handleUnaryCall<unknown, unknown>;
} = {}): Promise<number> {
  const { logger } = createLogRecorder();
  const interceptor = new CallInterceptor(
    {
      requestHandler: createFakeHandler(),
      logger,
      identify: () => Promise.resolve(NOBODY),
      extensionUris: [],
      bodyLimit: '1mb',
      ...transport,
    },
    { requestMs: 50, stallMs: 0 },
  );
  const server = new Server({ interceptors: [interceptor.intercept] });
  server.addService(A2AService, { getTask });
  onTestFinished(() => server.forceShutdown());
  return new Promise((resolve) => {
    const credentials = ServerCredentials.createInsecure();
    server.bindAsync('127.0.0.1:0', credentials, (_error, bound) => resolve(bound));
  });
}

const GET = { ...SUBSCRIBE, method: 'GetTask' };

test('a message that does not come is waited for no longer than the limit', async () => {
  using call = openRawCall(await serveIntercepted(), { method: 'GetTask' });
  const head = await call.head;
  expect(head).toMatchObject({ 'grpc-status': String(status.UNAVAILABLE) });
  expect(decodeURI(String(head['grpc-message']))).toContain('did not arrive within 0.05 seconds');
});

test('a message that has come in time may be answered later than the limit', async () => {
  ownTheClock();
  const reply = Promise.withResolvers<sendUnaryData<unknown>>();
  const getTask: handleUnaryCall<unknown, unknown> = (_call, answer) => reply.resolve(answer);
  using call = openRawCall(await serveIntercepted({ getTask }), GET);
  const answer = await reply.promise;
  await vi.advanceTimersByTimeAsync(1_000);
  answer(null, createDoneTask(undefined));
  await call.head;
  call.stream.resume();
  expect(await call.tail).toMatchObject({ 'grpc-status': '0' });
});

test('a call whose caller has gone before it was let in waits for no message', async () => {
  ownTheClock();
  const { logger } = createLogRecorder();
  const quota = new CallerQuota({}, { logger });
  const entered = vi.spyOn(quota, 'enter');
  const identified = Promise.withResolvers<Caller>();
  const port = await serveIntercepted({ quota, identify: () => identified.promise });
  const call = openRawCall(port, { method: 'GetTask' });
  await expect.poll(() => entered.mock.calls.length).toBe(1);
  const [counted] = entered.mock.lastCall ?? [];
  const closed = new Promise<void>((resolve) => void counted?.once('close', resolve));
  call[Symbol.dispose]();
  await closed;
  const timers = vi.getTimerCount();
  identified.resolve(NOBODY);
  await turn();
  expect(vi.getTimerCount()).toBe(timers);
});
