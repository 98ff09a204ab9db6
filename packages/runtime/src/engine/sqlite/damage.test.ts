import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EngineStorageError, TaskDamagedError } from '../../errors.ts';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import {
  artifactEvent,
  createFile,
  createLeased,
  getTask,
  keyOf,
  LONG_CLAIM,
  messageEvent,
  newTask,
  range,
  readLog,
  SCOPE,
  statusEvent,
  textArtifact,
} from '../../testing/samples.ts';
import type { Lease } from '../lease.ts';
import type { TaskEngine } from '../task-engine.ts';
import { createSqliteEngine, type SqliteEngineOptions } from './create-sqlite-engine.ts';
import { IndexCheck } from './index-check.ts';

function openEngine(options: SqliteEngineOptions): TaskEngine {
  const engine = createSqliteEngine(options);
  onTestFinished(() => engine.close());
  return engine;
}

async function fill(file: string, count: number): Promise<readonly Lease[]> {
  const engine = createSqliteEngine({ file });
  const leases: Lease[] = [];
  for (const index of range(count)) {
    const lease = await createLeased(engine);
    const artifact = artifactEvent(textArtifact('a', `artifact ${index} `.repeat(20)));
    await engine.append(lease, [messageEvent(`message ${index}`), artifact]);
    await engine.append(lease, [statusEvent('completed')]);
    leases.push(lease);
  }
  await engine.close();
  return leases;
}

function change(file: string, sql: string): void {
  const database = openSqlite(file);
  database.exec(sql);
  database.close();
}

test.each([
  { column: 'the text of an event', sql: "set text = replace(text, 'message 1', 'message 7')" },
  { column: 'the time of an event', sql: 'set time = time + 1 where id = 2097154' },
  { column: 'the place of an event', sql: 'set id = id + 1 where id = 2097156' },
  { column: 'a text that is no JSON', sql: "set text = '{' where id = 2097154" },
  { column: 'an event in the middle', sql: 'set id = 3000000 where id = 2097154' },
  {
    column: 'a text that nobody has checked',
    sql: "set text = '{', checksum = null where id = 2097154",
  },
  { column: 'the message', sql: "set text = replace(text, 'role', 'rule') where id = 2097152" },
  { column: 'the context', table: 'task', sql: "set context_id = 'other' where number = 2" },
])(
  '$column that was changed is an error of its task, which lists leave out and name',
  async ({ sql, table = 'event' }) => {
    const file = createFile();
    const [kept, damaged] = await fill(file, 2);
    if (kept === undefined || damaged === undefined) throw new Error('Expected two leases');
    change(file, `update ${table} ${sql}`);
    const engine = openEngine({ file });
    await expect(engine.get(SCOPE, damaged.taskId)).rejects.toMatchObject({
      code: 'TASK_DAMAGED',
      taskId: damaged.taskId,
    });
    const page = await engine.list(SCOPE, { pageSize: 10 });
    expect(page.tasks.map(({ id }) => id)).toEqual([kept.taskId]);
    expect(page).toMatchObject({ totalSize: 2, damaged: [{ taskId: damaged.taskId }] });
    expect(await engine.delete(SCOPE, damaged.taskId)).toBe(true);
    expect(await engine.list(SCOPE, { pageSize: 10 })).not.toHaveProperty('damaged');
  },
);

test('the end of a log that is gone is missed', async () => {
  const file = createFile();
  const [lease] = await fill(file, 1);
  if (lease === undefined) throw new Error('Expected a lease');
  change(file, 'delete from event where id = (select max(id) from event)');
  const engine = openEngine({ file });
  await expect(engine.get(SCOPE, lease.taskId)).rejects.toBeInstanceOf(TaskDamagedError);
});

test('a task that was changed can be canceled', async () => {
  const file = createFile();
  const engine = openEngine({ file });
  const { taskId } = await engine.create(newTask());
  change(file, "update event set text = '{}'");
  await expect(engine.get(SCOPE, taskId)).rejects.toBeInstanceOf(TaskDamagedError);
  await expect(engine.read(SCOPE, taskId, { after: 0 })).rejects.toBeInstanceOf(TaskDamagedError);
  expect(await engine.cancel(SCOPE, taskId)).toEqual({ kind: 'canceled' });
  expect(await engine.claim(LONG_CLAIM, 1)).toEqual([]);
});

