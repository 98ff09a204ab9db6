import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeForgottenCaches, tidyCompileCache, toCompileCache } from './compile-cache.ts';

/** Makes a cache with entries that were written at the given minutes, and read at others or never. */
function createCache(
  entries: Readonly<Record<string, readonly [written: number, read?: number]>>,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'v24'));
  for (const [name, [written, read = written]] of Object.entries(entries)) {
    const path = join(folder, 'v24', name);
    writeFileSync(path, '');
    utimesSync(path, read * 60, written * 60);
  }
  return folder;
}

const ENTRIES = {
  first: [0],
  read: [0, 30],
  second: [10],
  late: [100],
  lateRead: [100, 110],
} as const;

test.each([
  [5, ['first', 'late', 'lateRead', 'read', 'second']],
  [4, ['late', 'lateRead', 'read']],
  [3, ['late', 'lateRead', 'read']],
  [2, undefined],
])('a cache of five entries, of which %i may stay, keeps %j', (most, kept) => {
  const folder = createCache(ENTRIES);
  tidyCompileCache(folder, { most, now: 110 * 60_000 });
  const [version] = readdirSync(folder);
  expect(version && readdirSync(join(folder, version)).toSorted()).toEqual(kept);
});

test('the cache of a checkout goes when no run has used it for a week', () => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const others = ['formwork-other', 'node-compile-cache'];
  const names = [basename(toCompileCache(folder)), ...others];
  for (const name of names) mkdirSync(join(folder, name));
  const day = 24 * 3_600_000;
  removeForgottenCaches(folder, Date.now() + 6 * day);
  expect(readdirSync(folder)).toEqual(names.toSorted());
  removeForgottenCaches(folder, Date.now() + 8 * day);
  expect(readdirSync(folder)).toEqual(others);
});
