import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findConfigFolder, makeFolder, makeFolderOf, tightenConfigFolder } from './folders.ts';

function makeHome(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['formwork', 'other']) {
    mkdirSync(join(folder, name));
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('tightenConfigFolder() takes the folder of the command from others, and no other one', () => {
  const home = makeHome();
  const env = { XDG_CONFIG_HOME: home };
  for (const name of ['formwork', 'other']) {
    tightenConfigFolder(join(home, name, 'sign-ins.json'), env);
  }
  tightenConfigFolder(join(home, 'formwork', 'missing', 'sign-ins.json'), env);
  expect(['formwork', 'other'].map((name) => modeOf(join(home, name)))).toEqual(['700', '755']);
  tightenConfigFolder('sign-ins.json', { XDG_CONFIG_HOME: join(home, 'missing') });
});

test.each([{}, { XDG_CONFIG_HOME: '' }])('findConfigFolder() is at home with %j', (env) => {
  expect(findConfigFolder(env)).toBe(join(homedir(), '.config', 'formwork'));
});

test('several that make a folder at the same time all find it made', async () => {
  const folder = join(makeHome(), 'a', 'b', 'c');
  await Promise.all(Array.from({ length: 8 }, () => makeFolder(folder, { mode: 0o700 })));
  expect(modeOf(folder)).toBe('700');
});

test('a file whose folder is a file is refused by its name', async () => {
  const file = join(makeHome(), 'plan');
  writeFileSync(file, '');
  for (const inside of [join(file, 'a.sqlite'), join(file, 'b', 'a.sqlite')]) {
    await expect(makeFolderOf(inside)).rejects.toThrow(
      `Cannot open ${JSON.stringify(inside)} because its folder must be one that can be made`,
    );
  }
});
