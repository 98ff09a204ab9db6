import { TaskState } from '@a2a-js/sdk';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { connect, RequestError } from '@formwork/client';
import { InterceptingCall, status, type Interceptor } from '@grpc/grpc-js';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.ts';
import { collect } from '../support/event-stream.ts';
import { createExecutor, declared } from '../support/fight-agents.ts';
import { toGrpcStatus } from '../support/grpc-status.ts';
import { toExecutor, toText } from '../support/stock-executor.ts';
import { startStockGrpcAgent } from '../support/stock-grpc-agent.ts';

const QUICK = { retry: { attempts: 3, baseMs: 1 } };
const pair = { a: 'Ant', b: 'Bee' };

test("tells a stock agent's refusals apart", async () => {
  const { url } = await startStockGrpcAgent(createExecutor(), { fields: declared });
  const agent = await connect(url);
  const task = agent.task('no-such-task');
  const unknown = { code: 'REQUEST_FAILED', reason: 'TASK_NOT_FOUND', grpcStatus: 5 };
  await expect(task.get()).rejects.toMatchObject(unknown);
  await expect(task.wait()).rejects.toMatchObject(unknown);
  await expect(collect(task.stream())).rejects.toMatchObject(unknown);
  const { taskId } = await agent.skill('fight').run(pair);
  await expect(agent.task(taskId).cancel()).rejects.toMatchObject({
    reason: 'TASK_NOT_CANCELABLE',
  });
});

test('shows what an agent finds wrong with the input, problem by problem', async () => {
  const details = {
    info: { reason: 'STRUCTURED_INPUT_INVALID', metadata: { schema: 'pair' } },
    violations: [
      ['/a', 'must be shorter', 'maxLength'],
      ['/b', 'must be an animal', ''],
    ],
  } as const;
  const { url } = await startStockGrpcAgent(createExecutor(), {
    fields: declared,
    refuse: () => toGrpcStatus(status.INVALID_ARGUMENT, 'Cannot read "ü"', details),
  });
  const fight = (await connect(url)).skill('fight');
  const expected = {
    code: 'INPUT_INVALID',
    schema: 'pair',
    foundBy: 'agent',
    message: expect.stringContaining('Cannot read "ü"') as string,
    problems: [
      { pointer: '/a', keyword: 'maxLength', message: 'must be shorter' },
      { pointer: '/b', keyword: 'agent', message: 'must be an animal' },
    ],
  };
  await expect(fight.call(pair)).rejects.toMatchObject(expected);
  await expect(collect(fight.stream(pair))).rejects.toMatchObject(expected);
});

test.each([
  ['UNKNOWN', 'INTERNAL'],
  ['INVALID_ARGUMENT', 'INVALID_PARAMS'],
  ['NOT_FOUND', 'NOT_FOUND'],
  ['ALREADY_EXISTS', 'REFUSED'],
  ['PERMISSION_DENIED', 'PERMISSION_DENIED'],
  ['RESOURCE_EXHAUSTED', 'RATE_LIMITED'],
  ['UNIMPLEMENTED', 'METHOD_NOT_FOUND'],
  ['INTERNAL', 'INTERNAL'],
  ['UNAVAILABLE', 'UNAVAILABLE'],
  ['UNAUTHENTICATED', 'UNAUTHENTICATED'],
] as const)('gives %s the reason %s', async (name, reason) => {
  const refuse = () => ({ code: status[name], details: 'No, thanks' });
  const { url } = await startStockGrpcAgent(createExecutor(), { fields: declared, refuse });
  const agent = await connect(url, QUICK);
  const error: unknown = await agent.send('Hi').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RequestError);
  expect(error).toMatchObject({
    reason,
    grpcStatus: status[name],
    message: expect.stringContaining('The agent answers with an error: No, thanks') as string,
  });
});

/** Options with the client's own gRPC transport, and with transports that the caller made. */
const FACTORIES = [
  {},
  { grpc: new GrpcTransportFactory() },
  { grpc: new GrpcTransportFactory({ grpcCallOptions: { interceptor_providers: [() => pass] } }) },
] as const;
const pass: Interceptor = (options, nextCall) => new InterceptingCall(nextCall(options));

