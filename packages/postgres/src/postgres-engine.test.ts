import {
  describeTaskArchive,
  describeTaskEngine,
  type EngineStorage,
} from '@formwork/runtime/testing';
import { createFileBlobStore, type TaskEngine } from '@formwork/runtime';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createPostgresEngine, type PostgresEngineOptions } from './create-postgres-engine.ts';
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase | undefined;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(async () => {
  await database?.close();
});

describeTaskEngine('createPostgresEngine() on a schema', {
  open: () => openStorage(),
  async openAlone() {
    const { another: _, ...storage } = await openStorage();
    return storage;
  },
});

describeTaskArchive('createPostgresEngine() twice on a schema', { open: () => openStorage() });

describeTaskArchive('createPostgresEngine() with everything in blobs', {
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
    const blobStore = createFileBlobStore({ folder });
    const storage = await openStorage({ blobStore, blobsAbove: 0 });
    return {
      ...storage,
      async close() {
        await storage.close();
        rmSync(folder, { recursive: true });
      },
    };
  },
});

async function openStorage(
  options: Pick<PostgresEngineOptions, 'blobStore' | 'blobsAbove'> = {},
): Promise<EngineStorage> {
  if (database === undefined) throw new Error('There is no database.');
  const place = await database.createPlace();
  const engines: TaskEngine[] = [];
  function open(): TaskEngine {
    const engine = createPostgresEngine({
      ...place.settings,
      poolSize: 6,
      hintDelayMs: 1,
      ...options,
    });
    engines.push(engine);
    return engine;
  }
  return {
    engine: open(),
    another: async () => open(),
    advance: (milliseconds) => place.advance(milliseconds),
    async close() {
      await Promise.all(engines.map((engine) => engine.close()));
      await place.drop();
    },
  };
}
