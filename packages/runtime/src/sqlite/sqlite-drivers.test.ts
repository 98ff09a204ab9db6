import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as sqlite from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadNodeSqlite } from './node-sqlite.ts';
import { chooseDriver, loadBetterSqlite } from './open-sqlite.ts';
import { runTransaction, type SqliteDatabase, type SqliteOptions } from './sqlite-database.ts';
import { isSqliteError, toCodeName } from './sqlite-error.ts';

// A Node before 22.16 has only one of them.
const DRIVERS = Object.entries({ 'node:sqlite': loadNodeSqlite(), better: loadBetterSqlite() });

describe.each(DRIVERS)('the driver %s', (_, driver) => {
  function open(file = ':memory:', options?: SqliteOptions): SqliteDatabase {
    if (driver === undefined) throw new Error('The driver must be installed.');
    const database = driver(file, options);
    onTestFinished(() => database.close());
    return database;
  }

  function createFile(): string {
    const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return join(folder, 'a.db');
  }

  /** Makes a table with three rows. */
  function openRows(file?: string): SqliteDatabase {
    const database = open(file);
    database.exec('create table t (n integer primary key, text text, bytes blob) strict');
    const insert = database.prepare('insert into t (text, bytes) values (@text, @bytes)');
    for (const text of ['a', 'b\u0000🦁', '']) {
      const changes = insert.run({ text, bytes: Buffer.from(text), unused: 1 });
      expect(changes.changes).toBe(1);
      expect(changes.lastInsertRowid).toBeTypeOf('number');
    }
    return database;
  }

  test('returns rows as objects, as arrays, and as their first values', () => {
    const database = openRows();
    const sql = 'select n, text, bytes from t where n >= ? order by n';
    const rows = database.prepare<[number], Readonly<Record<string, unknown>>>(sql).all(2);
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { n: 2, text: 'b\u0000🦁', bytes: expect.any(Uint8Array) },
      { n: 3, text: '', bytes: expect.any(Uint8Array) },
    ]);
    expect(Buffer.from(rows[0]?.['bytes'] as Uint8Array).toString()).toBe('b\u0000🦁');
    const arrays = database.prepare<[number], unknown[]>(sql).raw();
    expect(arrays.get(1)?.slice(0, 2)).toEqual([1, 'a']);
    expect(arrays.get(9)).toBeUndefined();
    const values = database.prepare<[number], number>(sql).pluck();
    expect([values.all(1), values.get(3), values.get(4)]).toEqual([[1, 2, 3], 3, undefined]);
    expect([...values.iterate(2)]).toEqual([2, 3]);
    expect(database.prepare('select null where ?').pluck().get(1)).toBeNull();
  });

  test('knows which statements return rows', () => {
    const database = openRows();
    expect(database.prepare('select 1').reader).toBe(true);
    expect(database.prepare('delete from t').reader).toBe(false);
    expect(database.prepare('delete from t returning n').reader).toBe(true);
    expect(database.pragma('page_size', { simple: true })).toBe(4096);
    expect(database.pragma('foreign_key_check')).toEqual([]);
  });

  test('names the codes of SQLite, extended ones too', () => {
    const database = openRows();
    database.exec('create table u (a text not null unique check (a <> 1)) strict');
    const faults: Readonly<Record<string, () => unknown>> = {
      SQLITE_ERROR: () => database.prepare('select nothing'),
      SQLITE_CONSTRAINT_NOTNULL: () => database.exec('insert into u values (null)'),
      SQLITE_CONSTRAINT_UNIQUE: () => database.prepare("insert into u values ('a'), ('a')").run(),
      SQLITE_CONSTRAINT_PRIMARYKEY: () => database.prepare('insert into t (n) values (?)').run(1),
      SQLITE_CONSTRAINT_DATATYPE: () => database.exec("insert into t (bytes) values ('x')"),
    };
    for (const [code, fail] of Object.entries(faults)) {
      const error = catchError(fail);
      expect([code, isSqliteError(error)]).toEqual([code, true]);
      expect(error).toMatchObject({ code, name: 'SqliteError' });
    }
    expect(isSqliteError(new TypeError('other'))).toBe(false);
  });

  test('says that another connection has the lock, and that a file may only be read', () => {
    const file = createFile();
    const database = openRows(file);
    const other = open(file);
    other.pragma('busy_timeout = 0');
    const reader = open(file, { readonly: true });
    runTransaction(database, 'immediate', () => {
      expect(database.inTransaction).toBe(true);
      const begin = () => other.exec('begin immediate');
      expect(catchError(begin)).toMatchObject({ code: 'SQLITE_BUSY' });
    });
    expect([database.inTransaction, database.name, database.memory]).toEqual([false, file, false]);
    const write = () => reader.exec('delete from t');
    expect(catchError(write)).toMatchObject({ code: 'SQLITE_READONLY' });
    const missing = () => open(`${file}-missing`, { readonly: true });
    expect(catchError(missing)).toMatchObject({ code: 'SQLITE_CANTOPEN' });
  });

  test('undoes a transaction whose change throws', () => {
    const database = openRows();
    const remove = () => {
      database.exec('delete from t');
      throw new Error('no');
    };
    expect(() => runTransaction(database, 'deferred', remove)).toThrow('no');
    expect(database.prepare('select count(*) from t').pluck().get()).toBe(3);
    expect(open().memory).toBe(true);
  });

  test('closes once, and refuses then', () => {
    const database = openRows();
    database.close();
    database.close();
    const error = catchError(() => database.prepare('select 1'));
    expect(error).toMatchObject({ message: expect.stringContaining('not open') });
    // With a code, the error would be one of the file.
    expect(error).not.toHaveProperty('code');
    expect(database.inTransaction).toBe(false);
  });

  test('reads integers beyond 2^53 as the nearest numbers, beside the others', () => {
    const database = openRows();
    const sql = 'select n, case n when 2 then 1 << 60 else bytes end as value from t order by n';
    const rows = database.prepare<[], Readonly<Record<string, unknown>>>(sql);
    expect(rows.all().map(({ n, value }) => [n, value])).toEqual([
      [1, expect.any(Uint8Array)],
      [2, 2 ** 60],
      [3, expect.any(Uint8Array)],
    ]);
    expect(rows.get()).toMatchObject({ n: 1 });
    expect(database.prepare('select 1 << 60').pluck().get()).toBe(2 ** 60);
  });

  test('takes a name that begins like a URL for that of a file', () => {
    const file = `file:${randomUUID()}?mode=memory`;
    onTestFinished(() => rmSync(file, { force: true }));
    open(file).exec('create table t (n)');
    expect(existsSync(file)).toBe(true);
  });
});