// The SDK throws on these answers inside a callback, which would end the caller's process.
test.each([
  ['no protobuf', new Uint8Array([0xff, 0xff, 0xff])],
  ['a field that is too long', new Uint8Array([0x1a, 0x7f, 0x01])],
  ['no UTF-8', new Uint8Array([0x1a, 0x03, 0x0a, 0x01, 0xff])],
  ['a reason that objects have', { info: { reason: 'constructor' } }],
])('lives with details that are %s', async (_, details) => {
  const refuse = () => toGrpcStatus(status.ABORTED, 'No', details);
  const { url } = await startStockGrpcAgent(createExecutor(), { fields: declared, refuse });
  for (const options of FACTORIES) {
    const agent = await connect(url, { ...QUICK, ...options });
    const refused = {
      code: 'REQUEST_FAILED',
      message: expect.stringContaining('The agent answers with an error: No') as string,
    };
    await expect(agent.send('Hi')).rejects.toMatchObject(refused);
    await expect(collect(agent.streamSend('Hi'))).rejects.toMatchObject(refused);
  }
});

test('lives with an answer that is empty', async () => {
  const { url } = await startStockGrpcAgent(createExecutor(), { answersNothing: true });
  for (const options of FACTORIES) {
    const agent = await connect(url, { ...QUICK, ...options });
    await expect(agent.send('Hi')).rejects.toMatchObject({
      code: 'REQUEST_FAILED',
      reason: 'PROTOCOL',
      message: expect.stringContaining('No message received') as string,
    });
  }
});

test('asks again after the time an agent wants, and sends no message twice', async () => {
  let refusals = 0;
  const refuse = (_: unknown, method: string) => {
    refusals += 1;
    if (method === 'sendMessage') return { code: status.UNAVAILABLE, details: 'Later' };
    if (refusals > 2) return undefined;
    return toGrpcStatus(status.UNAVAILABLE, 'Later', { retrySeconds: 0.2 });
  };
  const { url, calls } = await startStockGrpcAgent(createExecutor(), { fields: declared, refuse });
  const agent = await connect(url, QUICK);
  const began = performance.now();
  await expect(agent.task('x').get()).rejects.toMatchObject({ reason: 'TASK_NOT_FOUND' });
  expect(performance.now() - began).toBeGreaterThan(390);
  expect(calls).toHaveLength(3);
  await expect(agent.send('Hi')).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  expect(calls).toHaveLength(4);
});

test('says so when the agent is gone, before a call and amid one', async () => {
  const executor = toExecutor(
    ({ end }) => new Promise((resolve) => end.addEventListener('abort', () => resolve())),
  );
  const { url, calls, stop } = await startStockGrpcAgent(executor, { fields: declared });
  const agent = await connect(url, QUICK);
  const amid = agent.send('Hi').catch((thrown: unknown) => thrown);
  await expect.poll(() => calls.length).toBe(1);
  stop();
  const gone = {
    code: 'REQUEST_FAILED',
    reason: 'NETWORK',
    message: expect.stringContaining('the connection must hold') as string,
  };
  expect(await amid).toMatchObject(gone);
  await expect(agent.send('Hi')).rejects.toMatchObject({
    ...gone,
    message: expect.stringContaining('See whether the agent runs') as string,
  });
  await expect(collect(agent.streamSend('Hi'))).rejects.toMatchObject(gone);
  expect(calls).toHaveLength(1);
});

test('sends a message again that cannot have arrived', async () => {
  const proxies: CuttingProxy[] = [];
  const { url, calls } = await startStockGrpcAgent(createExecutor(), {
    fields: declared,
    toUrl: async (port) => {
      proxies.push(await startCuttingProxy(`http://127.0.0.1:${port}`));
      return proxies[0]?.url ?? '';
    },
  });
  const agent = await connect(url, { retry: { attempts: 100, baseMs: 100, maxMs: 100 } });
  proxies[0]?.refuse(true);
  const result = agent.skill('fight').call(pair);
  await expect.poll(() => proxies[0]?.refused()).toBeGreaterThan(1);
  proxies[0]?.refuse(false);
  expect(await result).toEqual({ winner: 'Bee' });
  expect(calls).toHaveLength(1);
});

