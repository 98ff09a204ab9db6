import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { preparePrivateFile, tightenMode } from './private-file.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-private-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function readMode(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

test('preparePrivateFile() makes a file for its owner alone', () => {
  const file = join(makeFolder(), 'a.sqlite');
  preparePrivateFile(file);
  expect(readMode(file)).toBe('600');
});

test('preparePrivateFile() takes a file, and those beside it, from others', () => {
  const file = join(makeFolder(), 'a.sqlite');
  const paths = [file, `${file}-wal`, `${file}-shm`];
  for (const path of paths) {
    writeFileSync(path, 'kept');
    chmodSync(path, 0o664);
  }
  preparePrivateFile(file);
  expect(paths.map(readMode)).toEqual(['600', '600', '600']);
});

test('preparePrivateFile() tells what the system says', () => {
  expect(() => preparePrivateFile(join(makeFolder(), 'missing', 'a.sqlite'))).toThrow('ENOENT');
});

test('tightenMode() keeps what the owner may do', () => {
  const folder = join(makeFolder(), 'blobs');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  tightenMode(folder);
  expect(readMode(folder)).toBe('700');
  tightenMode(join(folder, 'missing'));
});
