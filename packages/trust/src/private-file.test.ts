import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFilePins } from './files.ts';
import { readPrivateFile, withFileLock, writePrivateFile } from './private-file.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-private-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('writePrivateFile() makes the folder and the file for their owner alone', () => {
  const folder = join(makeFolder(), 'own');
  const file = join(folder, 'pins.json');
  expect(readPrivateFile(file)).toEqual({ kind: 'missing' });
  writePrivateFile(file, 'one');
  writePrivateFile(file, 'two');
  expect([modeOf(folder), modeOf(file)]).toEqual(['700', '600']);
  expect(readPrivateFile(file)).toEqual({ kind: 'read', text: 'two' });
  expect(readdirSync(folder)).toEqual(['pins.json']);
});

test('writePrivateFile() replaces a file that others could read, and leaves no draft behind', () => {
  const folder = makeFolder();
  const file = join(folder, 'secrets.json');
  writeFileSync(file, 'old', { mode: 0o644 });
  writePrivateFile(file, 'new');
  expect(modeOf(file)).toBe('600');
  // A folder with the name of the file makes the renaming fail.
  mkdirSync(join(folder, 'taken', 'in'), { recursive: true });
  expect(() => writePrivateFile(join(folder, 'taken'), 'text')).toThrow(/EISDIR|ENOTEMPTY/u);
  expect(readdirSync(folder).toSorted()).toEqual(['secrets.json', 'taken']);
});

test.each([0o640, 0o604, 0o620, 0o602, 0o610])(
  'readPrivateFile() does not read a file of mode %o',
  (mode) => {
    const file = join(makeFolder(), 'secrets.json');
    writeFileSync(file, 'secret');
    chmodSync(file, mode);
    expect(readPrivateFile(file)).toEqual({ kind: 'exposed' });
  },
);

test('createFilePins() takes no pins that others could have written', async () => {
  const file = join(makeFolder(), 'pins.json');
  writeFileSync(file, '{"pins":{}}', { mode: 0o600 });
  expect(await createFilePins(file).get('https://a.example/')).toBeUndefined();
  chmodSync(file, 0o606);
  await expect(createFilePins(file).get('https://a.example/')).rejects.toThrow('others');
});

test('processes that change at once keep the changes of each other, and take over left locks once', async () => {
  const folder = makeFolder();
  const file = join(folder, 'pins.json');
  const program = `
    import { createFilePins, withFileLock } from ${JSON.stringify(new URL('files.ts', import.meta.url).href)};
    import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
    const [, folder, name] = process.argv;
    const pins = createFilePins(folder + '/pins.json');
    for (let index = 0; index < 15; index += 1) {
      const seenAt = new Date().toISOString();
      await pins.set(name + index, { keys: [], covers: 'card', seenAt });
    }
    const count = folder + '/count';
    /** Leaves a lock behind, as a process does that ends within its change. */
    function leaveLock() {
      try {
        writeFileSync(count + '.lock', '', { flag: 'wx' });
        utimesSync(count + '.lock', 0, 0);
      } catch {}
    }
    for (let index = 0; index < 200; index += 1) {
      leaveLock();
      await withFileLock(count, () =>
        writeFileSync(count, String(Number(readFileSync(count, { encoding: 'utf8', flag: 'a+' })) + 1)));
    }`;
  const names = ['a', 'b', 'c'];
  const codes = names.map(async (name) => {
    const args = ['--conditions=@formwork/source', '--input-type=module', '-e', program];
    const child = spawn(process.execPath, [...args, folder, name], { stdio: 'inherit' });
    const [code] = (await once(child, 'exit')) as [number];
    return code;
  });
  expect(await Promise.all(codes)).toEqual([0, 0, 0]);
  const { pins } = JSON.parse(readFileSync(file, 'utf8')) as { readonly pins: object };
  expect(Object.keys(pins)).toHaveLength(45);
  expect(readFileSync(join(folder, 'count'), 'utf8')).toBe('600');
});

test('a lock that a process left behind is taken over', async () => {
  const file = join(makeFolder(), 'pins.json');
  writeFileSync(`${file}.lock`, '');
  const old = Date.now() / 1_000 - 60;
  utimesSync(`${file}.lock`, old, old);
  await withFileLock(file, () => writePrivateFile(file, 'text'));
  expect(readPrivateFile(file)).toEqual({ kind: 'read', text: 'text' });
});

test('a change that took too long leaves the lock of the next process alone', async () => {
  const file = join(makeFolder(), 'pins.json');
  const lock = `${file}.lock`;
  let endFirst = (): void => undefined;
  let endSecond = (): void => undefined;
  const first = withFileLock(file, () => new Promise<void>((resolve) => (endFirst = resolve)));
  utimesSync(lock, 0, 0);
  const second = withFileLock(file, () => new Promise<void>((resolve) => (endSecond = resolve)));
  endFirst();
  await first;
  const third = withFileLock(file, () => 'in', { patienceMs: 30 });
  await expect(third).rejects.toThrow('another process has locked it');
  endSecond();
  await second;
  expect(readdirSync(join(file, '..'))).toEqual([]);
});
