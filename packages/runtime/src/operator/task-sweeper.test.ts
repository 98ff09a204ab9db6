import { expect, onTestFinished, test } from 'vitest';
import type { Lease } from '../engine/lease.ts';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import { createSqliteEngine } from '../engine/sqlite/create-sqlite-engine.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { Scope } from '../scope.ts';
import {
  createFile,
  createLeased,
  getTask,
  need,
  newTask,
  range,
  SCOPE,
  statusEvent,
} from '../testing/samples.ts';
import {
  createTaskSweeper,
  type TaskSweeper,
  type TaskSweeperOptions,
  type RetentionOptions,
  deleteTask,
} from './task-sweeper.ts';

const DAY_MS = 86_400_000;

interface Scene {
  readonly engine: TaskEngine;
  readonly logged: unknown[];
  readonly start: (retention: RetentionOptions) => TaskSweeper;
  readonly pass: (milliseconds: number) => void;
}

function createScene(engineAt = createMemoryAt): Scene {
  let time = Date.parse('2026-01-01T00:00:00Z');
  const now = (): number => time;
  const engine = engineAt(now);
  const logged: unknown[] = [];
  const logger: TaskSweeperOptions['logger'] = {
    info: () => undefined,
    warn: () => undefined,
    error: (message, fields) => void logged.push({ message, ...fields }),
  };
  return {
    engine,
    logged,
    start(retention) {
      const sweeper = createTaskSweeper(engine, { retention, logger, now });
      onTestFinished(() => sweeper.stop());
      return sweeper;
    },
    pass(milliseconds) {
      time += milliseconds;
    },
  };
}

function createMemoryAt(now: () => number): TaskEngine {
  return createMemoryEngine({ now });
}

function createSqliteAt(now: () => number): TaskEngine {
  const engine = createSqliteEngine({ file: createFile(), now });
  onTestFinished(() => engine.close());
  return engine;
}

async function finish(engine: TaskEngine, count: number): Promise<readonly Lease[]> {
  const leases = await Promise.all(range(count).map(() => createLeased(engine)));
  for (const lease of leases) await engine.append(lease, [statusEvent('completed')]);
  return leases;
}

/** Resolves once a sweeper that begins now has forgotten tasks three times. */
async function letOthersForget(): Promise<void> {
  const { engine, start } = createScene();
  start({ maxCount: 0, everyMs: 1 });
  for (const _ of range(3)) {
    await finish(engine, 1);
    await expect.poll(() => countTasks(engine)).toBe(0);
  }
}

async function countTasks(engine: TaskEngine): Promise<number> {
  return (await engine.list(SCOPE, { pageSize: 1 })).totalSize;
}

test.each([
  ['memory', createMemoryAt],
  ['SQLite', createSqliteAt],
])('forgets what ended too long ago, in many slices, with the %s engine', async (_, engineAt) => {
  const { engine, start, pass } = createScene(engineAt);
  await finish(engine, 120);
  pass(DAY_MS);
  const [kept] = await finish(engine, 1);
  start({ maxAgeMs: DAY_MS - 1 });
  await expect.poll(() => countTasks(engine)).toBe(1);
  expect(await getTask(engine, need(kept))).toMatchObject({ state: 'completed' });
});

test('goes by the clock of the engine, if that is another one', async () => {
  const { engine, start, pass } = createScene();
  let behindMs = DAY_MS;
  const time = Date.parse('2026-01-01T00:00:00Z') + DAY_MS;
  let looks = 0;
  async function now(): Promise<number> {
    looks += 1;
    return time - behindMs;
  }
  Object.assign(engine, { now });
  await finish(engine, 2);
  const waiting = await createLeased(engine);
  await engine.append(waiting, [statusEvent('input-required', 'Well?')]);
  pass(DAY_MS);
  start({ maxAgeMs: 60_000, abandonedAfterMs: 60_000, everyMs: 1 });
  await expect.poll(() => looks).toBeGreaterThan(5);
  expect(await countTasks(engine)).toBe(3);
  behindMs = 0;
  await expect.poll(() => countTasks(engine)).toBe(1);
  await expect.poll(async () => (await getTask(engine, waiting)).state).toBe('failed');
});

