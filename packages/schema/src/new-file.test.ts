import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type FileCalls, publishNewFile } from './new-file.ts';

/** The calls on a file system that has no links. */
const linkless = (code: string): FileCalls => ({
  ...files,
  link: () => Promise.reject(Object.assign(new Error('no links'), { code })),
});

/** The calls on a server of files that is restarted before it answers, and then does it again. */
const restarted: FileCalls = {
  ...files,
  link: async (from, to) => {
    await files.link(from, to);
    await files.link(from, to);
  },
};

test.each([
  ['with links', files],
  ['without links', linkless('EPERM')],
  ['without links on Windows', linkless('EISDIR')],
  ['with an answer that is lost', restarted],
] as const)('a draft gets a free name only, %s', async (...[, calls]) => {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [first, second, name] = ['1', '2', 'name'].map((path) => join(folder, path)) as [
    string,
    string,
    string,
  ];
  for (const draft of [first, second]) writeFileSync(draft, draft);
  expect(await publishNewFile(first, name, calls)).toBe(true);
  expect(await publishNewFile(second, name, calls)).toBe(false);
  expect(readFileSync(name, 'utf8')).toBe(first);
  expect(readdirSync(folder)).toEqual(['2', 'name']);
  await expect(publishNewFile(first, `${name}2`, calls)).rejects.toThrow('ENOENT');
});