test('the driver needs no option of connections that Node has only from 24.4 on', () => {
  const loaded = process.getBuiltinModule('node:sqlite');
  class Earlier extends loaded.DatabaseSync {
    constructor(file: string, { readOnly, timeout }: sqlite.DatabaseSyncOptions) {
      super(file, { ...(readOnly && { readOnly }), ...(timeout && { timeout }) });
    }
  }
  const spy = vi.spyOn(process, 'getBuiltinModule');
  onTestFinished(() => spy.mockRestore());
  spy.mockReturnValue({ ...loaded, DatabaseSync: Earlier });
  const database = loadNodeSqlite()?.(':memory:');
  onTestFinished(() => database?.close());
  const row = database?.prepare('select @a as a').get({ a: 1, unused: 2 });
  expect(row).toMatchObject({ a: 1 });
});

test('a text with a NUL is refused by a Node that would cut it', () => {
  const loaded = process.getBuiltinModule('node:sqlite');
  class Cutting extends loaded.DatabaseSync {
    override prepare(sql: string): sqlite.StatementSync {
      return super.prepare(sql.replace('? as text', 'substr(?, 1, 0) as text'));
    }
  }
  const spy = vi.spyOn(process, 'getBuiltinModule');
  onTestFinished(() => spy.mockRestore());
  spy.mockReturnValue({ ...loaded, DatabaseSync: Cutting });
  const database = loadNodeSqlite()?.(':memory:');
  onTestFinished(() => database?.close());
  database?.exec('create table t (text text) strict');
  const insert = database?.prepare('insert into t values (@text)');
  insert?.run({ text: 'a' });
  const refused = { code: 'ENGINE_STORAGE', storageCode: 'SQLITE_TEXT_CUT' };
  expect(catchError(() => insert?.run({ text: 'b\0c' }))).toMatchObject(refused);
  const select = database?.prepare('select text from t where text = ?').pluck();
  expect(catchError(() => select?.get('b\0c'))).toMatchObject(refused);
  expect(select?.get('a')).toBe('a');
});

