import { readFileSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { Scope } from '../../scope.ts';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import {
  createFile,
  createLeased,
  LONG_CLAIM,
  newTask,
  range,
  SCOPE,
  statusEvent,
} from '../../testing/samples.ts';
import { CountCheck } from './count-check.ts';
import { createSqliteEngine } from './create-sqlite-engine.ts';

const PAGE_BYTES = 4_096;
const BOB = 'user:bob' as Scope;

async function fill(file: string): Promise<void> {
  const engine = createSqliteEngine({ file });
  for (const index of range(12)) {
    const scope = index % 3 === 0 ? BOB : SCOPE;
    const { lease } = await engine.create({ ...newTask(), scope }, LONG_CLAIM);
    if (lease === undefined) throw new Error('Expected a lease');
    if (index % 4 !== 3) await engine.append(lease, [statusEvent('completed')]);
  }
  await engine.close();
  const database = openSqlite(file);
  database.exec('pragma wal_checkpoint(truncate); vacuum');
  database.close();
}

test('a flipped bit in any count of ended tasks is reported, with the list or metric that it makes wrong', async () => {
  const file = createFile();
  await fill(file);
  const database = openSqlite(file);
  const pages = database
    .prepare<[], number>("select pageno from dbstat where name in ('ended', 'usage')")
    .pluck()
    .all();
  database.close();
  expect(pages).toHaveLength(2);
  const bytes = readFileSync(file);

  /** The totals that callers and operators see. */
  async function look(): Promise<readonly [totals: string, report: string]> {
    const engine = createSqliteEngine({ file });
    try {
      const states = await engine.countStates();
      const mine = await engine.list(SCOPE, { pageSize: 1 });
      const theirs = await engine.list(BOB, { pageSize: 1 });
      const totals = JSON.stringify([states, mine.totalSize, theirs.totalSize]);
      const report = await engine.checkIndexes?.().catch((error: unknown) => String(error));
      return [totals, report ?? ''];
    } catch (error) {
      return ['', String(error)];
    } finally {
      await engine.close();
    }
  }

  const [totals, report] = await look();
  expect(report).toBe('');
  const silent: string[] = [];
  let wrong = 0;
  for (const page of pages) {
    const start = (page - 1) * PAGE_BYTES;
    // The head of the page, and its entries, which stand at its end.
    const from = start + bytes.readUInt16BE(start + 5);
    for (const at of [...range(12).map((offset) => start + offset), ...listFrom(from, start)]) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(file, flipped);
      const [seen, told] = await look();
      if (seen === totals) continue;
      wrong += 1;
      if (told === '') silent.push(`page ${page}, byte ${at - start}: ${seen}`);
    }
  }
  expect(silent).toEqual([]);
  expect(wrong).toBeGreaterThan(20);
});

function listFrom(from: number, start: number): readonly number[] {
  return range(start + PAGE_BYTES - from).map((offset) => from + offset);
}

test('counts that others change meanwhile are no fault', async () => {
  const file = createFile();
  const engine = createSqliteEngine({ file });
  onTestFinished(() => engine.close());
  const leases = await Promise.all(range(2_500).map(() => createLeased(engine)));
  const database = openSqlite(file, { readonly: true });
  onTestFinished(() => database.close());
  const check = new CountCheck(database);
  // The first step counts 2,000 tasks; the tasks end before the second.
  const checked = check.run();
  for (const lease of leases.slice(0, 20)) await engine.append(lease, [statusEvent('completed')]);
  await checked;
  await check.run();
  const closed = check.run();
  await check.close();
  await closed;
});
