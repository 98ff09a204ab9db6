import { BlobMissingError, LeaseLostError } from '@formwork/runtime';
import type { Lease, NewTaskEvent, TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createS3BlobStore, type S3BlobStoreOptions } from '@formwork/s3';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeCliFolder } from '../support/cli-folder.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { startFreezingProxy } from '../support/freezing-proxy.ts';
import { startS3, type TestS3 } from '../support/start-s3.ts';
import { addTask, toPart, toStatus } from '../support/task-stores.ts';

const s3 = await startS3();
afterAll(() => s3.close());

const BIG = 'x'.repeat(5_000_000);
const LONG = 'x'.repeat(500_000);

interface Opened {
  readonly engine: TaskEngine;
  readonly file: string;
}

/** Opens an SQLite engine that keeps its blobs in a test bucket. */
function openEngine(
  place: S3BlobStoreOptions,
  { file = join(makeCliFolder({}), 'tasks.sqlite'), now = Date.now } = {},
): Opened {
  const engine = createSqliteEngine({ file, now, blobStore: createS3BlobStore(place) });
  onTestFinished(() => engine.close());
  return { engine, file };
}

function toArtifact(text: string): NewTaskEvent {
  const artifact = {
    artifactId: 'big',
    name: '',
    description: '',
    parts: [toPart(text)],
    metadata: undefined,
    extensions: [],
  };
  return { kind: 'artifact', artifact, append: false, lastChunk: true };
}

async function readText(engine: TaskEngine, { scope, taskId }: Lease): Promise<unknown> {
  const found = await engine.get(scope, taskId);
  return found?.artifacts[0]?.parts[0]?.content?.value;
}

test('an artifact of 5 MB is one object, which another engine reads and a deletion removes', async () => {
  const place = s3.createPlace();
  const { engine, file } = openEngine(place);
  const lease = await addTask(engine);
  await engine.append(lease, [toArtifact(BIG)]);
  expect(s3.list(place.prefix)).toHaveLength(1);
  await engine.close();
  const { engine: next } = openEngine(place, { file });
  expect(await readText(next, lease)).toBe(BIG);
  await next.delete(lease.scope, lease.taskId);
  await expect.poll(() => s3.list(place.prefix)).toEqual([]);
});

test('a write that is refused leaves no object', async () => {
  const place = s3.createPlace();
  const { engine } = openEngine(place);
  const lease = await addTask(engine);
  await engine.append(lease, [toStatus('completed')]);
  const late = engine.append(lease, [toArtifact(BIG)]);
  await expect(late).rejects.toBeInstanceOf(LeaseLostError);
  await expect.poll(() => s3.list(place.prefix)).toEqual([]);
});

test('an object that is gone, or was changed, is an error of its task and of no other', async () => {
  const place = s3.createPlace();
  const { engine } = openEngine(place);
  const lost = await addTask(engine);
  const kept = await addTask(engine);
  await engine.append(lost, [toArtifact(BIG)]);
  const [id = ''] = s3.list(place.prefix);
  const path = s3.pathOf(place.prefix, id);
  const bytes = readFileSync(path);
  bytes[3_000] = 'y'.charCodeAt(0);
  writeFileSync(path, bytes);
  await expect(engine.get(lost.scope, lost.taskId)).rejects.toMatchObject({
    code: 'TASK_DAMAGED',
    message: expect.stringContaining(`its blob ${id} is damaged`),
  });
  rmSync(path);
  const expected = new BlobMissingError(lost.taskId, id);
  await expect(engine.get(lost.scope, lost.taskId)).rejects.toThrow(expected);
  expect(await engine.get(kept.scope, kept.taskId)).toBeDefined();
  expect(await engine.delete(lost.scope, lost.taskId)).toBe(true);
});

/** Faults of an S3 server: the expected error code, and a function that prepares the fault. */
const FAULTS: readonly (readonly [
  string,
  (own: TestS3) => Promise<{
    readonly endpoint: string;
    readonly begin: () => Promise<void> | void;
    readonly end: () => Promise<void> | void;
  }>,
])[] = [
  [
    'S3_UNREACHABLE',
    // A proxy holds the port, which another program could take if the server itself stopped.
    async ({ endpoint }) => {
      const proxy = await startCuttingProxy(endpoint);
      return {
        endpoint: proxy.url,
        begin() {
          proxy.refuse(true);
          proxy.cut();
        },
        end: () => proxy.refuse(false),
      };
    },
  ],
  [
    'S3_TIMEOUT',
    async ({ endpoint }) => {
      const proxy = await startFreezingProxy(Number(new URL(endpoint).port));
      onTestFinished(() => proxy.close());
      return {
        endpoint: `http://127.0.0.1:${proxy.port}`,
        begin: () => proxy.freeze(),
        end: () => proxy.thaw(),
      };
    },
  ],
];

test.each(FAULTS)('%s fails the write within the time, and the next one works', async (...row) => {
  const [code, prepare] = row;
  const own = await startS3();
  onTestFinished(() => own.close());
  const { endpoint, begin, end } = await prepare(own);
  const place = { ...own.createPlace(), endpoint, timeoutMs: 3_000, retries: 1 };
  const { engine, file } = openEngine(place);
  const lease = await addTask(engine);
  const gone = await addTask(engine);
  await engine.append(gone, [toArtifact(LONG)]);
  await begin();
  await expect(engine.append(lease, [toArtifact(LONG)])).rejects.toMatchObject({
    code: 'ENGINE_STORAGE',
    storageCode: code,
    mayBeStored: false,
    cause: { code, message: expect.stringContaining(endpoint) },
  });
  await expect(engine.get(gone.scope, gone.taskId)).rejects.toMatchObject({ storageCode: code });
  // Operations that need no bytes of a blob do not need the server.
  expect(await engine.append(lease, [toStatus('working')])).toBe(2);
  expect(await engine.delete(gone.scope, gone.taskId)).toBe(true);
  await end();
  expect(await engine.append(lease, [toArtifact(LONG)])).toBe(3);
  expect(await readText(engine, lease)).toBe(LONG);
  await engine.close();
  // The engine retries deletions that failed one hour after it announced them.
  const later = Date.now() + 2 * 3_600_000;
  const { engine: next } = openEngine(place, { file, now: () => later });
  expect(await readText(next, lease)).toBe(LONG);
  await expect.poll(() => own.list(place.prefix)).toHaveLength(1);
});
