import type { Scope } from '@formwork/runtime';
import type { Lease, TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { followTests, onTestFinished } from '../support/test-end.ts';
import { startChild } from './start-child.ts';

followTests();

/** The time of a lease in milliseconds, which runs out only when the test moves the clock. */
const LEASE_MS = 600_000;

interface Acknowledged {
  readonly taskId: string;
  readonly seq: number;
}

function createFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'tasks.db');
}

function openEngine(file: string): TaskEngine {
  const engine = createSqliteEngine({ file });
  onTestFinished(() => engine.close());
  return engine;
}

test.for([1, 2, 3, 4, 5])(
  'createSqliteEngine() makes a new file ready when two processes open it at once: round %i',
  async (_round, { expect }) => {
    const file = createFile();
    const children = await Promise.all([
      startChild('sqlite-child', file),
      startChild('sqlite-child', file),
    ]);
    for (const child of children) child.send('create');
    const answers = await Promise.all(children.map((child) => child.next()));
    const expected = { epoch: 1, attempt: 1, scope: 'alice' };
    expect(answers).toMatchObject([expected, expected]);
    const { totalSize } = await openEngine(file).list('alice' as Scope, { pageSize: 10 });
    expect(totalSize).toBe(2);
  },
);

// The tests below race only with their own processes, and mostly wait.
test.concurrent('claim() gives every epoch of 20 tasks to one of two processes that race', async ({
  expect,
}) => {
  const file = createFile();
  const engine = openEngine(file);
  const children = await Promise.all([
    startChild('sqlite-child', file),
    startChild('sqlite-child', file),
  ]);
  const [maker] = children;
  const made: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    maker?.send('create');
    const lease = (await maker?.next()) as Lease;
    await engine.release([lease]);
    made.push(lease.taskId);
  }
  const leases: Lease[] = [];
  for (let round = 0; round < 3; round += 1) {
    // The leases of one round have run out by the clock of the next one.
    for (const child of children) child.send('claim', LEASE_MS, round * LEASE_MS);
    const claimed = await Promise.all(children.map((child) => child.next()));
    leases.push(...(claimed.flat() as Lease[]));
  }
  const epochs = new Map(made.map((taskId) => [taskId, [] as number[]]));
  for (const { taskId, epoch } of leases) epochs.get(taskId)?.push(epoch);
  for (const found of epochs.values()) {
    // The process that created the task had epoch 1.
    const sorted = found.toSorted((a, b) => a - b);
    expect(sorted).toEqual(sorted.map((_, index) => index + 2));
    expect(sorted).toHaveLength(3);
  }
});

test.concurrent('what a process was told is written survives kill -9, without gaps, 10 times', async ({
  expect,
}) => {
  const file = createFile();
  let known = 0;
  for (let round = 1; round <= 10; round += 1) {
    const child = await startChild('sqlite-child', file);
    child.send('write');
    const acknowledged: unknown[] = [];
    while (acknowledged.length < round * 13) acknowledged.push(await child.next());
    acknowledged.push(...(await child.kill()));

    const engine = createSqliteEngine({ file });
    const last = new Map<string, number>();
    for (const { taskId, seq } of acknowledged.filter(Boolean) as Acknowledged[]) {
      last.set(taskId, Math.max(seq, last.get(taskId) ?? 0));
    }
    for (const [taskId, seq] of last) {
      const log = await engine.read('alice' as Scope, taskId, { after: 0 });
      expect(log.map((entry) => entry.seq)).toEqual(log.map((_, index) => index + 1));
      expect(log.length).toBeGreaterThanOrEqual(seq);
      expect(log.slice(1).map(({ event }) => event)).toEqual(
        log.slice(1).map((_, position) => ({
          kind: 'memo',
          position,
          key: 'k',
          value: 'x'.repeat(500),
        })),
      );
    }
    const { totalSize } = await engine.list('alice' as Scope, { pageSize: 1 });
    expect(totalSize).toBeGreaterThanOrEqual(known + last.size);
    known = totalSize;
    await engine.close();
  }
});

test.concurrent('watch() hints at what another process does', async ({ expect }) => {
  const file = createFile();
  const engine = openEngine(file);
  const child = await startChild('sqlite-child', file);
  child.send('create');
  await child.next();
  const heard: string[] = [];
  const stop = engine.watch((taskId) => heard.push(taskId));
  child.send('create');
  await child.next();
  // What happened before is not hinted at, and would come first.
  await expect.poll(() => heard).toEqual(['*']);
  stop();
});
