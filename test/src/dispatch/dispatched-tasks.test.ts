import { createPostgresEngine } from '@formwork/postgres';
import { startPostgres, type TestPostgres } from '@formwork/postgres/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startRedis, type TestRedis } from '../support/start-redis.ts';
import {
  type Replica,
  type ReplicaReport,
  type ReplicaSettings,
  startReplica,
} from './start-replica.ts';

let server: TestPostgres;
let redis: TestRedis;

beforeAll(async () => {
  [server, redis] = await Promise.all([startPostgres(), startRedis()]);
});

afterAll(async () => {
  await Promise.all([server.stop(), redis.stop()]);
});

/**
 * The time of leases in milliseconds: one that never runs out in a test, and one that runs out soon
 * after a process has died, and that a busy machine still renews in time.
 */
const LEASE_MS = { long: 600_000, short: 10_000 };

type Began = Extract<ReplicaReport, { kind: 'began' }> & { readonly by: number };

/** Replicas on one database, and their reports. */
interface Replicas {
  readonly all: readonly Replica[];
  /** Starts one more replica, with so many places. */
  readonly add: (concurrency: number) => Promise<void>;
  readonly began: readonly Began[];
  /** The ids of the tasks that were put into the queue, once for each time. */
  readonly queued: readonly string[];
  /**
   * Returns the number of tasks that were made and have not begun in the process that made them.
   */
  countWaiting(): number;
  countCompleted(): Promise<number>;
}

/**
 * Starts replicas that poll the database too rarely to find tasks during a test; `places` are their
 * concurrency limits.
 */
async function startReplicas(
  dispatch: ReplicaSettings['dispatch'],
  places: readonly number[],
  leaseMs = LEASE_MS.long,
): Promise<Replicas> {
  const schema = `test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const engine = createPostgresEngine({ url: server.url, schema, poolSize: 2 });
  onTestFinished(() => engine.close());
  await engine.countStates();
  const began: Began[] = [];
  const queued: string[] = [];
  let waiting = 0;
  const start = (concurrency: number, by: number): Promise<Replica> =>
    startReplica(
      {
        dispatch,
        schema,
        concurrency,
        url: server.url,
        redisUrl: redis.url,
        leaseMs,
        pollMs: 600_000,
      },
      (said) => {
        if (said.kind === 'began') began.push({ ...said, by });
        if (said.kind === 'queued') queued.push(said.taskId);
        if (said.kind === 'made' && !said.isHere) waiting += 1;
      },
    );
  const all = await Promise.all(places.map(start));
  onTestFinished(async () => {
    await Promise.all(all.map((one) => one.kill()));
  });
  return {
    all,
    add: async (concurrency) => void all.push(await start(concurrency, all.length)),
    began,
    queued,
    countWaiting: () => waiting,
    countCompleted: async () => (await engine.countStates()).completed ?? 0,
  };
}

describe.each(['pg-boss', 'bullmq'] as const)('tasks that are dispatched by %s', (dispatch) => {
  test('run where there is room, each once, though no replica looks for rows', async () => {
    const { all, began, countWaiting, countCompleted } = await startReplicas(dispatch, [2, 4]);
    all[0]?.tell({ kind: 'make', count: 40, text: '20' });
    await expect.poll(countCompleted).toBe(40);
    expect(countWaiting()).toBeGreaterThan(0);
    expect(new Set(began.map(({ taskId }) => taskId)).size).toBe(40);
    expect(began).toHaveLength(40);
    expect(new Set(began.map(({ by }) => by))).toEqual(new Set([0, 1]));
  });

  test('begin again after the delay that their skill asks for', async () => {
    const { all, began, countCompleted } = await startReplicas(dispatch, [1, 1]);
    all[0]?.tell({ kind: 'make', count: 1, text: 'fail' });
    await expect.poll(countCompleted).toBe(1);
    expect(began.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect((began[1]?.at ?? 0) - (began[0]?.at ?? 0)).toBeGreaterThanOrEqual(250);
  });

  test('go on elsewhere when their process dies, and once more apart from others', async () => {
    // The first needs room for the three beside the two jobs by which replicas try the queue.
    const replicas = await startReplicas(dispatch, [6, 4], LEASE_MS.short);
    const { all, add, began, queued, countCompleted } = replicas;
    all[0]?.tell({ kind: 'make', count: 3, text: 'third' });
    for (const by of [0, 1]) {
      await expect.poll(() => began).toHaveLength(3 * (by + 1));
      const taskIds = began.slice(3 * by).map(({ taskId }) => taskId);
      // A replica that renews leases also puts the tasks into the queue.
      await expect.poll(() => queued.slice(3 * by)).toEqual(expect.arrayContaining(taskIds));
      if (by === 1) await add(4);
      await all[by]?.die();
    }
    await expect.poll(countCompleted).toBe(3);
    expect(began.map(({ attempt, by }) => [attempt, by])).toEqual(
      [0, 0, 0, 1, 1, 1, 2, 2, 2].map((by) => [by + 1, by]),
    );
  });

  test('are left to others at once when a replica stops', async () => {
    const { all, began, countCompleted } = await startReplicas(dispatch, [4, 4]);
    all[0]?.tell({ kind: 'make', count: 2, text: 'elsewhere' });
    await expect.poll(() => began).toHaveLength(2);
    await all[0]?.stop();
    await expect.poll(countCompleted).toBe(2);
    expect(began.slice(2).map(({ attempt, by }) => [attempt, by])).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });
});
