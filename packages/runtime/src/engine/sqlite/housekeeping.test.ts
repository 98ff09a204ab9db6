import { statSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSqlite } from '../../sqlite/open-sqlite.ts';
import type { SqliteDatabase } from '../../sqlite/sqlite-database.ts';
import {
  createFile,
  createLeased,
  getTask,
  need,
  pieceEvent,
  range,
  SCOPE,
  statusEvent,
} from '../../testing/samples.ts';
import type { TaskEngine } from '../task-engine.ts';
import { createSqliteEngine } from './create-sqlite-engine.ts';

const PIECE = 'x'.repeat(100_000);

async function finishTasks(engine: TaskEngine, count: number): Promise<void> {
  for (const lease of await Promise.all(range(count).map(() => createLeased(engine)))) {
    await engine.append(lease, [pieceEvent('a', PIECE), statusEvent('completed')]);
  }
}

/** Returns the size of a database file in bytes, after its write-ahead log was moved into it. */
function measure(file: string): number {
  const database = openSqlite(file);
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
  return statSync(file).size;
}

test('after a prune the file shrinks, in steps of some pages, while a writer goes on', async () => {
  const file = createFile();
  const engine = createSqliteEngine({ file });
  onTestFinished(() => engine.close());
  await finishTasks(engine, 100);
  const writer = await createLeased(engine);
  const before = measure(file);
  expect(before).toBeGreaterThan(100 * PIECE.length);

  const exec = vi.spyOn(getConnectionMethods(), 'exec');
  onTestFinished(() => exec.mockRestore());
  expect(await engine.prune({ keepFinished: 0 })).toBe(100);
  let written = 0;
  await expect
    .poll(async () => {
      written = await engine.append(writer, [pieceEvent('b', 'on')]);
      return measure(file);
    })
    .toBeLessThan(before / 4);
  const steps = exec.mock.calls.flatMap(
    ([text]) => /^pragma incremental_vacuum\((\d+)\)$/.exec(text)?.slice(1).map(Number) ?? [],
  );
  // Each step moves a limited number of pages, and the writer wrote between the steps.
  expect(steps.length).toBeGreaterThan(20);
  expect(Math.max(...steps)).toBe(32);
  expect(written).toBeGreaterThan(3);
  const { artifacts } = await getTask(engine, writer);
  expect(need(artifacts[0]).parts).toHaveLength(written - 1);
  expect(check(file)).toBe('ok');
});

function check(file: string): unknown {
  const database = openSqlite(file);
  try {
    return database.pragma('integrity_check', { simple: true });
  } finally {
    database.close();
  }
}

test('some room stays free for the next tasks', async () => {
  const file = createFile();
  const engine = createSqliteEngine({ file });
  await finishTasks(engine, 5);
  await engine.prune({ keepFinished: 0 });
  await engine.close();
  expect(statSync(file).size).toBeGreaterThan(5 * PIECE.length);
});

test('a file that was made without it stays as it is, until it was vacuumed once', async () => {
  const file = createFile();
  const old = openSqlite(file);
  old.pragma('journal_mode = WAL');
  old.exec('create table other (id integer)');
  old.close();
  const engine = createSqliteEngine({ file });
  await finishTasks(engine, 50);
  const before = measure(file);
  expect(await engine.prune({ keepFinished: 0 })).toBe(50);
  expect(await engine.list(SCOPE, { pageSize: 1 })).toMatchObject({ totalSize: 0 });
  await engine.close();
  expect(measure(file)).toBe(before);

  const operator = openSqlite(file);
  operator.exec('pragma auto_vacuum = incremental; vacuum');
  operator.close();
  const later = createSqliteEngine({ file });
  onTestFinished(() => later.close());
  const begun = Date.now();
  const { statusTimestamp } = await getTask(later, await createLeased(later));
  expect(Date.parse(statusTimestamp)).toBeGreaterThanOrEqual(begun);
  await finishTasks(later, 50);
  await later.prune({ keepFinished: 0 });
  await expect.poll(() => measure(file)).toBeLessThan(before / 2);
});

/** Returns the object with the methods that all connections of the driver share. */
function getConnectionMethods(): SqliteDatabase {
  const database = openSqlite(':memory:');
  database.close();
  return Object.getPrototypeOf(database) as SqliteDatabase;
}
