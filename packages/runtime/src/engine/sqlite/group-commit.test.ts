import { expect, onTestFinished, test, vi } from 'vitest';
import type { Scope } from '../../scope.ts';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import {
  keyOf,
  createFile,
  createLeased,
  getTask,
  newTask,
  pieceEvent,
  range,
  readLog,
  SCOPE,
  statusEvent,
  toTexts,
} from '../../testing/samples.ts';
import type { Lease } from '../lease.ts';
import type { TaskEngine } from '../task-engine.ts';
import { createSqliteEngine } from './create-sqlite-engine.ts';
import { GroupCommit } from './group-commit.ts';

function openEngine(file: string, now?: () => number): TaskEngine {
  const engine = createSqliteEngine(now === undefined ? { file } : { file, now });
  onTestFinished(() => engine.close());
  return engine;
}

test('changes that come together are one transaction, also when they come a few steps later', async () => {
  let transactions = 0;
  const engine = openEngine(createFile(), () => {
    transactions += 1;
    return Date.now();
  });
  const leases = await Promise.all(range(20).map(() => createLeased(engine)));
  expect(transactions).toBe(1);
  await Promise.all(
    leases.map(async (lease, index) => {
      for (const _ of range(index)) {
        await Promise.resolve();
      }
      await engine.append(lease, [statusEvent('working')]);
    }),
  );
  expect(transactions).toBe(2);
});

test('a change is not acknowledged before it is in the file', async () => {
  const file = createFile();
  const engine = openEngine(file);
  const reader = openEngine(file);
  const leases = await Promise.all(range(5).map(() => createLeased(engine)));
  for (const lease of leases) {
    const seq = await engine.append(lease, [pieceEvent('a', 'x')]);
    expect(await getTask(reader, lease)).toMatchObject({ seq });
  }
});

test('changes that are refused leave the others of their transaction alone', async () => {
  let transactions = 0;
  const engine = openEngine(createFile(), () => {
    transactions += 1;
    return Date.now();
  });
  const lease = await createLeased(engine);
  transactions = 0;
  const outcomes = await Promise.allSettled([
    engine.append(lease, [pieceEvent('a', '1')]),
    engine.append({ ...lease, epoch: 7 }, [pieceEvent('a', 'stale')]),
    engine.append(lease, [statusEvent('completed'), pieceEvent('a', 'late')]),
    engine.create(newTask({ id: lease.taskId })),
    engine.append(lease, [pieceEvent('a', '2'), statusEvent('completed')]),
    engine.append(lease, [pieceEvent('a', 'after the end')]),
    engine.create(newTask()),
  ]);
  expect(transactions).toBe(1);
  expect(outcomes).toMatchObject([
    { status: 'fulfilled', value: 2 },
    { status: 'rejected', reason: { code: 'LEASE_LOST' } },
    { status: 'rejected', reason: { name: 'TypeError' } },
    { status: 'rejected', reason: { name: 'TypeError' } },
    { status: 'fulfilled', value: 4 },
    { status: 'rejected', reason: { code: 'LEASE_LOST' } },
    { status: 'fulfilled', value: { created: true } },
  ]);
  expect(await readLog(engine, lease)).toHaveLength(4);
});

test('more changes than one transaction takes are all made', async () => {
  const engine = openEngine(':memory:');
  await Promise.all(range(600).map(() => engine.create(newTask())));
  expect((await engine.list(SCOPE, { pageSize: 1 })).totalSize).toBe(600);
});

test('a change waits for the transaction of another process, and lets others go on meanwhile', async () => {
  // The patience of the engine is not the subject, and a busy machine may use it up.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const file = createFile();
  const engine = openEngine(file);
  const lease = await createLeased(engine);
  const other = openSqlite(file);
  other.exec('begin immediate');
  let turns = 0;
  // Real time: each tick shows that the event loop turns, however long that takes.
  const counting = setInterval(() => {
    turns += 1;
  }, 1);
  const appending = engine.append(lease, [pieceEvent('a', 'x')]);
  await expect.poll(() => turns).toBeGreaterThan(3);
  expect(await getTask(engine, lease)).toMatchObject({ seq: 1 });
  clearInterval(counting);
  other.exec('commit');
  other.close();
  expect(await appending).toBe(2);
});

test('close() waits for the changes that were asked for before', async () => {
  const file = createFile();
  const engine = createSqliteEngine({ file });
  const task = newTask();
  const creating = engine.create(task);
  await engine.close();
  expect(await creating).toMatchObject({ created: true });
  expect(await openEngine(file).get(SCOPE, task.id)).toMatchObject({ seq: 1 });
});

test('close() waits for any number of changes, also of a file that is ready at once', async () => {
  const file = createFile();
  const first = createSqliteEngine({ file });
  await first.create(newTask());
  await first.close();
  const engine = createSqliteEngine({ file });
  const creating = range(600).map(() => engine.create(newTask()));
  await engine.close();
  const created = await Promise.all(creating);
  expect(created.every((outcome) => outcome.created)).toBe(true);
  expect((await openEngine(file).list(SCOPE, { pageSize: 1 })).totalSize).toBe(601);
});

