import { describeTaskArchive, describeTaskEngine } from '@formwork/runtime/testing';
import { createFileBlobStore, type NewTask, type Scope } from '@formwork/runtime';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
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

test('a task that has been read is read anew after the database went back to an earlier state', async () => {
  const { url, query } = database;
  const engine = createPostgresEngine({ url, schema: 'gone_back' });
  onTestFinished(() => engine.close());
  const [id, scope] = ['a', 'ada' as Scope];
  const message = JSON.parse(
    '{"messageId":"m","contextId":"","taskId":"","role":1,"parts":[],"extensions":[],"referenceTaskIds":[]}',
  ) as NewTask['message'];
  await engine.create({
    id,
    scope,
    contextId: 'context',
    message,
    metadata: {},
    invocation: { kind: 'text', text: 'text', acceptedOutputModes: [] },
  });
  const leases = await engine.claim({ worker: 'w', ttlMs: 60_000 }, 1);
  for (const lease of leases) await engine.append(lease, [{ kind: 'status', state: 'completed' }]);
  expect((await engine.get(scope, id))?.state).toBe('completed');
  await query('delete from gone_back.event where seq > 0');
  await query(`update gone_back.task set seq = 0, state = 'submitted'`);
  expect((await engine.get(scope, id))?.state).toBe('submitted');
  await query('update gone_back.task set seq = 2');
  await expect(engine.get(scope, id)).rejects.toThrow('damaged');
});
