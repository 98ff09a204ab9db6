import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type BlobStore, createFileBlobStore } from '../../blobs/blob-store.ts';
import { BlobMissingError, LeaseLostError } from '../../errors.ts';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import {
  keyOf,
  artifactEvent,
  createFile,
  createLeased,
  getTask,
  need,
  newTask,
  pieceEvent,
  range,
  readLog,
  SCOPE,
  statusEvent,
  textArtifact,
  textMessage,
  toTexts,
} from '../../testing/samples.ts';
import type { TaskEngine } from '../task-engine.ts';
import { createSqliteEngine, type SqliteEngineOptions } from './create-sqlite-engine.ts';

const BIG = 'ü'.repeat(300_000);
const HOUR_MS = 3_600_000;

function openEngine(options: SqliteEngineOptions): TaskEngine {
  const engine = createSqliteEngine(options);
  onTestFinished(() => engine.close());
  return engine;
}

function listBlobs(file: string): readonly string[] {
  const folder = `${file}-blobs`;
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Returns the size of a database file and its write-ahead log together, in bytes. */
function measure(file: string): number {
  return statSync(file).size + statSync(`${file}-wal`).size;
}

/** Wraps a blob store, so that a test can delay each `put`, or make it fail. */
function createGatedStore(store: BlobStore): BlobStore & { readonly gate: Gate } {
  const gate: Gate = { before: async () => undefined };
  return {
    ...store,
    gate,
    async put(id, bytes) {
      await gate.before();
      await store.put(id, bytes);
    },
  };
}

interface Gate {
  before: () => Promise<void>;
}

test('what is too big for a row is a file, whole and once, and everything reads as before', async () => {
  const file = createFile();
  const engine = openEngine({ file });
  const lease = await createLeased(engine, { message: textMessage(BIG) });
  expect(listBlobs(file)).toHaveLength(1);
  const bytes = Buffer.alloc(400_000, 7);
  const artifact = textArtifact('raw');
  artifact.parts.push({
    content: { $case: 'raw', value: bytes },
    metadata: undefined,
    filename: 'seven.bin',
    mediaType: 'application/octet-stream',
  });
  const before = measure(file);
  await engine.append(lease, [
    artifactEvent(textArtifact('big', BIG)),
    artifactEvent(textArtifact('small', 'few')),
    artifactEvent(artifact),
    { kind: 'memo', position: 0, key: 'step', value: { BIG } },
    statusEvent('completed', 'done'),
  ]);
  expect(listBlobs(file)).toHaveLength(4);
  expect(measure(file) - before).toBeLessThan(BIG.length / 5);

  const other = openEngine({ file });
  const task = await getTask(other, lease);
  expect(task.history[0]?.parts[0]?.content?.value).toBe(BIG);
  expect(toTexts(task.artifacts[0])).toEqual([BIG]);
  expect(task.artifacts[2]?.parts[0]?.content).toEqual({ $case: 'raw', value: bytes });
  expect((await readLog(other, lease)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
  const { tasks } = await other.list(SCOPE, { pageSize: 10 });
  expect(toTexts(tasks[0]?.artifacts[0])).toEqual([BIG]);
});

test('up to the cap all is in rows', async () => {
  const file = createFile();
  const engine = openEngine({ file, blobsAbove: 2_000 });
  const lease = await createLeased(engine);
  await engine.append(lease, [pieceEvent('a', 'x'.repeat(1_500))]);
  expect(existsSync(`${file}-blobs`)).toBe(false);
  await engine.append(lease, [pieceEvent('a', 'x'.repeat(2_000))]);
  expect(listBlobs(file)).toHaveLength(1);
});

test('in memory there are no blobs', async () => {
  const engine = openEngine({ file: ':memory:' });
  const lease = await createLeased(engine);
  await engine.append(lease, [artifactEvent(textArtifact('big', BIG))]);
  expect(toTexts((await getTask(engine, lease)).artifacts[0])).toEqual([BIG]);
  expect(existsSync(':memory:-blobs')).toBe(false);
});

test('deleting and pruning tasks deletes their blobs, and no others', async () => {
  const file = createFile();
  const engine = openEngine({ file });
  const leases = await Promise.all(range(4).map(() => createLeased(engine)));
  for (const lease of leases) {
    await engine.append(lease, [artifactEvent(textArtifact('big', BIG))]);
  }
  expect(listBlobs(file)).toHaveLength(4);
  await engine.delete(SCOPE, need(leases[0]).taskId);
  await expect.poll(() => listBlobs(file).length).toBe(3);
  await engine.append(need(leases[1]), [statusEvent('completed')]);
  await engine.append(need(leases[2]), [statusEvent('completed')]);
  expect(await engine.prune({ keepFinished: 0 })).toBe(2);
  await expect.poll(() => listBlobs(file).length).toBe(1);
  expect(toTexts((await getTask(engine, need(leases[3]))).artifacts[0])).toEqual([BIG]);
});

test('a blob that its store never deletes keeps no other from being deleted', async () => {
  const file = createFile();
  const files = createFileBlobStore({ folder: `${file}-blobs` });
  let stuck: string | undefined;
  const blobStore: BlobStore = {
    ...files,
    async delete(id) {
      stuck ??= id;
      if (id === stuck) throw new Error('It is locked.');
      await files.delete(id);
    },
  };
  const engine = openEngine({ file, blobStore });
  const leases = await Promise.all(range(4).map(() => createLeased(engine)));
  for (const lease of leases) {
    await engine.append(lease, [artifactEvent(textArtifact('big', BIG))]);
  }
  for (const [index, { taskId }] of leases.entries()) {
    await engine.delete(SCOPE, taskId);
    await expect.poll(() => stuck).toBeDefined();
    if (index > 0) await expect.poll(() => listBlobs(file).length).toBe(4 - index);
  }
  expect(listBlobs(file)).toEqual([stuck]);
});

test('blobs count for whom they are kept, also after a restart, until they are deleted', async () => {
  const file = createFile();
  const engine = openEngine({ file });
  const lease = await createLeased(engine, { message: textMessage(BIG) });
  await engine.append(lease, [pieceEvent('a', BIG), pieceEvent('b', 'few'), pieceEvent('a', BIG)]);
  const counted = await engine.countBytes(SCOPE);
  // Two events of one write with the same text share a blob.
  expect(listBlobs(file)).toHaveLength(2);
  expect(counted).toBeGreaterThan(2 * Buffer.byteLength(BIG));
  expect(counted).toBeLessThan(2 * Buffer.byteLength(BIG) + 2_000);
  await engine.close();
  const next = openEngine({ file });
  expect(await next.countBytes(SCOPE)).toBe(counted);
  await next.delete(SCOPE, lease.taskId);
  expect(await next.countBytes(SCOPE)).toBe(0);
});

test('what is refused, or repeated, leaves no blob', async () => {
  const file = createFile();
  const engine = openEngine({ file });
  const fields = { idempotencyKey: keyOf('key'), message: textMessage(BIG) };
  const lease = await createLeased(engine, fields);
  expect(await engine.create(newTask(fields))).toMatchObject({ created: false });
  await engine.append(lease, [statusEvent('completed')]);
  const late = engine.append(lease, [artifactEvent(textArtifact('big', BIG))]);
  await expect(late).rejects.toBeInstanceOf(LeaseLostError);
  await expect.poll(() => listBlobs(file).length).toBe(1);
});

test('a blob that is missing is an error of its own task, and of no other', async () => {
  const file = createFile();
  const engine = openEngine({ file });
  const [lost, kept] = [await createLeased(engine), await createLeased(engine)];
  await engine.append(lost, [artifactEvent(textArtifact('big', BIG))]);
  const [blobId = ''] = listBlobs(file);
  rmSync(join(`${file}-blobs`, blobId));
  const expected = new BlobMissingError(lost.taskId, blobId);
  await expect(engine.get(SCOPE, lost.taskId)).rejects.toThrow(expected);
  await expect(readLog(engine, lost)).rejects.toThrow(expected);
  expect(await getTask(engine, kept)).toMatchObject({ seq: 1 });
  const page = await engine.list(SCOPE, { pageSize: 10 });
  expect(page.tasks.map(({ id }) => id)).toEqual([kept.taskId]);
  expect(await engine.cancel(SCOPE, lost.taskId)).toEqual({ kind: 'requested' });
  expect(await engine.delete(SCOPE, lost.taskId)).toBe(true);
  expect(await engine.get(SCOPE, lost.taskId)).toBeUndefined();
});

test('a blob store that has none of the blobs of tasks is known to be the wrong one', async () => {
  const file = createFile();
  const engine = openEngine({ file });
  await expect(engine.checkBlobs?.()).resolves.toBeUndefined();
  const leases = await Promise.all(range(2).map(() => createLeased(engine)));
  for (const lease of leases) {
    await engine.append(lease, [artifactEvent(textArtifact('big', BIG))]);
  }
  const blobStore = createFileBlobStore({ folder: `${file}-elsewhere` });
  const elsewhere = openEngine({ file, blobStore });
  await expect(elsewhere.checkBlobs?.()).rejects.toMatchObject({
    storageCode: 'BLOBS_ELSEWHERE',
    blobId: expect.any(String),
  });
  const [first = '', second = ''] = listBlobs(file);
  rmSync(join(`${file}-blobs`, first));
  await expect(engine.checkBlobs?.()).resolves.toBeUndefined();
  rmSync(join(`${file}-blobs`, second));
  await expect(engine.checkBlobs?.()).rejects.toMatchObject({ storageCode: 'BLOBS_ELSEWHERE' });
  for (const { taskId } of leases) await engine.delete(SCOPE, taskId);
  await expect(engine.checkBlobs?.()).resolves.toBeUndefined();
});

test('tasks that are deleted while a check looks for their blobs say nothing', async () => {
  const file = createFile();
  const engine = openEngine({ file });
  const { taskId } = await createLeased(engine, { message: textMessage(BIG) });
  const files = createFileBlobStore({ folder: `${file}-blobs` });
  const blobStore: BlobStore = {
    ...files,
    async get(id) {
      await engine.delete(SCOPE, taskId);
      return files.get(id);
    },
  };
  await expect.poll(() => openEngine({ file, blobStore }).checkBlobs?.()).toBeUndefined();
});

test('a page of tasks that cannot be read does not end the list', async () => {
  const file = createFile();
  let time = Date.parse('2026-01-01T00:00:00Z');
  const engine = openEngine({ file, now: () => (time += 1) });
  const readable = await createLeased(engine);
  await createLeased(engine, { message: textMessage(BIG) });
  for (const blobId of listBlobs(file)) {
    rmSync(join(`${file}-blobs`, blobId));
  }
  const first = await engine.list(SCOPE, { pageSize: 1 });
  expect(first).toMatchObject({ tasks: [], totalSize: 2 });
  const pageToken = need(first.nextPageToken);
  const second = await engine.list(SCOPE, { pageSize: 1, pageToken });
  expect(second.tasks.map(({ id }) => id)).toEqual([readable.taskId]);
});

test('writes to a task stay in order while a blob takes its time, and other tasks go on', async () => {
  const file = createFile();
  const store = createGatedStore(createFileBlobStore({ folder: `${file}-blobs` }));
  const engine = openEngine({ file, blobStore: store });
  const [slow, quick] = [await createLeased(engine), await createLeased(engine)];
  let open = (): void => undefined;
  const opening = new Promise<void>((resolve) => {
    open = resolve;
  });
  store.gate.before = () => opening;
  const writes = [
    engine.append(slow, [pieceEvent('a', BIG)]),
    engine.append(slow, [pieceEvent('a', 'second')]),
    engine.append(slow, [statusEvent('completed')]),
  ];
  await engine.append(quick, [pieceEvent('a', 'free')]);
  expect(await getTask(engine, slow)).toMatchObject({ seq: 1 });
  open();
  expect(await Promise.all(writes)).toEqual([2, 3, 4]);
  expect(toTexts((await getTask(engine, slow)).artifacts[0])).toEqual([BIG, 'second']);
});

test('a blob store that fails makes the write fail, and the next one works', async () => {
  const file = createFile();
  const store = createGatedStore(createFileBlobStore({ folder: `${file}-blobs` }));
  const engine = openEngine({ file, blobStore: store });
  const lease = await createLeased(engine);
  store.gate.before = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  await expect(engine.append(lease, [pieceEvent('a', BIG)])).rejects.toMatchObject({
    code: 'ENGINE_STORAGE',
    storageCode: 'ENOSPC',
    cause: { message: 'full' },
  });
  store.gate.before = async () => undefined;
  expect(await engine.append(lease, [pieceEvent('a', BIG)])).toBe(2);
  await expect.poll(() => listBlobs(file).length).toBe(1);
});

test('closing waits for blobs that are being written', async () => {
  const file = createFile();
  const engine = createSqliteEngine({ file });
  const lease = await createLeased(engine);
  const writing = engine.append(lease, [pieceEvent('a', BIG)]);
  await Promise.resolve();
  await engine.close();
  expect(await writing).toBe(2);
  expect(toTexts((await getTask(openEngine({ file }), lease)).artifacts[0])).toEqual([BIG]);
});

test('what a process that died has left is swept by a later one, and nothing that is in use', async () => {
  const file = createFile();
  let time = Date.parse('2026-01-01T00:00:00Z');
  const before = createSqliteEngine({ file, now: () => time });
  const lease = await createLeased(before);
  await before.append(lease, [pieceEvent('a', BIG)]);
  await before.close();
  const [used = ''] = listBlobs(file);
  // Three blobs without a task: one half written, one complete, and one whose task was deleted.
  const database = openSqlite(file);
  const insert = database.prepare(
    'insert into blob (id, task_number, free_after) values (?, null, ?)',
  );
  for (const [id, freeAfter] of [
    ['half', time + HOUR_MS],
    ['whole', time + HOUR_MS],
    ['deleted', 0],
  ]) {
    insert.run(id, freeAfter);
    writeFileSync(join(`${file}-blobs`, id === 'half' ? 'half.part' : String(id)), 'bytes');
  }
  database.close();

  const soon = createSqliteEngine({ file, now: () => time });
  await soon.get(SCOPE, 'any');
  await expect
    .poll(() => listBlobs(file).toSorted())
    .toEqual([used, 'half.part', 'whole'].toSorted());
  await soon.close();
  time += HOUR_MS;
  const later = openEngine({ file, now: () => time });
  expect(toTexts((await getTask(later, lease)).artifacts[0])).toEqual([BIG]);
  await expect.poll(() => listBlobs(file)).toEqual([used]);
  expect(readFileSync(join(`${file}-blobs`, used), 'utf8')).toContain(BIG);
});

test('a blob that came too late does not come back to life', async () => {
  const file = createFile();
  let time = Date.parse('2026-01-01T00:00:00Z');
  const store = createGatedStore(createFileBlobStore({ folder: `${file}-blobs` }));
  const engine = openEngine({ file, blobStore: store, now: () => time });
  const other = openEngine({ file, now: () => time });
  const lease = await createLeased(engine);
  const gone = await createLeased(other);
  store.gate.before = async () => {
    time += HOUR_MS;
    await other.delete(SCOPE, gone.taskId);
    await expect.poll(() => countBlobRows(file)).toBe(0);
  };
  await expect(engine.append(lease, [pieceEvent('a', BIG)])).rejects.toMatchObject({
    storageCode: 'BLOB_EXPIRED',
  });
  expect(await getTask(engine, lease)).toMatchObject({ seq: 1 });
});

function countBlobRows(file: string): unknown {
  const database = openSqlite(file, { readonly: true });
  try {
    return database.prepare('select count(*) from blob').pluck().get();
  } finally {
    database.close();
  }
}

test.each([-1, Number.NaN])('refuses blobsAbove %d', (blobsAbove) => {
  expect(() => createSqliteEngine({ file: createFile(), blobsAbove })).toThrow(
    'Cannot create an SQLite engine because blobsAbove must be a number from 0',
  );
});