test('forgets all but the newest, and goes on doing so', async () => {
  const { engine, start } = createScene();
  await finish(engine, 10);
  start({ maxCount: 3, everyMs: 5 });
  await expect.poll(() => countTasks(engine)).toBe(3);
  await finish(engine, 4);
  await expect.poll(() => countTasks(engine)).toBe(3);
});

test('ends what nobody answers, says why, and leaves younger questions alone', async () => {
  const { engine, start, pass } = createScene();
  const old = await createLeased(engine, { scope: 'user:ada' as Scope });
  await engine.append(old, [statusEvent('input-required', 'Well?')]);
  pass(7 * DAY_MS);
  const young = await createLeased(engine);
  await engine.append(young, [statusEvent('input-required', 'Well?')]);
  pass(1);
  start({ abandonedAfterMs: 7 * DAY_MS });
  await expect.poll(async () => (await getTask(engine, old)).state).toBe('failed');
  const { statusMessage } = await getTask(engine, old);
  expect(statusMessage?.parts[0]?.content?.value).toBe(
    'The task was ended as nobody answered it for 7 days.',
  );
  expect(await getTask(engine, young)).toMatchObject({ state: 'input-required' });
});

test.each([
  [1_500, '1.5 s'],
  [90_000, '90 s'],
  [7_200_000, '2 hours'],
])('says that nobody answered for %d ms in the words of other texts', async (waitMs, text) => {
  const { engine, start, pass } = createScene();
  const lease = await createLeased(engine);
  await engine.append(lease, [statusEvent('input-required', 'Well?')]);
  pass(waitMs + 1);
  start({ abandonedAfterMs: waitMs });
  await expect.poll(async () => (await getTask(engine, lease)).state).toBe('failed');
  const { statusMessage } = await getTask(engine, lease);
  expect(statusMessage?.parts[0]?.content?.value).toBe(
    `The task was ended as nobody answered it for ${text}.`,
  );
});

test('ends more abandoned tasks than fit one slice', async () => {
  const { engine, start, pass } = createScene(createSqliteAt);
  const leases = await Promise.all(range(120).map(() => createLeased(engine)));
  for (const lease of leases) await engine.append(lease, [statusEvent('auth-required')]);
  pass(1_000);
  start({ abandonedAfterMs: 500 });
  await expect
    .poll(async () => (await engine.list(SCOPE, { state: 'failed', pageSize: 1 })).totalSize)
    .toBe(120);
});

test('abandoned tasks that cannot be ended now do not hold up the rest', async () => {
  let prunes = 0;
  const engine: Parameters<typeof createTaskSweeper>[0] = {
    listWaiting: async ({ limit }) =>
      range(limit).map((index) => ({
        taskId: `task-${index}`,
        scope: SCOPE,
        contextId: 'c',
        seq: 1,
      })),
    reply: async () => ({ kind: 'stale', state: 'working' }),
    async prune() {
      prunes += 1;
      return 0;
    },
  };
  const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const sweeper = createTaskSweeper(engine, {
    logger,
    retention: { abandonedAfterMs: 1, maxCount: 0, everyMs: 1 },
  });
  onTestFinished(() => sweeper.stop());
  await expect.poll(() => prunes).toBeGreaterThan(1);
});

test('several at once do no harm', async () => {
  const { engine, logged, start, pass } = createScene(createSqliteAt);
  await finish(engine, 100);
  const waiting = await createLeased(engine);
  await engine.append(waiting, [statusEvent('input-required')]);
  pass(DAY_MS);
  for (const _ of range(4)) start({ maxAgeMs: 2 * DAY_MS, maxCount: 0, abandonedAfterMs: 1 });
  await expect.poll(() => countTasks(engine)).toBe(0);
  expect(logged).toEqual([]);
});

