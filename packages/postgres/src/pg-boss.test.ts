import { createTaskSweeper, createMemoryEngine, type PruneRequest } from '@formwork/runtime';
import { describeDispatcher } from '@formwork/runtime/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPgBossDispatcher } from './pg-boss.ts';
import { startPostgres, type TestPostgres } from './testing/start-postgres.ts';

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

let server: TestPostgres;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(async () => {
  await server.stop();
});

describeDispatcher('pg-boss', {
  async createQueue() {
    const schema = `jobs_${randomUUID().replaceAll('-', '')}`;
    return { open: () => createPgBossDispatcher({ url: server.url, schema }) };
  },
});

test('one of two sweepers looks for old tasks each time, if they share a scheduler', async () => {
  const schema = `jobs_${randomUUID().replaceAll('-', '')}`;
  const engine = createMemoryEngine();
  let looks = 0;
  const counted = {
    ...engine,
    async prune(request: PruneRequest) {
      looks += 1;
      return engine.prune(request);
    },
  };
  const schedulers = [1, 2].map(() => createPgBossDispatcher({ url: server.url, schema }));
  const begin = performance.now();
  const sweepers = schedulers.map((scheduler) =>
    createTaskSweeper(counted, { retention: { maxAgeMs: 0, everyMs: 1_000, scheduler }, logger }),
  );
  await expect.poll(() => looks).toBeGreaterThanOrEqual(3);
  await Promise.all(sweepers.map((sweeper) => sweeper.stop()));
  const times = Math.ceil((performance.now() - begin) / 1_000) + 1;
  expect(looks).toBeLessThanOrEqual(times);
  await Promise.all(schedulers.map((scheduler) => scheduler.close()));
});

test('createPgBossDispatcher() refuses options that cannot be right', () => {
  expect(() => createPgBossDispatcher({ url: 'redis://127.0.0.1' })).toThrow(
    'Cannot dispatch through pg-boss because url must be the address of a PostgreSQL database',
  );
});

test('enqueue() rejects, and does not wait, when there is no server', async () => {
  const dispatcher = createPgBossDispatcher({ url: 'postgres://127.0.0.1:1/none' });
  await expect(dispatcher.enqueue({ taskId: 'task' })).rejects.toThrow('ECONNREFUSED');
  await dispatcher.close();
});