test.each(['turn', 'epoch', 'counted'])(
  'a task whose %s became a number beyond 2^53 keeps no other from runners and callers',
  async (column) => {
    const file = createFile();
    const engine = openEngine({ file });
    for (const _ of range(3)) await engine.create(newTask());
    change(file, `update task set ${column} = 1 << 60 where number = 2`);
    expect((await engine.list(SCOPE, { pageSize: 10 })).tasks).toHaveLength(3);
    expect(await engine.claim(LONG_CLAIM, 10)).toHaveLength(3);
  },
);

test('a task whose time became one beyond dates hides no other from operators', async () => {
  const file = createFile();
  const engine = openEngine({ file });
  for (const _ of range(2)) await engine.create(newTask());
  change(file, 'update task set status_time = 1 << 60, lease_end = 1 << 60 where number = 2');
  const { tasks } = await engine.listAll({ pageSize: 10 });
  expect(tasks).toMatchObject([{ statusTimestamp: '+275760-09-13T00:00:00.000Z' }, {}]);
});

test('a blob that was changed is an error of its task', async () => {
  const file = createFile();
  const engine = openEngine({ file, blobsAbove: 1_000 });
  const lease = await createLeased(engine);
  await engine.append(lease, [artifactEvent(textArtifact('big', 'x'.repeat(5_000)))]);
  const folder = `${file}-blobs`;
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    bytes[3_000] = 'y'.charCodeAt(0);
    writeFileSync(join(folder, name), bytes);
  }
  await expect(readLog(engine, lease)).rejects.toMatchObject({
    code: 'TASK_DAMAGED',
    message: expect.stringMatching(/because its blob [-0-9a-f]+ is damaged/u),
  });
});

const PAGE_BYTES = 4_096;

/** Lists the pages of a file that hold the index of ids. */
function listIdPages(file: string): readonly number[] {
  const database = openSqlite(file, { readonly: true });
  const pages = database
    .prepare<[], number>("select pageno from dbstat where name = 'sqlite_autoindex_task_1'")
    .pluck()
    .all();
  database.close();
  return pages;
}

/** Lists the places of a text in some bytes. */
function findAll(bytes: Buffer, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1)) places.push(at);
  return places;
}

test('a flipped bit in the index of ids is an error, and no task is "not found" or another one', async () => {
  const file = createFile();
  const engine = createSqliteEngine({ file });
  // SQLite writes the number 1 into the type of a value, without a byte of its own.
  await engine.create(newTask());
  const ids = await Promise.all(range(120).map(() => engine.create(newTask())));
  await engine.close();
  const bytes = readFileSync(file);
  const pages = listIdPages(file);
  expect(pages.length).toBeGreaterThan(2);
  const wrong: string[] = [];
  let refused = 0;
  for (const { taskId } of ids.slice(0, 20)) {
    // The entry of an id is its text. Pages that were changed also have it in their free space.
    const places = findAll(bytes, taskId).filter((at) =>
      pages.includes(1 + Math.floor(at / PAGE_BYTES)),
    );
    // The number of the task follows its id.
    for (const offset of [0, 7, 35, 36]) {
      const flipped = Buffer.from(bytes);
      for (const at of places) {
        flipped[at + offset] = (flipped[at + offset] ?? 0) ^ (1 << (offset % 8));
      }
      writeFileSync(file, flipped);
      const damaged = createSqliteEngine({ file });
      for (const call of [
        () => damaged.get(SCOPE, taskId),
        () => damaged.read(SCOPE, taskId, { after: 0 }),
        () => damaged.cancel(SCOPE, taskId),
        () => damaged.findScope(taskId),
        () => damaged.delete(SCOPE, taskId),
      ]) {
        const found = await call().catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'ENGINE_STORAGE' });
          refused += 1;
          return 'refused' as const;
        });
        if (found !== 'refused') wrong.push(`byte ${offset}: ${JSON.stringify(found)}`);
      }
      await damaged.close();
    }
  }
  expect(wrong).toEqual([]);
  expect(refused).toBe(400);
});

