import {
  chmodSync,
  copyFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type BlobStore, createFileBlobStore } from '../../blobs/blob-store.ts';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import {
  createFile,
  createLeased,
  getTask,
  LONG_CLAIM,
  newTask,
  pieceEvent,
  range,
  readLog,
  SCOPE,
  statusEvent,
  textMessage,
} from '../../testing/samples.ts';
import type { TaskEngine } from '../task-engine.ts';
import { createEngineOver } from './create-engine-over.ts';
import { createSqliteEngine } from './create-sqlite-engine.ts';
import { STEPS_BEFORE_RELEASE } from './migration-steps.ts';
import { openDatabase } from './open-database.ts';

const FULL = { name: 'EngineStorageError', code: 'ENGINE_STORAGE', storageCode: 'SQLITE_FULL' };
const BIG = 'x'.repeat(200_000);

interface Limited {
  readonly engine: TaskEngine;
  /** Lets the database file grow by the given number of bytes. */
  readonly allow: (bytes: number) => void;
  readonly database: SqliteDatabase;
}

async function openLimited(): Promise<Limited> {
  const opened = openDatabase(createFile());
  const engine = createEngineOver(opened, {
    pollMs: 20,
    now: Date.now,
    blobStore: undefined,
    blobsAbove: Infinity,
  });
  onTestFinished(() => engine.close());
  await engine.list(SCOPE, { pageSize: 1 });
  const { database } = opened;
  return {
    engine,
    database,
    allow(bytes) {
      const pages = Number(database.pragma('page_count', { simple: true }));
      const size = Number(database.pragma('page_size', { simple: true }));
      database.pragma(`max_page_count = ${pages + Math.ceil(bytes / size)}`);
    },
  };
}

test('an engine on a full disk refuses, keeps what it has, and works again once there is room', async () => {
  const { engine, allow } = await openLimited();
  const lease = await createLeased(engine);
  await engine.append(lease, [pieceEvent('a', 'before')]);
  allow(20_000);
  const writing = engine.append(lease, [pieceEvent('a', 'half'), pieceEvent('a', BIG)]);
  await expect(writing).rejects.toMatchObject(FULL);
  await expect(writing).rejects.toHaveProperty('cause.code', 'SQLITE_FULL');
  const creating = engine.create({ ...newTask(), metadata: { BIG } });
  await expect(creating).rejects.toMatchObject(FULL);
  expect(await getTask(engine, lease)).toMatchObject({ seq: 2 });
  expect((await engine.list(SCOPE, { pageSize: 10 })).totalSize).toBe(1);

  allow(1_000_000);
  expect(await engine.append(lease, [pieceEvent('a', BIG)])).toBe(3);
  allow(0);
  await expect(engine.append(lease, [pieceEvent('a', BIG)])).rejects.toMatchObject(FULL);
  expect(await readLog(engine, lease)).toHaveLength(3);
});

test('an engine on a full disk has room again after delete()', async () => {
  const { engine, allow } = await openLimited();
  const [old, young] = [await createLeased(engine), await createLeased(engine)];
  await engine.append(old, [pieceEvent('a', BIG), statusEvent('completed')]);
  allow(0);
  await expect(engine.append(young, [pieceEvent('a', BIG)])).rejects.toMatchObject(FULL);
  expect(await engine.delete(SCOPE, old.taskId)).toBe(true);
  expect(await engine.append(young, [pieceEvent('a', BIG)])).toBe(2);
});

