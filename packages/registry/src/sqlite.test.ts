import type { Scope } from '@formwork/runtime';
import { openSqlite } from '@formwork/runtime/internal';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSqliteRegistryStore } from './sqlite.ts';
import { describeRegistryStore } from './testing/describe-registry-store.ts';
import { createNewAgent, START } from './testing/samples.ts';

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-registry-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function open(file: string) {
  const store = createSqliteRegistryStore({ file });
  onTestFinished(() => store.close());
  return store;
}

describeRegistryStore('createSqliteRegistryStore()', {
  open: async () => open(join(createFolder(), 'registry.sqlite')),
});

test('the files are for their owner alone, also those that others could read', async () => {
  const file = join(createFolder(), 'registry.sqlite');
  writeFileSync(file, '', { mode: 0o644 });
  await open(file).add(createNewAgent('Rates'));
  const modes = [file, `${file}-wal`].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o600, 0o600]);
});

test('agents are there after a restart, and for another registry on the same file', async () => {
  const file = join(createFolder(), 'registry.sqlite');
  const store = createSqliteRegistryStore({ file });
  const { agent } = await store.add(createNewAgent('Rates'));
  const other = open(file);
  expect(await other.get(agent.agentId)).toEqual(agent);
  await store.close();
  const again = open(file);
  expect(await again.get(agent.agentId)).toEqual(agent);
  await again.remove(agent.agentId, 'user:ada');
  expect(await other.get(agent.agentId)).toBeUndefined();
});

test('pins are there after a restart, and those that no longer count are dropped', async () => {
  const file = join(createFolder(), 'registry.sqlite');
  const first = createSqliteRegistryStore({ file });
  const pinAt = (days: number) => ({
    keys: [],
    covers: 'card' as const,
    seenAt: new Date(START + days * 86_400_000).toISOString(),
  });
  await first.pins.set('https://old.example/', pinAt(0));
  await first.pins.set('https://kept.example/', pinAt(30));
  await first.close();
  const again = open(file);
  expect(await again.pins.get('https://old.example/')).toEqual(pinAt(0));
  await again.pins.set('https://new.example/', pinAt(91));
  expect(await again.pins.get('https://old.example/')).toBeUndefined();
  expect(await again.pins.get('https://kept.example/')).toEqual(pinAt(30));
});

test('two registries on one file take different agents, and write in turns', async () => {
  const file = join(createFolder(), 'registry.sqlite');
  const stores = [open(file), open(file)];
  await Promise.all(
    stores.map(async (store, side) => {
      for (let index = 0; index < 40; index += 1) {
        await store.add(createNewAgent(`a${side}-${index}`, { nextCheck: START }));
      }
    }),
  );
  const taken = await Promise.all(
    stores.map((store) => store.takeDue({ time: START, until: START + 1_000, limit: 50 })),
  );
  const ids = taken.flat().map(({ agentId }) => agentId);
  expect(ids).toHaveLength(80);
  expect(new Set(ids).size).toBe(80);
});

test('the file may be that of a task engine', async () => {
  const file = join(createFolder(), 'tasks.sqlite');
  const engine = createSqliteEngine({ file });
  onTestFinished(() => engine.close());
  const store = open(file);
  const [{ agent }] = await Promise.all([
    store.add(createNewAgent('Rates')),
    engine.get('scope' as Scope, 'task'),
  ]);
  expect(await store.get(agent.agentId)).toEqual(agent);
  const again = createSqliteEngine({ file });
  onTestFinished(() => again.close());
  expect(await again.get('scope' as Scope, 'task')).toBeUndefined();
});

test('a file that is none is refused, with the code of the storage', () => {
  const file = join(createFolder(), 'no-database');
  writeFileSync(file, 'This is no database, but a text that is long enough to be one.'.repeat(40));
  expect(() => createSqliteRegistryStore({ file })).toThrow(
    `Cannot use the storage of the registry because it is not an SQLite database that can be read and written: ${file} (SQLITE_NOTADB)`,
  );
  expect(() => createSqliteRegistryStore({ file: join(file, 'below') })).toThrow('SQLITE_CANTOPEN');
  expect(() => createSqliteRegistryStore({ file: ' ' })).toThrow(
    'Cannot keep the registry because file must be a path or ":memory:": current value is " "',
  );
  chmodSync(file, 0o600);
});

test('tables that a newer program has changed are refused, and left alone', async () => {
  const file = join(createFolder(), 'registry.sqlite');
  const store = createSqliteRegistryStore({ file });
  await store.add(createNewAgent('Rates'));
  await store.close();
  const database = openSqlite(file);
  onTestFinished(() => database.close());
  database.exec(
    `insert into formwork_registry_migration (name, timestamp) values ('9999-later', '')`,
  );
  await expect(open(file).count()).rejects.toThrow(
    'Cannot open the registry because a newer program has changed it: this one does not know 9999-later.',
  );
  expect(database.prepare('select count(*) as count from registry_agent').get()).toEqual({
    count: 1,
  });
});
