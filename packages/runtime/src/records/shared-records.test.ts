import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSqliteEngine } from '../engine/sqlite/create-sqlite-engine.ts';
import type { Scope } from '../scope.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { describeSharedRecords, type RecordsStorage } from '../testing/describe-shared-records.ts';
import { createMemoryRecords } from './memory-records.ts';
import type { SharedRecords } from './shared-records.ts';
import { createSqliteRecords } from './sqlite-records.ts';

describeSharedRecords('the memory', {
  async open() {
    let time = Date.now();
    const records = createMemoryRecords({ now: () => time });
    return {
      records,
      async advance(milliseconds) {
        time += milliseconds;
      },
      close: () => records.close(),
    };
  },
});

async function openFile(): Promise<RecordsStorage> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-records-'));
  const opened: SharedRecords[] = [];
  let time = Date.now();
  const open = (): SharedRecords => {
    const records = createSqliteRecords({ file: join(folder, 'records.sqlite'), now: () => time });
    opened.push(records);
    return records;
  };
  return {
    records: open(),
    another: async () => open(),
    async advance(milliseconds) {
      time += milliseconds;
    },
    async close() {
      await Promise.all(opened.map((records) => records.close()));
      rmSync(folder, { recursive: true });
    },
  };
}

describeSharedRecords('SQLite', {
  async open() {
    const { another: _, ...storage } = await openFile();
    return storage;
  },
});

describeSharedRecords('SQLite, opened twice', { open: openFile });

test('the memory forgets the oldest beyond its limit, and says so', async () => {
  const records = createMemoryRecords({ limit: 2 });
  const record = { value: 'seen', ttlMs: 60_000 };
  await records.add('a', record);
  await records.add('b', record);
  await records.set('a', record);
  await records.add('c', record);
  expect(await records.get('b')).toBeUndefined();
  expect([await records.get('a'), await records.get('c')]).toEqual(['seen', 'seen']);
  expect(records.limit).toBe(2);
});

const HOUR_MS = 3_600_000;

test('an owner who stores many records in memory loses their own, and nobody else any', async () => {
  const records = createMemoryRecords({ limit: 100 });
  const others = Array.from({ length: 30 }, (_, index) => `draft:${index}`);
  for (const owner of others) await records.set(owner, { value: 'x', ttlMs: HOUR_MS, owner });
  for (let index = 0; index < 5_000; index += 1) {
    const record = { value: 'x', ttlMs: HOUR_MS, owner: 'mallory' };
    await (index % 2 === 0 ? records.set(`m:${index}`, record) : records.add(`m:${index}`, record));
  }
  for (const owner of others) expect(await records.get(owner)).toBe('x');
  const own = (await records.list({ prefix: 'm:', limit: 1_000 })).map(({ key }) => key);
  expect(own).toEqual(Array.from({ length: 70 }, (_, index) => `m:${4_930 + index}`));
  // A late owner gets a place, too.
  await records.set('late', { value: 'x', ttlMs: HOUR_MS, owner: 'late' });
  expect(await records.get('late')).toBe('x');
  expect(await records.get('m:4930')).toBeUndefined();
});

test('records in memory have a limit of bytes, which the largest owner pays', async () => {
  const records = createMemoryRecords({ maxBytes: 10_000 });
  await records.set('small', { value: 'x'.repeat(100), ttlMs: HOUR_MS, owner: 'ada' });
  for (const index of [1, 2, 3, 4, 5]) {
    await records.set(`large:${index}`, { value: 'x'.repeat(1_500), ttlMs: HOUR_MS, owner: 'eve' });
  }
  expect(await records.get('small')).toBeDefined();
  const left = (await records.list({ prefix: 'large:' })).map(({ key }) => key);
  expect(left).toEqual(['large:3', 'large:4', 'large:5']);
  await records.set('large:5', { value: '', ttlMs: HOUR_MS, owner: 'eve' });
  await records.delete('large:4');
  await records.set('large:6', { value: 'x'.repeat(2_500), ttlMs: HOUR_MS, owner: 'eve' });
  expect(await records.get('large:3')).toBeDefined();
});

