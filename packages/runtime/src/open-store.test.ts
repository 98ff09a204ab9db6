import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStore, StoreNameError, StorePackageError } from './open-store.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.each(['', 'sqlite:'])(
  '"%s" and a path is an SQLite file, whose folder is made',
  async (kind) => {
    const file = join(makeFolder(), 'data', 'inner', 'tasks.sqlite');
    const engine = await openStore(kind + file);
    expect(await engine.countStates()).toBeDefined();
    await engine.close();
    expect(existsSync(file)).toBe(true);
  },
);

test('a database needs its package, which this one does not bring', async () => {
  const opening = openStore('postgres://somebody:secret@db.invalid/agents');
  await expect(opening).rejects.toThrow(StorePackageError);
  await expect(opening).rejects.toThrow(/npm install @formwork\/postgres$/u);
});

test('memory: keeps tasks in the process', async () => {
  const folder = makeFolder();
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  onTestFinished(() => void vi.restoreAllMocks());
  const engine = await openStore('memory:');
  expect(await engine.countStates()).toBeDefined();
  await engine.close();
  expect(readdirSync(folder)).toEqual([]);
});

test('a name that stands for no store is refused, and makes no folder', async () => {
  const opening = openStore('mysql://ada:secret@db.invalid/agents');
  await expect(opening).rejects.toThrow(StoreNameError);
  expect(existsSync('mysql:')).toBe(false);
});

test('a folder that the system lets nobody make is told at once', async () => {
  const engine = await openStore('/proc/formwork/tasks.sqlite').catch((error: unknown) => error);
  expect(String(engine)).toMatch(/its folder does not exist: \/proc\/formwork$/u);
});
