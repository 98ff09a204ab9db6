import type { Scope } from '@formwork/runtime';
import type { TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createS3BlobStore } from '@formwork/s3';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startS3 } from '../support/start-s3.ts';
import { startChild } from './start-child.ts';

interface Line {
  readonly kind: 'written' | 'deleting';
  readonly taskId: string;
  readonly seq?: number;
}

const HOURS_MS = 2 * 3_600_000;

async function readAll(engine: TaskEngine, taskId: string): Promise<readonly string[]> {
  const log = await engine.read('alice' as Scope, taskId, { after: 0, limit: 100 });
  return log.flatMap(({ event }) => (event.kind === 'memo' ? [String(event.value)] : []));
}

const s3 = await startS3();
afterAll(() => s3.close());

test.each(['in files', 'in S3'])(
  'after kill -9 every acknowledged blob is there, and in time no other, 8 times, %s',
  async (where) => {
    const place = where === 'in S3' ? s3.createPlace() : undefined;
    const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'tasks.db');
    const written = new Map<string, number>();
    const deleting = new Set<string>();
    const note = (line: Line | null): void => {
      if (line?.kind === 'written') written.set(line.taskId, line.seq ?? 0);
      if (line?.kind === 'deleting') deleting.add(line.taskId);
    };
    for (let round = 0; round < 8; round += 1) {
      const child = await startChild('blob-child', file, ...(place ? [JSON.stringify(place)] : []));
      // The last processes do enough for some tasks to be deleted.
      for (let line = 0; line < 6 * round; line += 1) note((await child.next()) as Line);
      // Real time: a kill comes at any moment of what is under way.
      await sleep(Math.random() * 100);
      for (const line of (await child.kill()) as readonly (Line | null)[]) note(line);
    }
    expect(written.size).toBeGreaterThan(8);
    expect(deleting.size).toBeGreaterThan(0);

    const later = Date.now() + HOURS_MS;
    const engine = createSqliteEngine({
      file,
      now: () => later,
      ...(place && { blobStore: createS3BlobStore(place) }),
    });
    onTestFinished(() => engine.close());
    let kept = 0;
    let pageToken: string | undefined;
    do {
      const page = await engine.list('alice' as Scope, {
        pageSize: 100,
        ...(pageToken !== undefined && { pageToken }),
      });
      for (const { id } of page.tasks) {
        const values = await readAll(engine, id);
        expect(values.every((value) => value.startsWith(id) && value.length > 50_000)).toBe(true);
        // The process may have been killed after a write and before its report.
        expect(values.length + 1).toBeGreaterThanOrEqual(written.get(id) ?? 0);
        kept += values.length;
        written.delete(id);
      }
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    // A task that is gone must have been in deletion.
    expect([...written.keys()].filter((taskId) => !deleting.has(taskId))).toEqual([]);
    const list = (): readonly string[] =>
      place === undefined ? readdirSync(`${file}-blobs`) : s3.list(place.prefix);
    await expect.poll(() => list().length).toBe(kept);
  },
);

test('a value of 5 MB in S3 outlives kill -9', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'tasks.db');
  const place = s3.createPlace();
  const child = await startChild('blob-child', file, JSON.stringify(place), '5000000');
  const { taskId } = (await child.next()) as Line;
  await child.kill();
  const engine = createSqliteEngine({ file, blobStore: createS3BlobStore(place) });
  onTestFinished(() => engine.close());
  const [value = ''] = await readAll(engine, taskId);
  expect(value).toHaveLength(taskId.length + 1 + 5_000_000);
  expect(value.endsWith('xxx')).toBe(true);
});