test('without limits it does nothing', async () => {
  const { engine, start, pass } = createScene();
  await finish(engine, 2);
  pass(1_000 * DAY_MS);
  start({ everyMs: 1 });
  await letOthersForget();
  expect(await countTasks(engine)).toBe(2);
});

test('without limits it has the indexes compared, and logs those that are damaged', async () => {
  const { logged } = createScene();
  const error = (message: string, fields?: object): void =>
    void logged.push({ message, ...fields });
  const logger = { info: () => undefined, warn: () => undefined, error };
  const file = createFile();
  const whole = createSqliteEngine({ file });
  const sweeper = createTaskSweeper(whole, { logger, retention: {} });
  await createLeased(whole);
  await whole.checkIndexes?.();
  await sweeper.stop();
  await whole.close();
  expect(logged).toEqual([]);
  const damaged = {
    ...whole,
    checkIndexes: () => Promise.reject(new Error('tables: task_claim. ')),
  };
  const second = createTaskSweeper(damaged, { logger, retention: {} });
  onTestFinished(() => second.stop());
  await expect
    .poll(() => logged)
    .toEqual([
      {
        message: expect.stringContaining('damaged'),
        error: expect.stringContaining('task_claim. '),
      },
    ]);
});

test('logs what fails, equal failures at growing intervals, and tries again', async () => {
  const { engine, logged } = createScene();
  let attempts = 0;
  const broken = {
    ...engine,
    async prune() {
      attempts += 1;
      throw new Error('disk');
    },
  };
  const logger = {
    info: () => undefined,
    warn: () => undefined,
    error: (message: string) => void logged.push(message),
  };
  const sweeper = createTaskSweeper(broken, { retention: { maxCount: 0, everyMs: 1 }, logger });
  await expect.poll(() => attempts).toBeGreaterThan(2);
  await sweeper.stop();
  expect(logged).toEqual(['Cannot forget old tasks']);
  const last = attempts;
  await letOthersForget();
  expect(attempts).toBe(last);
});

test('stopping waits for the slice under way, and is quiet about an engine that closes', async () => {
  const { engine, logged, start } = createScene();
  await finish(engine, 200);
  const sweeper = start({ maxCount: 0, everyMs: 1 });
  await engine.close();
  await sweeper.stop();
  const left = logged.length;
  await letOthersForget();
  expect(logged).toHaveLength(left);
});

test.each<[RetentionOptions, string]>([
  [{ maxAgeMs: -1 }, 'maxAgeMs must be an integer from 0'],
  [{ maxCount: 1.5 }, 'maxCount must be an integer from 0'],
  [{ abandonedAfterMs: Number.NaN }, 'abandonedAfterMs must be an integer from 0'],
  [{ everyMs: 0 }, 'everyMs must be an integer from 1'],
  [{ everyMs: 2 ** 31 }, 'everyMs must be an integer from 1 to 2147483647'],
])('refuses %j', (retention, expected) => {
  const { start } = createScene();
  expect(() => start(retention)).toThrow(expected);
});

test('deleteTask() says that an id is a string', async () => {
  const engine = createMemoryEngine();
  onTestFinished(() => engine.close());
  const id: unknown = 5;
  await expect(deleteTask(id as string, { engine })).rejects.toThrow(
    'Cannot delete a task because its id must be a string: current value is number',
  );
});

test('a task is deleted although its run cannot learn of it at once', async () => {
  const engine = createMemoryEngine();
  onTestFinished(() => engine.close());
  const { taskId } = await engine.create(newTask());
  const runner = { notice: () => Promise.reject(new Error('The storage is away')) };
  expect(await deleteTask(taskId, { engine, runner })).toBe(true);
  expect(await deleteTask(taskId, { engine, runner })).toBe(false);
});

test('a sweeper stops although the scheduler cannot end the work', async () => {
  const { start, logged } = createScene();
  const end = (): Promise<void> => Promise.reject(new Error('The queue is away'));
  const sweeper = start({ maxCount: 1, scheduler: { repeat: async () => end } });
  await sweeper.stop();
  expect(logged).toMatchObject([{ message: 'Cannot leave the search for old tasks' }]);
});
