import type { SharedRecords } from '@formwork/runtime';
import { describeSharedRecords, type RecordsStorage } from '@formwork/runtime/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPostgresRecords } from './postgres-records.ts';
import { openTestDatabase, startPostgres, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase | undefined;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(async () => {
  await database?.close();
});

interface OpenedRecords extends RecordsStorage {
  readonly schema: string;
  another(): Promise<SharedRecords>;
  advance(milliseconds: number): Promise<void>;
}

async function openStorage(): Promise<OpenedRecords> {
  if (database === undefined) throw new Error('There is no database.');
  const place = await database.createPlace();
  const opened: SharedRecords[] = [];
  function open(): SharedRecords {
    const records = createPostgresRecords({ ...place.settings, poolSize: 6 });
    opened.push(records);
    return records;
  }
  return {
    schema: place.settings.schema,
    records: open(),
    another: async () => open(),
    advance: (milliseconds) => place.advance(milliseconds),
    async close() {
      await Promise.all(opened.map((records) => records.close()));
      await place.drop();
    },
  };
}

describeSharedRecords('createPostgresRecords() twice on a schema', { open: openStorage });

test('processes that add and delete one key at the same time agree at each moment', async () => {
  const { records, another, close } = await openStorage();
  onTestFinished(close);
  const other = await another();
  for (let turn = 0; turn < 20; turn += 1) {
    const added = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        (index % 2 === 0 ? records : other).add('key', { value: `${index}`, ttlMs: 60_000 }),
      ),
    );
    const winners = added.filter(({ isNew }) => isNew);
    expect(winners.length).toBe(1);
    expect(new Set(added.map(({ value }) => value))).toEqual(new Set([winners[0]?.value]));
    await other.delete('key');
  }
});

test('expired records are deleted from the table', async () => {
  const { schema, records, another, advance, close } = await openStorage();
  onTestFinished(close);
  for (let index = 0; index < 20; index += 1) {
    await records.add(`${index}`, { value: 'seen', ttlMs: 60_000 });
  }
  await advance(100_000);
  // More than one statement deletes.
  await database?.query(
    `insert into ${schema}.record (key, value, ends_at)
      select 'old/' || n, '', 0 from generate_series(1, 12000) as n`,
  );
  const other = await another();
  const read = async (): Promise<unknown> => {
    await other.set('last', { value: 'seen', ttlMs: 60_000 });
    return database?.query(`select key from ${schema}.record`);
  };
  await expect.poll(read).toEqual([{ key: 'last' }]);
});

test('wrong options are refused by name', () => {
  expect(() => createPostgresRecords({ url: 'mysql://db' })).toThrow(
    'Cannot make PostgreSQL records because url must be the address of a PostgreSQL database',
  );
});

test('records are still there after a crash of the server, and calls work again', async () => {
  const server = await startPostgres({ isOwn: true, isDurable: true });
  onTestFinished(() => server.stop());
  const records = createPostgresRecords({ url: server.url });
  onTestFinished(() => records.close());
  await records.set('key', { value: 'one', ttlMs: 60_000 });
  await server.crash();
  await expect.poll(() => records.get('key').catch(() => 'away')).toBe('one');
  const again = await records.add('key', { value: 'two', ttlMs: 60_000 });
  expect(again).toEqual({ isNew: false, value: 'one' });
  await records.close();
  await expect(records.get('key')).rejects.toMatchObject({ code: 'ENGINE_CLOSED' });
});
