import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../errors/usage-error.ts';
import { makeFolder } from '../save/make-folder.ts';
import { toReason } from '../input/read-json-source.ts';

const TEMPLATE = fileURLToPath(new URL('../../template', import.meta.url));

/** npm leaves files with these names out of packages or takes them for its own. */
const RENAMED: Readonly<Record<string, string>> = {
  gitignore: '.gitignore',
  dockerignore: '.dockerignore',
};

/** Options of {@link createProject}. */
export interface CreateProjectOptions {
  /** Of the packages that the project needs. */
  readonly version: string;
}

/** Writes a project into a folder that is new or empty. Returns its files. @throws UsageError */
export async function createProject(
  folder: string,
  { version }: CreateProjectOptions,
): Promise<readonly string[]> {
  const name = toName(folder);
  await assertEmpty(folder);
  await assertWritable(folder);
  const written: string[] = [];
  for (const entry of await readdir(TEMPLATE, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const inside = path.slice(TEMPLATE.length + 1);
    const target = join(folder, dirname(inside), RENAMED[entry.name] ?? entry.name);
    const text = await readFile(path, 'utf8');
    await mkdir(dirname(target), { recursive: true });
    // The flag lets nothing be lost that came meanwhile.
    await writeFile(target, fill(text, { name, version }), { flag: 'wx' });
    written.push(target);
  }
  return written.toSorted();
}

function fill(text: string, { name, version }: { name: string; version: string }): string {
  return text
    .replaceAll(/^.*oxlint-disable.*\n/gmu, '')
    .replaceAll('NAME', name)
    .replaceAll('^VERSION', `^${version}`);
}

function toName(folder: string): string {
  const name = basename(resolve(folder))
    // Letters with marks keep their letter: Ünï becomes uni.
    .normalize('NFKD')
    .replaceAll(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '');
  return name === '' ? 'agent' : name;
}

/** Makes the folder. */
async function assertWritable(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (cause) {
    throw new UsageError(
      `Cannot write to ${JSON.stringify(folder)} as it must be a folder that can be made: ${toReason(cause)}`,
      { cause },
    );
  }
}

async function assertEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return [];
    const found = code === 'ENOTDIR' ? 'it is a file' : toReason(error);
    throw new UsageError(
      `Cannot write to ${JSON.stringify(folder)} as it must be a folder: ${found}`,
    );
  });
  const first = entries.find((entry) => entry !== '.git');
  if (first === undefined) return;
  throw new UsageError(
    `Cannot write to ${JSON.stringify(folder)} as it must be empty: it has ${JSON.stringify(first)}. Name a new folder: formwork new my-agent`,
  );
}
