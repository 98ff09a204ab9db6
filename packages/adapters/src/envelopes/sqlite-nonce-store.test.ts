import { createMemoryRecords, type Scope, type SharedRecords } from '@formwork/runtime';
import { openSqlite } from '@formwork/runtime/internal';
import { createSqliteEngine, createSqliteRecords } from '@formwork/runtime/sqlite';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createNonceStore, type NonceStore } from './nonce-store.ts';
import { createSqliteNonceStore } from './sqlite-nonce-store.ts';
import { describeNonceStore } from './testing/describe-nonce-store.ts';

/** A program that opens a store in memory. */
const OPEN_STORE = `
  import { createSqliteNonceStore } from '${new URL('sqlite-nonce-store.ts', import.meta.url).href}';
  createSqliteNonceStore({ file: ':memory:' });
`;

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-nonces-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describeNonceStore('SQLite', {
  open(now) {
    const folder = mkdtempSync(join(tmpdir(), 'formwork-nonces-'));
    const opened: NonceStore[] = [];
    const open = (): NonceStore => {
      const store = createSqliteNonceStore({ file: join(folder, 'nonces.sqlite'), now });
      opened.push(store);
      return store;
    };
    return {
      store: open(),
      another: open,
      async close() {
        await Promise.all(opened.map((store) => store.close()));
        rmSync(folder, { recursive: true });
      },
    };
  },
});

describeNonceStore('shared records', {
  open(now) {
    const folder = mkdtempSync(join(tmpdir(), 'formwork-nonces-'));
    const opened: SharedRecords[] = [];
    const open = (): NonceStore => {
      const records = createSqliteRecords({ file: join(folder, 'records.sqlite'), now });
      opened.push(records);
      return createNonceStore({ records, now, clockSkewMs: 0 });
    };
    return {
      store: open(),
      another: open,
      async close() {
        await Promise.all(opened.map((records) => records.close()));
        rmSync(folder, { recursive: true });
      },
    };
  },
});

test('a nonce in shared records is kept until the slowest clock has passed its time', async () => {
  let time = Date.now();
  const now = (): number => time;
  const records = createSqliteRecords({ file: join(createFolder(), 'records.sqlite'), now });
  const use = { agentId: 'agent-1', nonce: 'a', expiresAt: time + 300_000 };
  const store = createNonceStore({ records, now });
  expect(await store.use(use)).toBe(true);
  time += 359_999;
  // This store stands for another process, whose clock is a minute behind.
  const slow = createNonceStore({ records, now: () => time - 60_000 });
  expect(await slow.use(use)).toBe(false);
  await store.close();
  expect(await slow.use({ ...use, nonce: 'b' })).toBe(true);
  await records.close();
});

test('records that forget early keep no nonces', () => {
  expect(() => createNonceStore({ records: createMemoryRecords() })).toThrow(
    'Cannot make a nonce store because records must be shared records that forget nothing before its time: current value is some with a limit',
  );
});

test('what was used stays used after a restart, and its file is private', async () => {
  const file = join(createFolder(), 'nonces.sqlite');
  const use = { agentId: 'agent-1', nonce: 'a', expiresAt: Date.now() + 300_000 };
  const before = createSqliteNonceStore({ file });
  expect(await before.use(use)).toBe(true);
  await before.close();
  const after = createSqliteNonceStore({ file });
  expect(await after.use(use)).toBe(false);
  await after.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('what has expired is forgotten', async () => {
  const file = join(createFolder(), 'nonces.sqlite');
  let time = Date.now();
  const store = createSqliteNonceStore({ file, now: () => time });
  for (let index = 0; index < 100; index += 1) {
    await store.use({ agentId: 'agent-1', nonce: `${index}`, expiresAt: time + 300_000 });
  }
  const database = openSqlite(file);
  // More than one statement deletes.
  database.exec(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
     INSERT INTO formwork_nonces (agent_id, nonce, expires_at) SELECT 'old', i, 0 FROM n`,
  );
  time += 400_000;
  for (let use = 0; use < 3; use += 1) {
    await store.use({ agentId: 'agent-1', nonce: 'last', expiresAt: time + 300_000 });
  }
  await store.close();
  const { count } = database.prepare('SELECT count(*) AS count FROM formwork_nonces').get() as {
    count: number;
  };
  database.close();
  expect(count).toBe(1);
});

test('a file that is no database is told by its name', () => {
  const file = join(createFolder(), 'nonces.sqlite');
  writeFileSync(file, 'This is a letter, and no database at all.'.repeat(20));
  expect(() => createSqliteNonceStore({ file })).toThrow(
    `that can be read and written: ${file} (SQLITE_NOTADB)`,
  );
});

test('without a driver, the store says so, and does not blame its file', () => {
  // A process chooses its driver once.
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@formwork/source', '--input-type=module', '--eval', OPEN_STORE],
    { env: { ...process.env, FORMWORK_SQLITE: 'sqlite' }, encoding: 'utf8' },
  );
  expect(stderr).toContain('Cannot open an SQLite file because FORMWORK_SQLITE must be');
  expect(stderr).not.toContain('Cannot remember nonces');
  expect(status).toBe(1);
});

test('the file of the task engine is refused, when it is new and later', async () => {
  const file = join(createFolder(), 'tasks.sqlite');
  const engine = createSqliteEngine({ file });
  const text = 'because the file is not an SQLite database of its own';
  expect(() => createSqliteNonceStore({ file })).toThrow(text);
  await engine.get('nobody' as Scope, 'nothing');
  expect(() => createSqliteNonceStore({ file })).toThrow(
    `${text} that can be read and written: ${file} (it has tables of something else)`,
  );
  await engine.close();
});