test('a record in memory that is larger than all room is refused, and pushes nobody out', async () => {
  const records = createMemoryRecords({ maxBytes: 1_000 });
  await records.set('small', { value: 'x', ttlMs: HOUR_MS, owner: 'ada' });
  const large = { value: 'x'.repeat(500), ttlMs: HOUR_MS, owner: 'eve' };
  const refusal = 'must take at most 1000 bytes: current size is 1010';
  await expect(records.set('large', large)).rejects.toThrow(refusal);
  await expect(records.add('large', large)).rejects.toThrow(refusal);
  await expect(records.set('small', large)).rejects.toThrow(RangeError);
  expect(await records.get('small')).toBe('x');
  expect(await records.get('large')).toBeUndefined();
  expect(await records.set('large', { ...large, value: 'x'.repeat(490) })).toBe(true);
});

test('expired records in memory make room before any other is forgotten, at every moment', async () => {
  let time = 0;
  const records = createMemoryRecords({ limit: 3, now: () => time });
  const owner = 'ada';
  await records.set('a:long', { value: 'x', ttlMs: HOUR_MS, owner });
  for (let round = 0; round < 3; round += 1) {
    await records.set(`a:short:${round}`, { value: 'x', ttlMs: 1, owner });
    await records.set(`a:brief:${round}`, { value: 'x', ttlMs: 1, owner });
    time += 1;
    await records.set('a:new', { value: 'x', ttlMs: HOUR_MS, owner });
    const left = await records.list({ prefix: 'a:' });
    expect(left.map(({ key }) => key)).toEqual(['a:long', 'a:new']);
    await records.delete('a:new');
    time += 20_000 * (round % 2);
  }
});

test('kinds of records without an owner share the memory', async () => {
  const records = createMemoryRecords({ limit: 10 });
  const record = { value: 'x', ttlMs: HOUR_MS };
  await records.set('people/link-key', record);
  for (let index = 0; index < 100; index += 1) await records.set(`received/${index}`, record);
  expect(await records.get('people/link-key')).toBe('x');
});

test('wrong options are refused by name', () => {
  expect(() => createMemoryRecords({ limit: 0 })).toThrow(
    'Cannot make records because limit must be an integer from 1: current value is 0',
  );
  expect(() => createSqliteRecords({ file: '' })).toThrow(
    'Cannot make records because file must be the name of a file: current value is ""',
  );
});

function createFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-records-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'records.sqlite');
}

test('records are still there after a restart, in a private file', async () => {
  const file = createFile();
  const before = createSqliteRecords({ file });
  await before.set('key', { value: 'one', ttlMs: 60_000 });
  await before.close();
  const after = createSqliteRecords({ file });
  expect(await after.get('key')).toBe('one');
  await after.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('expired records are deleted from the file, however many there are', async () => {
  const file = createFile();
  let time = Date.now();
  const records = createSqliteRecords({ file, now: () => time });
  await records.add('first', { value: 'seen', ttlMs: 60_000 });
  const database = openSqlite(file);
  // More than one statement deletes.
  database.exec(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
     INSERT INTO formwork_records (key, value, ends_at) SELECT 'old/' || i, '', 0 FROM n`,
  );
  time += 100_000;
  for (let write = 0; write < 3; write += 1) {
    await records.set('last', { value: 'seen', ttlMs: 60_000 });
  }
  await records.close();
  const count = database.prepare('SELECT count(*) FROM formwork_records').pluck().get();
  database.close();
  expect(count).toBe(1);
});

test('a file that is no database, and that of the task engine, are refused by their names', async () => {
  const file = createFile();
  writeFileSync(file, 'This is a letter, and no database at all.'.repeat(20));
  expect(() => createSqliteRecords({ file })).toThrow(
    `Cannot keep shared records because the file is not an SQLite database of its own that can be read and written: ${file} (SQLITE_NOTADB)`,
  );
  const tasks = createFile();
  const engine = createSqliteEngine({ file: tasks });
  await engine.get('nobody' as Scope, 'nothing');
  expect(() => createSqliteRecords({ file: tasks })).toThrow(
    `${tasks} (it has tables of something else)`,
  );
  await engine.close();
});

test('a call waits while another program writes to the file', async () => {
  const file = createFile();
  const records = createSqliteRecords({ file });
  await records.add('key', { value: 'one', ttlMs: 60_000 });
  const other = openSqlite(file);
  other.exec('BEGIN IMMEDIATE');
  const adding = records.add('another', { value: 'one', ttlMs: 60_000 });
  expect(await records.get('key')).toBe('one');
  other.exec('COMMIT');
  other.close();
  expect(await adding).toEqual({ isNew: true, value: 'one' });
  await records.close();
});
