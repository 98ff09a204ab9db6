import { describeTaskArchive, describeTaskEngine } from '@formwork/runtime/testing';
import { createFileBlobStore } from '@formwork/runtime';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createPostgresEngine } from './create-postgres-engine.ts';
import { openTestDatabase, type EngineShelf, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
let plain: EngineShelf;
let blobs: EngineShelf;
const folder = mkdtempSync(join(tmpdir(), 'formwork-'));

beforeAll(async () => {
  database = await openTestDatabase();
  const common = { url: database.url, poolSize: 6, hintDelayMs: 1 };
  plain = database.createShelf((schema) => createPostgresEngine({ ...common, schema }));
  const blobStore = createFileBlobStore({ folder });
  blobs = database.createShelf((schema) =>
    createPostgresEngine({ ...common, schema, blobStore, blobsAbove: 0 }),
  );
});

afterAll(async () => {
  await Promise.all([plain.close(), blobs.close()]);
  await database.close();
  rmSync(folder, { recursive: true });
});

describeTaskEngine('createPostgresEngine() on a schema, two in turns', {
  open: () => plain.lend(),
  inTurns: true,
  async openAlone() {
    const { another: _, ...storage } = await plain.lend();
    return storage;
  },
});

describeTaskArchive('createPostgresEngine() twice on a schema', { open: () => plain.lend() });

describeTaskArchive('createPostgresEngine() with everything in blobs', {
  open: () => blobs.lend(),
});
