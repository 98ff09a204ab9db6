import { createPostgresEngine } from '@formwork/postgres';
import { openTestDatabase } from '@formwork/postgres/testing';
import { createS3BlobStore } from '@formwork/s3';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import type { BlobStore, TaskEngine } from '@formwork/runtime';
import {
  describeBlobStore,
  describeTaskArchive,
  type EngineUnderTest,
} from '@formwork/runtime/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startS3 } from '../support/start-s3.ts';
import { addTask } from '../support/task-stores.ts';

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