test('an id that no task has is not found in a whole file, and the index is made anew by a copy', async () => {
  const file = createFile();
  const engine = openEngine({ file });
  expect(await engine.get(SCOPE, 'first')).toBeUndefined();
  const { taskId } = await engine.create(newTask());
  for (const id of ['', '0', 'zz', taskId.slice(0, 9), `${taskId}0`]) {
    expect(await engine.get(SCOPE, id)).toBeUndefined();
  }
  await engine.close();
  const bytes = readFileSync(file);
  const [page = 0] = listIdPages(file);
  const start = (page - 1) * PAGE_BYTES;
  const at = start + bytes.subarray(start).indexOf(taskId);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  const damaged = openEngine({ file });
  await expect(damaged.get(SCOPE, taskId)).rejects.toThrow('because the index of ids');
  // An operator looks for a task in all scopes.
  await expect(damaged.listAll({ taskId, pageSize: 1 })).rejects.toThrow('index of ids');
  await damaged.close();
  change(file, 'reindex task');
  expect(await openEngine({ file }).get(SCOPE, taskId)).toMatchObject({ id: taskId });
});

/** Creates tasks with keys, questions, receivers and blobs, so that each index has entries. */
async function fillIndexes(file: string): Promise<void> {
  const engine = createSqliteEngine({ file, blobsAbove: 1_000 });
  const states = ['completed', 'input-required', 'working', 'submitted', 'failed', 'working'];
  for (const [index, state] of states.entries()) {
    const task = { ...newTask(), idempotencyKey: keyOf(`key ${index}`) };
    if (state === 'submitted') await engine.create(task);
    else {
      const { lease } = await engine.create(task, LONG_CLAIM);
      if (lease === undefined) throw new Error('Expected a lease');
      await engine.append(lease, [artifactEvent(textArtifact('big', 'x'.repeat(2_000)))]);
      await engine.append(lease, [statusEvent(state as 'working')]);
    }
  }
  await engine.close();
  // What needs reminders, or a receiver that fails, has its rows from here.
  change(
    file,
    `insert into question values ('a@example.com', 1, 1, 5), ('b@example.com', 2, 2, 6);
    insert into push (task_number, id, config, seq, due, epoch, failures, died_at)
    values (1, 'one', '{}', 0, 5, 0, 0, null), (2, 'two', '{}', 0, null, 0, 9, 7);
    insert into blob (id, task_number, free_after) values ('free', null, 9);
    pragma wal_checkpoint(truncate); vacuum`,
  );
}

test('a flipped bit in any entry of any index is reported, and no whole index is', async () => {
  const file = createFile();
  await fillIndexes(file);
  const database = openSqlite(file);
  const names = database
    .prepare<[], string>("select name from sqlite_schema where type = 'index'")
    .pluck()
    .all();
  const pages = database
    .prepare<[], { name: string; pageno: number }>('select name, pageno from dbstat')
    .all();
  database.close();
  expect(names).toEqual(expect.arrayContaining(['task_creation', 'task_claim', 'push_due']));
  const bytes = readFileSync(file);
  const copyFile = createFile();
  // A copy without a log of writes: nothing else lies beside it.
  bytes[18] = 1;
  bytes[19] = 1;

  async function check(flipped: Buffer): Promise<unknown> {
    writeFileSync(copyFile, flipped);
    const copy = openSqlite(copyFile);
    try {
      return await new IndexCheck(copy).run().catch((error: unknown) => error);
    } finally {
      copy.close();
    }
  }

  expect(await check(bytes)).toBeUndefined();
  const silent: string[] = [];
  for (const name of names) {
    const page = pages.find((candidate) => candidate.name === name)?.pageno ?? 0;
    const start = (page - 1) * PAGE_BYTES;
    expect(bytes.readUInt16BE(start + 3), `entries of ${name}`).toBeGreaterThan(0);
    // Entries stand at the end of a page. The first byte of one is its length: a longer one is read
    // as before.
    const first = start + bytes.readUInt16BE(start + 5);
    const size = bytes[first] ?? 0;
    for (const offset of new Set([1, 2, Math.ceil(size / 2), size - 1, size])) {
      const flipped = Buffer.from(bytes);
      flipped[first + offset] = (flipped[first + offset] ?? 0) ^ (1 << (offset % 8));
      const error = await check(flipped);
      const isReported = error instanceof EngineStorageError && error.message.includes(name);
      if (!isReported) silent.push(`${name}, byte ${offset} of ${size}: ${String(error)}`);
    }
  }
  expect(silent).toEqual([]);
});

