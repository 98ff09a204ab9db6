import {
  createFileBlobStore,
  type NewTask,
  type NewTaskEvent,
  type Scope,
  type TaskEngine,
} from '@formwork/runtime';
import { encodeEvent } from '@formwork/runtime/internal';
import { describeTaskArchive, describeTaskEngine } from '@formwork/runtime/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPostgresEngine } from './create-postgres-engine.ts';
import { openTestDatabase, type EngineShelf, type TestDatabase } from './testing/test-database.ts';

const SCOPE = 'ada' as Scope;

let database: TestDatabase;
let plain: EngineShelf;
let blobs: EngineShelf;
const folder = mkdtempSync(join(tmpdir(), 'formwork-'));

beforeAll(async () => {
  database = await openTestDatabase();
  const common = { url: database.url, poolSize: 6, hintDelayMs: 1 };
  plain = database.createTestEngines((schema) => createPostgresEngine({ ...common, schema }));
  const blobStore = createFileBlobStore({ folder });
  blobs = database.createTestEngines((schema) =>
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

test('a task is read anew whose last event was replaced when a standby took over', async () => {
  const { url, query } = database;
  const engine = createPostgresEngine({ url, schema: 'failed_over' });
  onTestFinished(() => engine.close());
  await createTask(engine);
  const claimed = await engine.claim({ worker: 'w', ttlMs: 60_000 }, 1);
  for (const lease of claimed) await engine.append(lease, [toEvent('lost')]);
  const listArtifacts = async () => {
    const task = await engine.get(SCOPE, 'a');
    return task?.artifacts.map(({ artifactId }) => artifactId);
  };
  expect(await listArtifacts()).toEqual(['lost']);
  const { text } = encodeEvent(toEvent('kept'));
  await query(`update failed_over.event set time = time + 1, body = '${text}'
    where seq = (select seq from failed_over.task)`);
  expect(await listArtifacts()).toEqual(['kept']);
  const added = encodeEvent(toEvent('added'));
  await query(`update failed_over.event set time = time + 1 where seq > 0`);
  await query(`insert into failed_over.event (task_number, seq, time, body)
    select number, seq + 1, event_time + 3, '${added.text}' from failed_over.task`);
  await query('update failed_over.task set seq = seq + 1');
  expect(await listArtifacts()).toEqual(['kept', 'added']);
});

test('a task that has been read is read anew after the database went back to an earlier state', async () => {
  const { url, query } = database;
  const engine = createPostgresEngine({ url, schema: 'gone_back' });
  onTestFinished(() => engine.close());
  await createTask(engine);
  const leases = await engine.claim({ worker: 'w', ttlMs: 60_000 }, 1);
  for (const lease of leases) await engine.append(lease, [{ kind: 'status', state: 'completed' }]);
  expect((await engine.get(SCOPE, 'a'))?.state).toBe('completed');
  await query('delete from gone_back.event where seq > 0');
  await query(`update gone_back.task set seq = 0, state = 'submitted'`);
  expect((await engine.get(SCOPE, 'a'))?.state).toBe('submitted');
  await query('update gone_back.task set seq = 2');
  await expect(engine.get(SCOPE, 'a')).rejects.toThrow('damaged');
});

/** Creates the task `a` of Ada, which only text was sent for. */
async function createTask(engine: TaskEngine): Promise<void> {
  const message = JSON.parse(
    '{"messageId":"m","contextId":"","taskId":"","role":1,"parts":[],"extensions":[],"referenceTaskIds":[]}',
  ) as NewTask['message'];
  await engine.create({
    id: 'a',
    scope: SCOPE,
    contextId: 'context',
    message,
    metadata: {},
    invocation: { kind: 'text', text: 'text', acceptedOutputModes: [] },
  });
}

/** Makes an event that adds an artifact without parts. */
function toEvent(artifactId: string): NewTaskEvent {
  const artifact = { artifactId, name: '', description: '', parts: [], extensions: [] };
  return {
    kind: 'artifact',
    artifact: { ...artifact, metadata: undefined },
    append: false,
    lastChunk: true,
  };
}
