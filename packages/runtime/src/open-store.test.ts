import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore, StorePackageError } from './open-store.ts';

test('a path is an SQLite file, whose folder is made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'data', 'tasks.sqlite');
  const engine = await openStore(file);
  expect(await engine.countStates()).toBeDefined();
  await engine.close();
  expect(existsSync(file)).toBe(true);
});

test('a database needs its package, which this one does not bring', async () => {
  const opening = openStore('postgres://somebody:secret@db.invalid/agents');
  await expect(opening).rejects.toThrow(StorePackageError);
  await expect(opening).rejects.toThrow(/npm install @formwork\/postgres$/u);
});