test('a repeated message whose key was hidden by a flipped bit begins no second task', async () => {
  const file = createFile();
  const engine = createSqliteEngine({ file });
  // SQLite writes the number 1 into the type of a value, without a byte of its own.
  await engine.create(newTask());
  const tasks = range(60).map((index) => ({
    ...newTask(),
    idempotencyKey: keyOf(`key ${index}`),
  }));
  for (const task of tasks) await engine.create(task);
  await engine.close();
  change(file, 'vacuum');
  const database = openSqlite(file);
  const keys = database
    .prepare<[], Buffer>('select creation_key from task where number > 1 order by number')
    .pluck()
    .all();
  const page = database
    .prepare<[], number>(
      "select pageno from dbstat where name = 'task_creation' and pagetype = 'leaf'",
    )
    .pluck()
    .get();
  database.close();
  const bytes = readFileSync(file);
  const start = ((page ?? 0) - 1) * PAGE_BYTES;
  const [number, at] = keys
    .map((key, index) => [index, bytes.indexOf(key, start)] as const)
    .find(([, place]) => place >= start && place < start + PAGE_BYTES) ?? [0, 0];
  const task = tasks[number];
  if (task === undefined) throw new Error('Expected a task');
  // A bit of the key, and one of the number of the task behind it.
  for (const offset of [0, 9, keys[number]?.length ?? 0]) {
    const flipped = Buffer.from(bytes);
    flipped[at + offset] = (flipped[at + offset] ?? 0) ^ 4;
    writeFileSync(file, flipped);
    const damaged = createSqliteEngine({ file });
    const begin = vi.fn<() => void>();
    const claim = { ...LONG_CLAIM, start: begin };
    const repeated = damaged.create({ ...task, id: newTask().id }, claim);
    await expect(repeated).rejects.toThrow('because the index of the keys of messages');
    // Its run has not begun either: a handler that pays would pay twice.
    expect(begin).not.toHaveBeenCalled();
    await expect(damaged.checkIndexes?.()).rejects.toMatchObject({
      code: 'ENGINE_STORAGE',
      storageCode: 'SQLITE_CORRUPT_INDEX',
      message: expect.stringContaining('tables: task_creation. '),
    });
    await damaged.close();
    change(file, 'reindex');
    const mended = createSqliteEngine({ file });
    expect(await mended.create({ ...task, id: newTask().id })).toMatchObject({
      taskId: task.id,
      created: false,
    });
    await expect(mended.checkIndexes?.()).resolves.toBeUndefined();
    await mended.close();
  }
});

/** Flips one bit in each of 40 copies of a database file. */
test('no flipped bit alters an answer', async () => {
  const file = createFile();
  const leases = await fill(file, 40);
  const engine = createSqliteEngine({ file });
  const tasks = await Promise.all(leases.map((lease) => getTask(engine, lease)));
  await engine.close();
  const bytes = readFileSync(file);
  const altered: string[] = [];
  let refused = 0;
  for (const copy of range(40)) {
    const flipped = Buffer.from(bytes);
    // The flipped bits are spread over the file, after its header of 100 bytes.
    const at = 100 + Math.floor(((bytes.length - 100) * (copy + Math.random())) / 40);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8));
    const other = createFile();
    writeFileSync(other, flipped);
    try {
      const damaged = createSqliteEngine({ file: other });
      for (const [index, { taskId }] of leases.entries()) {
        const found = await damaged.get(SCOPE, taskId).catch(() => undefined);
        if (found === undefined) refused += 1;
        else if (JSON.stringify(found) !== JSON.stringify(tasks[index])) altered.push(`byte ${at}`);
      }
      await damaged.close().catch(() => undefined);
    } catch {
      refused += 1;
    }
  }
  expect(altered).toEqual([]);
  expect(refused).toBeGreaterThan(0);
});
