import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ListeningServer } from './listening-server.ts';
import { findOrFetch } from './programs/get-program.ts';
import { findProgram, type OutsideProgram } from './programs/outside-program.ts';
import { SystemPackages } from './programs/system-packages.ts';

/** A program that no machine has. */
const ODD: OutsideProgram = {
  title: 'Formwork Oddity',
  names: ['formwork-oddity'],
  folders: ['usr/lib/oddity/*/bin'],
  packages: [['formwork-oddity']],
  advice: 'install formwork-oddity',
};

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a program of the shell that prints a text. */
function writeProgram(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho '${text}'\n`);
  chmodSync(file, 0o755);
  return file;
}

test('a program is found in packages without libraries, and with its private folder', () => {
  const [bare, full] = [makeFolder(), makeFolder()];
  const file = writeProgram(join(bare, 'usr/bin/formwork-oddity'), '1');
  expect(findProgram(ODD, [bare])).toEqual({ file, env: {} });
  writeProgram(join(full, 'usr/bin/formwork-oddity'), 'a wrapper');
  writeProgram(join(full, 'usr/lib/oddity/9/bin/formwork-oddity'), '9');
  const newest = writeProgram(join(full, 'usr/lib/oddity/10/bin/formwork-oddity'), '10');
  const libraries = join(full, 'usr/lib/x86_64-linux-gnu');
  mkdirSync(libraries);
  expect(findProgram(ODD, [full])).toEqual({ file: newest, env: { LD_LIBRARY_PATH: libraries } });
});

test('a program whose version does not serve, or that lacks its companions, is passed over', () => {
  const [old, young] = [makeFolder(), makeFolder()];
  writeProgram(join(old, 'usr/bin/formwork-oddity'), 'version 1');
  const file = writeProgram(join(young, 'usr/bin/formwork-oddity'), 'version 2');
  const serves = (path: string): boolean => readFileSync(path, 'utf8').includes('version 2');
  expect(findProgram({ ...ODD, serves }, [old, young])?.file).toBe(file);
  const companions = ['formwork-oddity-dump'];
  expect(findProgram({ ...ODD, companions }, [old, young])).toBeUndefined();
  writeProgram(join(young, 'usr/bin/formwork-oddity-dump'), '');
  expect(findProgram({ ...ODD, companions }, [old, young])?.file).toBe(file);
});

test('a missing program is one sentence, which says what to install', async () => {
  const message = 'There is no Formwork Oddity for this test: install formwork-oddity.';
  await expect(findOrFetch({ ...ODD, packages: [] })).rejects.toThrow(message);
});

/** Makes a place of packages with one version of the program, as those of Debian are. */
function publish(place: string, version: string): void {
  const root = join(makeFolder(), 'root');
  writeProgram(join(root, 'usr/bin/formwork-oddity'), version);
  mkdirSync(join(root, 'DEBIAN'));
  const control = `Package: formwork-oddity\nVersion: ${version}\nArchitecture: all\nMaintainer: Test <test@example.com>\nDescription: a test\n`;
  writeFileSync(join(root, 'DEBIAN/control'), control);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
  const name = `formwork-oddity_${version}_all.deb`;
  const run = (command: string, ...args: string[]): string =>
    execFileSync(command, args, { encoding: 'utf8' });
  run('dpkg-deb', '--root-owner-group', '--build', root, join(place, name));
  const [sum] = run('sha256sum', join(place, name)).split(' ');
  const size = readFileSync(join(place, name)).length;
  const entry = `${control}Filename: ./${name}\nSize: ${size}\nSHA256: ${sum}\n`;
  writeFileSync(join(place, 'Packages'), entry);
}

test('packages that have moved on since the lists were read are found in new lists', async () => {
  const [folder, place] = [makeFolder(), join(makeFolder(), 'place')];
  const sources = join(folder, 'sources.list');
  writeFileSync(sources, `deb [trusted=yes] copy:${place} ./\n`);
  const only = [`sourcelist=${sources}`, 'sourceparts=/dev/null'];
  const options = only.flatMap((option) => ['-o', `Dir::Etc::${option}`]);
  const system = new SystemPackages(folder, options);
  if (!SystemPackages.areThere) {
    await expect(system.unpack(['formwork-oddity'])).rejects.toThrow('ENOENT');
    return;
  }
  publish(place, '1.0');
  const other = { ...ODD, names: ['formwork-other'], packages: [['formwork-other']] };
  await expect(findOrFetch(other, system)).rejects.toThrow('There is no Formwork Oddity');
  publish(place, '2.0');
  const { file } = await findOrFetch(ODD, system);
  expect(execFileSync(file, { encoding: 'utf8' })).toBe('2.0\n');
  // What is there already is used as it is.
  publish(place, '3.0');
  expect(await findOrFetch(ODD, system)).toEqual({ file, env: {} });
});

test('lists that cannot be read are the cause, not what they lack', async () => {
  const nowhere = ['http', 'https'].map((kind) => `Acquire::${kind}::Proxy=http://127.0.0.1:9`);
  const options = ['Acquire::Retries=0', ...nowhere].flatMap((option) => ['-o', option]);
  const system = new SystemPackages(makeFolder(), options);
  const error: unknown = await system
    .unpack(['formwork-oddity'])
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    message: expect.stringContaining('their lists could not be read'),
    cause: SystemPackages.areThere
      ? { stderr: expect.stringMatching(/connect to 127\.0\.0\.1:9/u) }
      : { code: 'ENOENT' },
  });
});

test('a server that ends before it listens is an error with its last lines', async () => {
  const file = writeProgram(join(makeFolder(), 'server'), 'I have no data.');
  await expect(ListeningServer.start({ file, env: {} }, [], { port: 1 })).rejects.toThrow(
    `Cannot start ${file} because it must listen on port 1: it does not, and wrote last:\nI have no data.`,
  );
  const missing = join(dirname(file), 'missing');
  await expect(ListeningServer.start({ file: missing, env: {} }, [], { port: 1 })).rejects.toThrow(
    `spawn ${missing} ENOENT`,
  );
});