test('an append that does not fit on the disk does not keep others from it', async () => {
  const { engine, allow } = await openLimited();
  const leases = await Promise.all(range(6).map(() => createLeased(engine)));
  allow(30_000);
  const outcomes = await Promise.allSettled(
    leases.map((lease, index) =>
      engine.append(lease, [pieceEvent('a', index % 2 === 0 ? 'small' : BIG)]),
    ),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(
    leases.map((_, index) => (index % 2 === 0 ? 'fulfilled' : 'rejected')),
  );
  const tasks = await Promise.all(leases.map((lease) => getTask(engine, lease)));
  expect(tasks.map(({ seq }) => seq)).toEqual([2, 1, 2, 1, 2, 1]);
});

test('a cancellation that is stored is not refused when it is asked for again and nothing can be written', async () => {
  const { engine, database } = await openLimited();
  const lease = await createLeased(engine);
  const other = await createLeased(engine);
  expect(await engine.cancel(SCOPE, lease.taskId)).toEqual({ kind: 'requested' });
  database.exec(`
    create temp trigger refuse before update on main.task begin select raise(abort, 'no room'); end
  `);
  expect(await engine.cancel(SCOPE, lease.taskId)).toEqual({ kind: 'requested' });
  await expect(engine.cancel(SCOPE, other.taskId)).rejects.toMatchObject({
    code: 'ENGINE_STORAGE',
    mayBeStored: false,
  });
});

test('createSqliteEngine() refuses what is no database, and a folder that is not there', () => {
  const file = createFile();
  writeFileSync(file, 'not a database, but long enough to be taken for one'.repeat(100));
  expect(() => createSqliteEngine({ file })).toThrow(
    expect.objectContaining({
      code: 'ENGINE_STORAGE',
      storageCode: 'SQLITE_NOTADB',
      message: `Cannot open the file of the task engine because it is not an SQLite database that can be read and written: ${file} (SQLITE_NOTADB)`,
    }),
  );
  expect(() => createSqliteEngine({ file: join(file, 'missing', 'tasks.db') })).toThrow(
    expect.objectContaining({
      code: 'ENGINE_STORAGE',
      storageCode: 'SQLITE_CANTOPEN',
      message: `Cannot open the file of the task engine because its folder does not exist: ${join(file, 'missing')}`,
    }),
  );
});

test('createSqliteEngine() says that a file that was cut is damaged', async () => {
  const file = createFile();
  const engine = createSqliteEngine({ file });
  await engine.create(newTask());
  await engine.close();
  truncateSync(file, 8192);
  expect(() => createSqliteEngine({ file })).toThrow(
    expect.objectContaining({
      message: `Cannot open the file of the task engine because the file is damaged: ${file} (SQLITE_CORRUPT). Restore a backup of it, or name another file.`,
    }),
  );
});

test('createSqliteEngine() makes its file, and those beside it, for their owner only, and takes one that exists from others', async () => {
  // With this umask, which most systems have, other users may read new files by default.
  const umask = process.umask(0o022);
  onTestFinished(() => void process.umask(umask));
  const file = createFile();
  const modes = (): readonly number[] =>
    [file, `${file}-wal`, `${file}-shm`].map((path) => statSync(path).mode & 0o777);
  const first = createSqliteEngine({ file });
  await first.create(newTask());
  expect(modes()).toEqual([0o600, 0o600, 0o600]);
  await first.close();
  chmodSync(file, 0o640);
  const second = createSqliteEngine({ file });
  onTestFinished(() => second.close());
  await second.create(newTask());
  expect(modes()).toEqual([0o600, 0o600, 0o600]);
});

test('createSqliteEngine() refuses a file that a newer program has changed, and leaves it alone', async () => {
  const file = createFile();
  const engine = createSqliteEngine({ file });
  await engine.create(newTask());
  await engine.close();
  const database = openSqlite(file);
  const add = 'insert into formwork_migration (name, timestamp) values (?, ?)';
  database.prepare(add).run('9999-newer', '2999-01-01T00:00:00.000Z');
  database.close();
  expect(() => createSqliteEngine({ file })).toThrow(
    expect.objectContaining({
      name: 'EngineSchemaUnknownError',
      code: 'ENGINE_SCHEMA_UNKNOWN',
      migrations: ['9999-newer'],
    }),
  );
});

test('a store whose tables were made step by step is opened without another migration', async () => {
  const file = createFile();
  const before = createSqliteEngine({ file });
  const { taskId } = await before.create(newTask());
  await before.close();
  const database = openSqlite(file);
  onTestFinished(() => database.close());
  database.exec('delete from formwork_migration');
  const add = database.prepare("insert into formwork_migration (name, timestamp) values (?, '')");
  for (const step of STEPS_BEFORE_RELEASE) add.run(step);
  const engine = createSqliteEngine({ file });
  onTestFinished(() => engine.close());
  expect(await engine.get(SCOPE, taskId)).toMatchObject({ id: taskId });
  expect(await engine.create(newTask())).toMatchObject({ created: true });
  const names = database.prepare('select name from formwork_migration order by name').pluck().all();
  expect(names).toEqual(STEPS_BEFORE_RELEASE);
});

test('an engine whose tables cannot be made says so to every caller', async () => {
  const file = createFile();
  const database = openSqlite(file);
  database.exec('create table task (something text)');
  database.close();
  const engine = createSqliteEngine({ file });
  await expect(engine.create(newTask())).rejects.toMatchObject({ code: 'ENGINE_STORAGE' });
  await expect(engine.claim(LONG_CLAIM, 1)).rejects.toMatchObject({ code: 'ENGINE_STORAGE' });
  await engine.close();
});

test.each(['', ' '])('createSqliteEngine() refuses the path %j', (file) => {
  expect(() => createSqliteEngine({ file })).toThrow(TypeError);
});

test.each([0, -1, 1.5, Number.NaN])(
  'createSqliteEngine() refuses to poll every %d ms',
  (pollMs) => {
    expect(() => createSqliteEngine({ file: ':memory:', pollMs })).toThrow(RangeError);
  },
);

test.each([
  { fault: 'deleted', suffix: '', value: 'nothing', breakIt: (file: string) => rmSync(file) },
  {
    fault: 'replaced by a copy',
    suffix: '',
    value: 'another file',
    breakIt(file: string) {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
  },
  { fault: 'left without its log', suffix: '-wal', value: 'nothing', breakIt: rmSync },
  { fault: 'left without its shared memory', suffix: '-shm', value: 'nothing', breakIt: rmSync },
])(
  'an engine whose file was $fault acknowledges nothing more',
  async ({ suffix, value, breakIt }) => {
    const file = createFile();
    const engine = createSqliteEngine({ file });
    onTestFinished(() => engine.close());
    const lease = await createLeased(engine);
    breakIt(`${file}${suffix}`);
    const gone = {
      code: 'ENGINE_STORAGE',
      storageCode: 'FILE_REPLACED',
      message: expect.stringContaining(
        `${file}${suffix} is no longer the file that was opened: ${value} is there`,
      ),
    };
    await expect(engine.create(newTask())).rejects.toMatchObject(gone);
    await expect(engine.append(lease, [pieceEvent('a', 'b')])).rejects.toMatchObject(gone);
    await expect(engine.get(SCOPE, lease.taskId)).rejects.toMatchObject(gone);
    await expect(engine.list(SCOPE, { pageSize: 1 })).rejects.toMatchObject(gone);
    await expect(engine.claim(LONG_CLAIM, 1)).rejects.toMatchObject(gone);
  },
);

test('an engine whose file was moved away and back goes on', async () => {
  const file = createFile();
  const engine = createSqliteEngine({ file });
  onTestFinished(() => engine.close());
  const lease = await createLeased(engine);
  renameSync(file, `${file}.away`);
  await expect(engine.claim(LONG_CLAIM, 1)).rejects.toMatchObject({ code: 'ENGINE_STORAGE' });
  await expect(engine.get(SCOPE, lease.taskId)).rejects.toMatchObject({ code: 'ENGINE_STORAGE' });
  // The cancellation was written to the moved file, and counts now that the file is back.
  const canceling = engine.cancel(SCOPE, lease.taskId);
  await expect(canceling).rejects.toMatchObject({ code: 'ENGINE_STORAGE', mayBeStored: true });
  renameSync(`${file}.away`, file);
  expect(await engine.append(lease, [pieceEvent('a', 'b')])).toBe(2);
  expect(await engine.renew([lease], 1_000)).toEqual({ lost: [], cancel: [lease.taskId] });
});

test('bytes that arrive after their write has failed are deleted', async () => {
  const long = 'ü'.repeat(300_000);
  const file = createFile();
  const folder = `${file}-blobs`;
  let time = Date.parse('2026-01-01T00:00:00Z');
  const files = createFileBlobStore({ folder });
  const late: (() => Promise<void>)[] = [];
  const blobStore: BlobStore = {
    ...files,
    async put(id, bytes) {
      const copy = Buffer.from(bytes);
      late.push(() => files.put(id, copy));
      throw new Error('no answer');
    },
  };
  const engine = createSqliteEngine({ file, blobStore, now: () => time });
  onTestFinished(() => engine.close());
  const lease = await createLeased(engine);
  await expect(engine.append(lease, [pieceEvent('a', long)])).rejects.toThrow('no answer');
  const other = createSqliteEngine({ file, now: () => time });
  onTestFinished(() => other.close());
  const { taskId } = await createLeased(other, { message: textMessage(long) });
  await other.delete(SCOPE, taskId);
  await expect.poll(() => readdirSync(folder)).toEqual([]);
  for (const arrive of late) await arrive();
  expect(readdirSync(folder)).toHaveLength(1);
  time += 3_600_000;
  const next = await createLeased(other, { message: textMessage(long) });
  await other.delete(SCOPE, next.taskId);
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});
