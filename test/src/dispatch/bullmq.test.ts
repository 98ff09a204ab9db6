import { demoAgent } from '@formwork/demo';
import { createMemoryEngine } from '@formwork/runtime';
import { createBullMqDispatcher } from '@formwork/runtime/bullmq';
import { describeDispatcher } from '@formwork/runtime/testing';
import { createServer } from '@formwork/server';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect, createServer as createProxy, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChild } from '../faults/start-child.ts';
import { startRedis, type TestRedis } from '../support/start-redis.ts';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

let redis: TestRedis;

beforeAll(async () => {
  redis = await startRedis();
});

afterAll(async () => {
  await redis.stop();
});

describeDispatcher('BullMQ', {
  async createQueue() {
    const prefix = `test-${randomUUID()}`;
    return { open: () => createBullMqDispatcher({ url: redis.url, prefix }) };
  },
});

test('createBullMqDispatcher() refuses options that cannot be right', () => {
  expect(() => createBullMqDispatcher({ url: 'http://127.0.0.1' })).toThrow(
    'Cannot dispatch through BullMQ because url must be the address of a Redis or Valkey server',
  );
});

// The next four wait for five seconds each, and one of them for fifteen more.
test.concurrent('enqueue() rejects, and does not wait, when there is no server', async () => {
  const dispatcher = createBullMqDispatcher({ url: 'redis://127.0.0.1:1' });
  await expect(dispatcher.enqueue({ taskId: 'task' })).rejects.toThrow('has not answered');
  await dispatcher.close();
});

test.concurrent('a dispatcher whose server stops to answer ends its connection, and says so', async () => {
  const sockets: Socket[] = [];
  let pinged: Socket | undefined;
  let isArmed = false;
  // It passes on all that comes, until the dispatcher has looked whether its server is there.
  const proxy = createProxy((near) => {
    const far = connect(Number(new URL(redis.url).port), '127.0.0.1');
    sockets.push(near, far);
    near.on('error', () => undefined).pipe(far);
    far.on('error', () => undefined);
    far.on('data', (bytes) => {
      if (pinged === undefined) near.write(bytes);
      if (isArmed && bytes.includes('PONG')) pinged = near;
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const prefix = `test-${randomUUID()}`;
  const dispatcher = createBullMqDispatcher({ url: `redis://127.0.0.1:${port}`, prefix });
  await dispatcher.enqueue({ taskId: 'task' });
  await dispatcher.consume(async () => undefined, { concurrency: 1, logger: SILENT });
  isArmed = true;
  await expect(dispatcher.close()).rejects.toThrow('has not answered');
  if (pinged?.closed === false) await once(pinged, 'close');
  for (const socket of sockets) socket.destroy();
  proxy.close();
});

test.concurrent('a connection to the server that is lost in silence is replaced', async (context) => {
  const sockets: Socket[] = [];
  const proxy = createProxy((near) => {
    const far = connect(Number(new URL(redis.url).port), '127.0.0.1');
    sockets.push(near, far);
    near.on('error', () => undefined).on('data', (bytes) => far.write(bytes));
    far.on('error', () => undefined).on('data', (bytes) => near.write(bytes));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const prefix = `test-${randomUUID()}`;
  const dispatcher = createBullMqDispatcher({ url: `redis://127.0.0.1:${port}`, prefix });
  const consumer = createBullMqDispatcher({ url: `redis://127.0.0.1:${port}`, prefix });
  const arrived: string[] = [];
  const run = async ({ taskId }: { readonly taskId: string }): Promise<void> =>
    void arrived.push(taskId);
  await consumer.consume(run, { concurrency: 1, logger: SILENT });
  await dispatcher.enqueue({ taskId: 'first' });
  await context.expect.poll(() => arrived).toContain('first');
  for (const socket of sockets) socket.removeAllListeners('data').resume();
  await expect(dispatcher.enqueue({ taskId: 'lost' })).rejects.toThrow('has not answered');
  const enqueue = () => dispatcher.enqueue({ taskId: 'next' }).then(() => 'queued', String);
  await context.expect.poll(enqueue).toBe('queued');
  await context.expect.poll(() => arrived).toContain('next');
  await Promise.all([dispatcher.close(), consumer.close()]);
  for (const socket of sockets) socket.destroy();
  proxy.close();
});

test.concurrent('the end of repeated work waits for the work that is under way, however long it takes', async () => {
  const dispatcher = createBullMqDispatcher({ url: redis.url, prefix: `test-${randomUUID()}` });
  const scene = new EventEmitter();
  const began = once(scene, 'began');
  const finished = once(scene, 'finish');
  const log: string[] = [];
  async function work(): Promise<void> {
    scene.emit('began');
    await finished;
    log.push('finished');
  }
  const end = await dispatcher.repeat({ name: 'long', everyMs: 100, work, logger: SILENT });
  await began;
  const ending = end().finally(() => log.push('ended'));
  // Real time: a call waits for five seconds for the server of the queue, on a timer of its module.
  await Promise.race([sleep(5_500), ending]);
  scene.emit('finish');
  await ending;
  expect(log).toEqual(['finished', 'ended']);
  await dispatcher.close();
});

test('a server closes while its queue is away, whether it was there before or not', async () => {
  const own = await startRedis();
  const port = Number(new URL(own.url).port);
  const reached = createBullMqDispatcher({ url: own.url });
  const never = createBullMqDispatcher({ url: 'redis://127.0.0.1:1' });
  const logged: string[] = [];
  const log = (text: string, fields?: object): void =>
    void logged.push(`${text} ${JSON.stringify(fields)}`);
  const servers = [reached, never].map((dispatcher) =>
    createServer(demoAgent, {
      engine: createMemoryEngine(),
      runner: { dispatcher },
      logger: { info: log, warn: log, error: log },
    }),
  );
  await Promise.all(servers.map((server) => server.listen({ port: 0 })));
  await reached.enqueue({ taskId: 'task' });
  const child = await startChild('queue-child', own.url);
  await own.stop();
  // The process ends by itself, so nothing of its queue holds it.
  expect(await child.terminate()).toBe(0);
  const find = (text: string, address: string): readonly string[] =>
    logged.filter((line) => line.includes(text) && line.includes(address));
  await expect.poll(() => find('queue of tasks is away', own.url)).toHaveLength(1);
  const back = await startRedis(port);
  await expect.poll(() => find('queue of tasks is back', own.url)).toHaveLength(1);
  await back.stop();
  const ends = servers.map((server) => server.close());
  expect(await Promise.all(ends)).toHaveLength(2);
  // A second outage within a minute is not told as the first one was.
  for (const address of [own.url, '127.0.0.1:1"']) {
    expect(find('queue of tasks is away', address)).toHaveLength(1);
  }
  expect(logged.join('\n')).not.toContain('has a fault');
  expect(await Promise.all([reached.close(), never.close()])).toHaveLength(2);
});