test('the driver is the one that is named, and otherwise the one for the version of Node', () => {
  const classes = [
    ['node:sqlite', '22.16.0'],
    ['better-sqlite3', '24.16.0'],
    ['', '24.16.0'],
    ['', '26.0.0'],
    ['', '24.15.0'],
    ['', '22.16.0'],
  ].map(([name = '', version]) => {
    const database = chooseDriver(name, version)(':memory:');
    database.close();
    return database.constructor.name;
  });
  expect(classes).toEqual([
    'NodeDatabase',
    'Database',
    'NodeDatabase',
    'NodeDatabase',
    'Database',
    'Database',
  ]);
  expect(() => chooseDriver('sqlite')).toThrow(
    'Cannot open an SQLite file because FORMWORK_SQLITE must be "node:sqlite" or "better-sqlite3": current value is "sqlite"',
  );
});

test('records say that the named driver is missing, and do not blame their file', () => {
  const module = new URL('../records/sqlite-records.ts', import.meta.url).href;
  const program = `
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve(name, context, next) {
        if (name !== 'better-sqlite3') return next(name, context);
        throw Object.assign(new Error(name), { code: 'MODULE_NOT_FOUND' });
      },
    });
    const { createSqliteRecords } = await import('${module}');
    createSqliteRecords({ file: ':memory:' });
  `;
  // A process chooses its driver once.
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@formwork/source', '--input-type=module', '--eval', program],
    { env: { ...process.env, FORMWORK_SQLITE: 'better-sqlite3' }, encoding: 'utf8' },
  );
  expect(stderr).toContain(
    'Cannot open an SQLite file because better-sqlite3 must be installed where FORMWORK_SQLITE names it. Install it with: npm install better-sqlite3',
  );
  expect(stderr).not.toContain('Cannot keep shared records');
  expect(status).toBe(1);
});

test('codes have the names of SQLite', () => {
  const names = [5, 261, 517, 11, 779, 13, 522, 778, 1034, 14, 526, 2067, 266, 8, 26, 99];
  expect(names.map(toCodeName)).toEqual([
    'SQLITE_BUSY',
    'SQLITE_BUSY_RECOVERY',
    'SQLITE_BUSY_SNAPSHOT',
    'SQLITE_CORRUPT',
    'SQLITE_CORRUPT_INDEX',
    'SQLITE_FULL',
    'SQLITE_IOERR_SHORT_READ',
    'SQLITE_IOERR_WRITE',
    'SQLITE_IOERR_FSYNC',
    'SQLITE_CANTOPEN',
    'SQLITE_CANTOPEN_ISDIR',
    'SQLITE_CONSTRAINT_UNIQUE',
    'SQLITE_IOERR_READ',
    'SQLITE_READONLY',
    'SQLITE_NOTADB',
    'SQLITE_UNKNOWN_99',
  ]);
});

function catchError(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('It must throw.');
}
