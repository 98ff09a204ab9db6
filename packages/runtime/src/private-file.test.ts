import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { preparePrivateFile, tightenOwnFolder } from './private-file.ts';

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

test.each([
  ['.formwork', '700'],
  ['tasks.sqlite-blobs', '700'],
  ['data', '755'],
  ['formwork', '755'],
  ['blobs', '755'],
])('tightenOwnFolder() leaves a folder %s with the mode %s', (name, mode) => {
  const folder = join(makeFolder(), name);
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  tightenOwnFolder(folder);
  expect(readMode(folder)).toBe(mode);
  tightenOwnFolder(join(folder, 'missing-blobs'));
});

test('preparePrivateFile() takes the folders that this project names from others', () => {
  const folder = join(makeFolder(), '.formwork');
  const file = join(folder, 'a.sqlite');
  mkdirSync(`${file}-blobs`, { recursive: true });
  for (const path of [folder, `${file}-blobs`]) chmodSync(path, 0o775);
  preparePrivateFile(file);
  expect([folder, `${file}-blobs`].map(readMode)).toEqual(['700', '700']);
});

test('preparePrivateFile() leaves a folder that the user has named', () => {
  const folder = makeFolder();
  chmodSync(folder, 0o755);
  preparePrivateFile(join(folder, 'a.sqlite'));
  expect(readMode(folder)).toBe('755');
});
