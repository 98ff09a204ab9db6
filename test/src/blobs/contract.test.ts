import { createPostgresEngine } from '@formwork/postgres';
import { openTestDatabase } from '@formwork/postgres/testing';
import { createFileBlobStore } from '@formwork/runtime';
import type { BlobStore, Lease, NewTaskEvent, TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import {
  describeBlobStore,
  describeTaskArchive,
  type EngineUnderTest,
} from '@formwork/runtime/testing';
import { createS3BlobStore } from '@formwork/s3';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { startS3 } from '../support/start-s3.ts';
import { addTask, toPart } from '../support/task-stores.ts';

const [s3, database] = await Promise.all([startS3(), openTestDatabase()]);
afterAll(async () => {
  await s3.close();
  await database.close();
});

describeBlobStore('createS3BlobStore()', {
  async open() {
    const place = s3.createPlace();
    return {
      store: createS3BlobStore(place),
      another: async () => createS3BlobStore(place),
      close: async () => undefined,
    };
  },
});

describeBlobStore('createS3BlobStore() of a source of credentials', {
  async open() {
    const { credentials, ...place } = s3.createPlace();
    const keys = typeof credentials === 'function' ? await credentials() : credentials;
    return {
      store: createS3BlobStore({ ...place, credentials: async () => keys }),
      close: async () => undefined,
    };
  },
});

const everything: EngineUnderTest = {
  async open() {
    const folder = mkdtempSync(join(process.env['FORMWORK_TEST_FILES'] ?? tmpdir(), 'formwork-'));
    const place = s3.createPlace();
    let time = Date.parse('2026-01-01T00:00:00Z');
    const engines: TaskEngine[] = [];
    function open(): TaskEngine {
      const engine = createSqliteEngine({
        file: join(folder, 'tasks.db'),
        now: () => time,
        pollMs: 2,
        blobStore: createS3BlobStore(place),
        blobsAbove: 0,
      });
      engines.push(engine);
      return engine;
    }
    return {
      engine: open(),
      another: async () => open(),
      async advance(milliseconds) {
        time += milliseconds;
      },
      async close() {
        for (const engine of engines) await engine.close();
        rmSync(folder, { recursive: true });
      },
    };
  },
};

describeTaskArchive('createSqliteEngine() with everything in S3', everything);

test('a PostgreSQL engine knows a wrong prefix, and one without a blob store that some are missing', async () => {
  const { settings, drop } = await database.createPlace();
  const open = (blobStore?: BlobStore): TaskEngine =>
    createPostgresEngine({ ...settings, poolSize: 2, ...(blobStore && { blobStore }) });
  const place = s3.createPlace();
  const engines = [
    open(createS3BlobStore(place)),
    open(createS3BlobStore(s3.createPlace())),
    open(),
  ];
  const [right, wrong, none] = engines;
  await expect(wrong?.checkBlobs?.()).resolves.toBeUndefined();
  if (right !== undefined) await addTask(right, { metadata: { long: 'x'.repeat(300_000) } });
  await expect(right?.checkBlobs?.()).resolves.toBeUndefined();
  for (const engine of [wrong, none]) {
    await expect(engine?.checkBlobs?.()).rejects.toMatchObject({ storageCode: 'BLOBS_ELSEWHERE' });
  }
  for (const engine of engines) await engine.close();
  await drop();
});

function toArtifact(text: string): NewTaskEvent {
  const rest = { name: '', description: '', metadata: undefined, extensions: [] };
  const artifact = { ...rest, artifactId: 'big', parts: [toPart(text)] };
  return { kind: 'artifact', artifact, append: false, lastChunk: true };
}

/** A blob store that deletes the task before it answers, as retention may. */
function deleteFirst(store: BlobStore, remove: () => Promise<unknown>): BlobStore {
  return {
    ...store,
    async get(id) {
      await remove();
      return store.get(id);
    },
  };
}

test.each(['SQLite', 'PostgreSQL'])(
  'a task that is deleted while its blob is read is no damaged task, on %s',
  async (kind) => {
    const folder = makeCliFolder({});
    const { settings, drop } = await database.createPlace();
    const files = createFileBlobStore({ folder: join(folder, 'blobs') });
    const open = (blobStore: BlobStore): TaskEngine =>
      kind === 'SQLite'
        ? createSqliteEngine({ file: join(folder, 'tasks.db'), blobStore })
        : createPostgresEngine({ ...settings, poolSize: 2, blobStore });
    const engine = open(files);
    const reads: readonly ((reader: TaskEngine, lease: Lease) => Promise<unknown>)[] = [
      (reader, { scope, taskId }) => reader.get(scope, taskId),
      (reader, { scope, taskId }) => reader.read(scope, taskId, { after: 0 }),
      (reader, { scope }) => reader.list(scope, { pageSize: 10 }),
      (reader, { scope }) => reader.list(scope, { pageSize: 10, text: 'xx' }),
      (reader, { taskId }) => reader.archive?.export(taskId) ?? Promise.resolve(),
    ];
    const found: unknown[] = [];
    for (const read of reads) {
      const lease = await addTask(engine);
      await engine.append(lease, [toArtifact('x'.repeat(300_000))]);
      const store = deleteFirst(files, async () => {
        await engine.delete(lease.scope, lease.taskId);
        await files.delete((await readdir(join(folder, 'blobs')))[0] ?? 'none');
      });
      const reader = open(store);
      found.push(await read(reader, lease).catch((error: unknown) => error));
      await reader.close();
      await engine.delete(lease.scope, lease.taskId);
    }
    await engine.close();
    await drop();
    const [got, events, page, searched, exported] = found;
    expect([got, exported]).toEqual([undefined, undefined]);
    expect(events).toEqual([]);
    for (const listed of [page, searched]) {
      expect(listed).toMatchObject({ tasks: [] });
      expect(listed).not.toHaveProperty('damaged');
    }
  },
);

describeTaskArchive('createPostgresEngine() with everything in S3', {
  async open() {
    const { settings, advance, drop } = await database.createPlace();
    const blobStore = createS3BlobStore(s3.createPlace());
    const open = (): TaskEngine =>
      createPostgresEngine({ ...settings, poolSize: 2, blobStore, blobsAbove: 0 });
    const engines = [open(), open()] as const;
    return {
      engine: engines[0],
      another: async () => engines[1],
      advance,
      async close() {
        for (const engine of engines) await engine.close();
        await drop();
      },
    };
  },
});
