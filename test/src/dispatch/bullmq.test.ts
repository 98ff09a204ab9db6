import { createBullMqDispatcher } from '@formwork/runtime/bullmq';
import { describeDispatcher } from '@formwork/runtime/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRedis, type TestRedis } from '../support/start-redis.ts';

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
    'Cannot dispatch through BullMQ as url must be the address of a Redis or Valkey server',
  );
});

test('enqueue() rejects, and does not wait, when there is no server', async () => {
  const dispatcher = createBullMqDispatcher({ url: 'redis://127.0.0.1:1' });
  await expect(dispatcher.enqueue({ taskId: 'task' })).rejects.toThrow('has not answered');
  await dispatcher.close();
});
