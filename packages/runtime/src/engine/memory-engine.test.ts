import { expect, test } from 'vitest';
import { describeTaskArchive } from '../testing/describe-task-archive.ts';
import { describeTaskEngine } from '../testing/describe-task-engine.ts';
import type { EngineUnderTest } from '../testing/engine-storage.ts';
import {
  keyOf,
  LONG_CLAIM,
  SCOPE,
  createLeased,
  getTask,
  need,
  newTask,
  pieceEvent,
  range,
  readLog,
  statusEvent,
} from '../testing/samples.ts';
import type { Lease } from './lease.ts';
import { createMemoryEngine } from './memory-engine.ts';

const subject: EngineUnderTest = {
  async open() {
    let time = Date.parse('2026-01-01T00:00:00Z');
    const engine = createMemoryEngine({ now: () => time });
    return {
      engine,
      async advance(milliseconds) {
        time += milliseconds;
      },
      close: () => engine.close(),
    };
  },
};

describeTaskEngine('createMemoryEngine()', subject);
describeTaskArchive('createMemoryEngine()', subject);

test('createMemoryEngine() does not go back in time when the clock does', async () => {
  let time = Date.parse('2026-01-01T12:00:00Z');
  const engine = createMemoryEngine({ now: () => time });
  const lease = await createLeased(engine, {}, { worker: 'w', ttlMs: 1000 });
  time -= 3_600_000;
  await engine.append(lease, [statusEvent('working')]);
  const { taskId } = await engine.create(newTask());
  const log = await readLog(engine, lease);
  expect(log.map(({ timestamp }) => timestamp)).toEqual(
    range(2).map(() => '2026-01-01T12:00:00.000Z'),
  );
  expect(await getTask(engine, { scope: SCOPE, taskId })).toMatchObject({
    createdAt: '2026-01-01T12:00:00.000Z',
  });
  time += 3_600_999;
  expect(await engine.claim(LONG_CLAIM, 10)).toMatchObject([{ taskId, epoch: 1 }]);
  time += 1;
  expect(await engine.claim(LONG_CLAIM, 10)).toMatchObject([{ taskId: lease.taskId, epoch: 2 }]);
});

test('createMemoryEngine() forgets the tasks that ended first, and their keys', async () => {
  const engine = createMemoryEngine({ maxFinishedTasks: 2 });
  const waiting = newTask({ idempotencyKey: keyOf('waiting') });
  await engine.create(waiting);
  const leases: Lease[] = [];
  for (const index of range(4)) {
    leases.push(await createLeased(engine, { idempotencyKey: keyOf(`${index}`) }));
  }
  for (const index of [1, 0, 3, 2]) {
    await engine.append(need(leases[index]), [statusEvent('completed')]);
  }
  const { tasks } = await engine.list(SCOPE, { pageSize: 10 });
  expect(new Set(tasks.map(({ id }) => id))).toEqual(
    new Set([waiting.id, leases[2]?.taskId, leases[3]?.taskId]),
  );
  expect(await engine.create(newTask({ idempotencyKey: keyOf('3') }))).toMatchObject({
    created: false,
  });
  expect(await engine.create(newTask({ idempotencyKey: keyOf('0') }))).toMatchObject({
    created: true,
  });
  expect(await engine.create(newTask({ idempotencyKey: keyOf('waiting') }))).toMatchObject({
    taskId: waiting.id,
    created: false,
  });
});

test.each([0, -1, 1.5, Number.NaN])(
  'createMemoryEngine() refuses to keep %d finished or waiting tasks',
  (count) => {
    expect(() => createMemoryEngine({ maxFinishedTasks: count })).toThrow(RangeError);
    expect(() => createMemoryEngine({ maxWaitingTasks: count })).toThrow(RangeError);
  },
);

test('createMemoryEngine() forgets the questions that have waited longest', async () => {
  const engine = createMemoryEngine({ maxWaitingTasks: 2 });
  const leases: Lease[] = [];
  for (const index of range(4)) {
    leases.push(await createLeased(engine, { idempotencyKey: keyOf(`${index}`) }));
  }
  const [first, second, third, fourth] = leases.map(({ taskId }) => taskId);
  async function ask(index: number): Promise<void> {
    await engine.append(need(leases[index]), [statusEvent('input-required')]);
  }
  async function findKept(): Promise<readonly (string | undefined)[]> {
    const { tasks } = await engine.list(SCOPE, { pageSize: 10 });
    return leases.map(({ taskId }) => tasks.find(({ id }) => id === taskId)?.id);
  }
  await ask(0);
  await ask(1);
  // A task that gets another question counts as waiting from then on.
  const again = { expectedSeq: 2, events: [statusEvent('input-required')] };
  await engine.reply(SCOPE, need(first), { reply: again });
  await ask(2);
  expect(await findKept()).toEqual([first, undefined, third, fourth]);
  expect(second).toBeDefined();
  // A task that was answered no longer counts, so another one may wait.
  const answer = { expectedSeq: 2, events: [statusEvent('working')] };
  await engine.reply(SCOPE, need(third), { reply: answer });
  await ask(3);
  expect(await findKept()).toEqual([first, undefined, third, fourth]);
  expect(await engine.create(newTask({ idempotencyKey: keyOf('1') }))).toMatchObject({
    created: true,
  });
});

test('createMemoryEngine() survives listeners that throw, and tells the others', async () => {
  const engine = createMemoryEngine();
  const heard: string[] = [];
  engine.watch(() => {
    throw new Error('a listener must not throw');
  });
  engine.watch((taskId) => heard.push(taskId));
  const lease = await createLeased(engine);
  await engine.append(lease, [statusEvent('completed')]);
  expect(heard).toContain(lease.taskId);
  expect(await getTask(engine, lease)).toMatchObject({ seq: 2, state: 'completed' });
});

test('createMemoryEngine() never calls a listener inside the change', async () => {
  const engine = createMemoryEngine();
  let inside = false;
  const calledInside: boolean[] = [];
  engine.watch(() => calledInside.push(inside));
  const lease = await createLeased(engine);
  inside = true;
  const appending = engine.append(lease, [pieceEvent('a', 'x')]);
  inside = false;
  await appending;
  expect(calledInside).toEqual([false, false]);
});

test('createMemoryEngine() gives the same snapshot until something changes', async () => {
  const engine = createMemoryEngine();
  const lease = await createLeased(engine);
  await engine.append(lease, [pieceEvent('a', 'x')]);
  const task = await getTask(engine, lease);
  expect(await getTask(engine, lease)).toBe(task);
  await engine.append(lease, [{ kind: 'metadata', metadata: { a: 1 } }]);
  const later = await getTask(engine, lease);
  expect(later).not.toBe(task);
  expect(later.artifacts).toBe(task.artifacts);
});

test.each([0, 101, 1.5])(
  'list() of the memory engine refuses a page size of %d',
  async (pageSize) => {
    const listing = createMemoryEngine().list(SCOPE, { pageSize });
    await expect(listing).rejects.toBeInstanceOf(RangeError);
  },
);

test('list() of the memory engine refuses a time that cannot be read', async () => {
  const query = { pageSize: 1, statusTimestampAfter: 'yesterday' };
  await expect(createMemoryEngine().list(SCOPE, query)).rejects.toBeInstanceOf(RangeError);
});
