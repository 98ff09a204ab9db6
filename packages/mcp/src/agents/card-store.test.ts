import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCardStore } from './card-store.ts';

const KEY = { alias: 'shop', url: 'https://shop.example/?key=secret' };

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-cards-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'a', 'b');
}

function open(folder: string) {
  const logged: string[] = [];
  const log = (message: string): void => void logged.push(message);
  return { store: createCardStore({ folder, logger: { info: log, warn: log } }), logged };
}

const listFiles = (folder: string): readonly string[] =>
  readdirSync(folder).map((name) => join(folder, name));

test('gives back what was written last, to the owner only', async () => {
  const folder = makeFolder();
  const { store } = open(folder);
  expect(await store.read(KEY)).toBeUndefined();
  await store.write(KEY, '{"a":1}');
  await store.write(KEY, '{"a":2}');
  await store.write({ ...KEY, alias: 'other' }, '{"a":3}');
  expect(await open(folder).store.read(KEY)).toBe('{"a":2}');
  const files = listFiles(folder);
  expect(files).toHaveLength(2);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const file of files) {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(`${file} ${readFileSync(file, 'utf8')}`).not.toContain('secret');
  }
});

test.each([
  ['cut off', (file: string) => writeFileSync(file, '{"kind":"formwork-card-1","te')],
  [
    'of another form',
    (file: string) => writeFileSync(file, '{"kind":"formwork-card-2","text":"x"}'),
  ],
  ['no text', (file: string) => writeFileSync(file, '{"kind":"formwork-card-1","text":1}')],
  ['too large', (file: string) => writeFileSync(file, ' '.repeat(5_000_000))],
  ['one that others may write', (file: string) => chmodSync(file, 0o666)],
  [
    'a link',
    (file: string) => {
      const target = `${file}.target`;
      writeFileSync(target, readFileSync(file), { mode: 0o600 });
      rmSync(file);
      symlinkSync(target, file);
    },
  ],
])('takes no notice of a file that is %s, and writes it anew', async (_what, spoil) => {
  const folder = makeFolder();
  const { store, logged } = open(folder);
  await store.write(KEY, '{}');
  const [file = ''] = listFiles(folder);
  spoil(file);
  expect(await store.read(KEY)).toBeUndefined();
  await store.write(KEY, '{"new":true}');
  expect(await store.read(KEY)).toBe('{"new":true}');
  expect(logged).toEqual([]);
});

test('says once that nothing can be written', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, '..', '..', 'file'), '');
  const { store, logged } = open(join(folder, '..', '..', 'file', 'folder'));
  await store.write(KEY, '{}');
  await store.write(KEY, '{}');
  expect(await store.read(KEY)).toBeUndefined();
  expect(logged).toEqual([expect.stringContaining('will not outlive this process')]);
});

test('keeps so many, those written last, and no old drafts', async () => {
  const folder = makeFolder();
  await open(folder).store.write(KEY, '{}');
  const [cardFile = ''] = listFiles(folder);
  const toName = (index: number): string => index.toString(16).padStart(64, '0');
  for (let index = 0; index < 510; index += 1) {
    const file = join(folder, `${toName(index)}.json`);
    writeFileSync(file, '{}');
    utimesSync(file, 1000 + index, 1000 + index);
  }
  const draft = join(folder, `${toName(1)}.json.77.0123abcd`);
  writeFileSync(draft, '');
  utimesSync(draft, 1000, 1000);
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  await open(folder).store.write(KEY, '{"a":1}');
  const files = listFiles(folder);
  expect(files).toHaveLength(501);
  expect(files).toContain(cardFile);
  expect(files).toContain(join(folder, 'notes.txt'));
  expect(files).not.toContain(join(folder, `${toName(10)}.json`));
  expect(files).toContain(join(folder, `${toName(11)}.json`));
  expect(files).not.toContain(draft);
});

test('keeps nothing that is too large', async () => {
  const folder = makeFolder();
  const { store } = open(folder);
  await store.write(KEY, 'x'.repeat(4_194_304));
  expect(await store.read(KEY)).toBeUndefined();
});

test('tidies up with a later card if the folder could not be tidied up with the first one', async () => {
  const folder = makeFolder();
  mkdirSync(folder, { recursive: true });
  const [blocked = '', draft = ''] = [1, 2].map((index) =>
    join(folder, `${String(index).repeat(64)}.json.77.0123abcd`),
  );
  // The store removes files only.
  mkdirSync(blocked);
  utimesSync(blocked, 1000, 1000);
  const { store, logged } = open(folder);
  await store.write(KEY, '{"a":1}');
  expect(logged).toHaveLength(1);
  rmdirSync(blocked);
  writeFileSync(draft, '');
  utimesSync(draft, 1000, 1000);
  await store.write(KEY, '{"a":2}');
  expect(listFiles(folder)).not.toContain(draft);
  expect(await store.read(KEY)).toBe('{"a":2}');
});