test('a change that fails half way is undone, and the others of its transaction are not', async () => {
  const database = openSqlite(':memory:');
  onTestFinished(() => {
    database.close();
  });
  database.exec('create table number (value integer)');
  const insert = database.prepare<[number]>('insert into number values (?)');
  const commits = new GroupCommit(database, {
    clock: { start: () => 0, keep: () => undefined },
    guard: { check: () => undefined },
  });
  const outcomes = await Promise.allSettled(
    range(4).map((value) =>
      commits.run(() => {
        insert.run(value);
        if (value % 2 === 0) throw new Error(`${value} is even`);
        return value;
      }),
    ),
  );
  expect(outcomes).toMatchObject([
    { reason: { message: '0 is even' } },
    { value: 1 },
    { reason: { message: '2 is even' } },
    { value: 3 },
  ]);
  expect(database.prepare('select value from number').pluck().all()).toEqual([1, 3]);
});

test('times never go backwards in one file, also when it is opened again', async () => {
  const file = createFile();
  let time = Date.parse('2026-01-01T12:00:00Z');
  const now = (): number => time;
  const first = createSqliteEngine({ file, now });
  const lease = await createLeased(first);
  await first.append(lease, [statusEvent('working')]);
  await first.close();
  time -= 3_600_000;
  const engine = openEngine(file, now);
  await engine.append(lease, [statusEvent('working')]);
  const task = newTask();
  await engine.create(task);
  const log = await readLog(engine, lease);
  expect(log.map(({ timestamp }) => timestamp)).toEqual(
    range(3).map(() => '2026-01-01T12:00:00.000Z'),
  );
  expect(await engine.get(SCOPE, task.id)).toMatchObject({ createdAt: '2026-01-01T12:00:00.000Z' });
  time += 3_600_001;
  expect(await engine.append(lease, [statusEvent('working')])).toBe(4);
  expect((await readLog(engine, lease)).at(-1)?.timestamp).toBe('2026-01-01T12:00:00.001Z');
});

test('get() gives the same snapshot until something changes, and then shares what did not', async () => {
  const engine = openEngine(':memory:');
  const lease = await createLeased(engine);
  await engine.append(lease, [pieceEvent('a', 'x')]);
  const task = await getTask(engine, lease);
  expect(await getTask(engine, lease)).toBe(task);
  await engine.append(lease, [{ kind: 'metadata', metadata: { a: 1 } }]);
  const later = await getTask(engine, lease);
  expect(later.artifacts).toBe(task.artifacts);
  expect(later.metadata).toEqual({ a: 1 });
});

test('scopes and contexts that UTF-8 cannot tell apart are kept apart', async () => {
  const engine = openEngine(':memory:');
  const texts = ['a\ud800', 'a\ud801', 'a\ufffd', 'a\u0000', 'a'] as Scope[];
  for (const text of texts) {
    await engine.create(newTask({ scope: text, contextId: text, idempotencyKey: keyOf(text) }));
  }
  for (const text of texts) {
    const { tasks, totalSize } = await engine.list(text, { contextId: text, pageSize: 10 });
    expect(totalSize).toBe(1);
    expect(tasks).toMatchObject([{ scope: text, contextId: text }]);
  }
});

test('an event that JSON has no form for is refused and does no harm', async () => {
  const engine = openEngine(':memory:');
  const lease = await createLeased(engine);
  const writing = engine.append(lease, [{ kind: 'metadata', metadata: { big: 1n } }]);
  await expect(writing).rejects.toBeInstanceOf(TypeError);
  expect(await engine.append(lease, [statusEvent('completed')])).toBe(2);
});

test('a refused change costs those of its transaction neither their order nor their effect', async () => {
  const engine = openEngine(createFile());
  const lease = await createLeased(engine);
  const stale = { ...lease, epoch: 2 };
  const outcomes = await Promise.allSettled(
    range(6).map((index) =>
      engine.append(index % 3 === 1 ? stale : lease, [pieceEvent('a', String(index))]),
    ),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(
    range(6).map((index) => (index % 3 === 1 ? 'rejected' : 'fulfilled')),
  );
  const { artifacts } = await getTask(engine, lease);
  expect(artifacts.map(toTexts)).toEqual([['0', '2', '3', '5']]);
});

test('tasks that begin and end together are one transaction', async () => {
  let looks = 0;
  const engine = openEngine(createFile(), () => {
    looks += 1;
    return Date.now();
  });
  await engine.create(newTask());
  looks = 0;
  const ends: Promise<number>[] = [];
  function start(lease: Lease): void {
    ends.push(engine.append(lease, [statusEvent('working'), statusEvent('completed')]));
  }
  await Promise.all(
    range(20).map(() => engine.create(newTask(), { worker: 'w', ttlMs: 60_000, start })),
  );
  expect(await Promise.all(ends)).toEqual(range(20).map(() => 3));
  // The clock is read once for each task that starts early, and once for the transaction.
  expect(looks).toBe(21);
});