test('a stream over gRPC that is cut goes on from a snapshot', async () => {
  let cuts = 0;
  const executor = toExecutor(async (_, say) => {
    const isCutTwice = (): boolean => cuts === 2;
    for (let word = 0; !isCutTwice(); word += 1) {
      // Real time: words that come at once would all be in one message.
      await setTimeout(40);
      say(TaskState.TASK_STATE_WORKING, [toText(`word ${word}`)]);
    }
    say(TaskState.TASK_STATE_COMPLETED, [toText('done')]);
  });
  const cutters: (() => void)[] = [];
  const { url, calls } = await startStockGrpcAgent(executor, {
    toUrl: async (port) => {
      const proxy = await startCuttingProxy(`http://127.0.0.1:${port}`);
      cutters.push(proxy.cut);
      return proxy.url;
    },
  });
  const agent = await connect(url, { retry: { baseMs: 5 } });
  let text: string | undefined;
  for await (const event of agent.streamSend('go')) {
    const [, word = ''] = /^word (\d+)$/u.exec('text' in event ? event.text : '') ?? [];
    if (event.kind === 'progress' && cuts < 2 && Number(word) >= 3 * (cuts + 1)) {
      cuts += 1;
      cutters[0]?.();
    }
    if (event.kind === 'result') ({ text } = event);
  }
  expect(cuts).toBe(2);
  expect(text).toBe('done');
  expect(calls.map(({ method }) => method).filter((name) => name.startsWith('send'))).toEqual([
    'sendStreamingMessage',
  ]);
});

test('says what is too large for gRPC, in either direction', async () => {
  const large = 'x'.repeat(5_000_000);
  const executor = toExecutor(({ message }, say) => {
    const isLong = JSON.stringify(message.parts).includes('long');
    say(TaskState.TASK_STATE_COMPLETED, [toText(isLong ? large : 'ok')]);
  });
  const { url } = await startStockGrpcAgent(executor);
  const agent = await connect(url, QUICK);
  const tooLarge = {
    reason: 'TOO_LARGE',
    message: expect.stringContaining('prefer another of its doors') as string,
  };
  await expect(agent.send(large)).rejects.toMatchObject(tooLarge);
  await expect(agent.send('long')).rejects.toMatchObject(tooLarge);
  await expect(collect(agent.streamSend('long'))).rejects.toMatchObject(tooLarge);
  expect(await agent.send('short')).toMatchObject({ text: 'ok' });
});

test('cuts a stream off that does not end', async () => {
  // Messages of a thousand characters each: twice as much as the client accepts.
  const ENOUGH = 200;
  let said = 0;
  const executor = toExecutor(async ({ end }, say) => {
    while (!end.aborted) {
      say(TaskState.TASK_STATE_WORKING, [toText('x'.repeat(1000))]);
      said += 1;
      // A stock agent copies its whole history for each message, so that many messages take long.
      await setTimeout(said < ENOUGH ? 1 : 50);
    }
    say(TaskState.TASK_STATE_CANCELED);
  });
  const { url, calls } = await startStockGrpcAgent(executor);
  const agent = await connect(url, { ...QUICK, maxStreamBytes: 100_000 });
  const controller = new AbortController();
  const stream = agent.streamSend('go', { signal: controller.signal, onAbort: 'cancel' });
  let told = 0;
  const all = (async () => {
    for await (const event of stream) told += event.kind === 'progress' ? event.text.length : 0;
  })();
  await expect.poll(() => calls.length).toBeGreaterThan(1);
  // The client leaves a stream that is too long and polls the task instead.
  expect(calls.map(({ method }) => method).slice(0, 2)).toEqual([
    'sendStreamingMessage',
    'getTask',
  ]);
  expect(told).toBeLessThan(100_000);
  await expect.poll(() => said).toBeGreaterThan(90);
  controller.abort();
  await expect(all).rejects.toMatchObject({ code: 'ABORTED' });
});
