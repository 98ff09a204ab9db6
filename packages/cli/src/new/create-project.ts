import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../errors/errors.ts';
import { toReason } from '../input/read-json-source.ts';
import { makeFolder } from '../save/folders.ts';
import {
  editCommands,
  findPackages,
  toVendored,
  VENDOR,
  writePackages,
} from './vendored-packages.ts';

const TEMPLATE = fileURLToPath(new URL('../../template', import.meta.url));

/**
 * The files of the template that have other names in the package, because npm would leave them out
 * or use them itself.
 */
const RENAMED: Readonly<Record<string, string>> = {
  gitignore: '.gitignore',
  dockerignore: '.dockerignore',
};

/** The version of Node that a project brings as a dependency, the same as in the Dockerfile. */
const NODE = '^24';

const COPY_MANIFEST = 'COPY package*.json ./\n';

/**
 * Writes a project into a folder that is new or empty, and returns its files. @throws UsageError
 */
export async function createProject(
  folder: string,
  {
    version,
    from,
    bringsNode = false,
  }: {
    /** The version of the Formwork packages that the project needs. */
    readonly version: string;
    /**
     * A folder with packed packages, which are copied into the project. Without it, npm installs them
     * from a registry.
     */
    readonly from?: string;
    /**
     * True if the project brings its own Node, because that of the machine does not run TypeScript.
     * Default false.
     */
    readonly bringsNode?: boolean;
  },
): Promise<readonly string[]> {
  const name = toName(folder);
  await assertEmpty(folder);
  const packages = from === undefined ? undefined : await findPackages(from, version);
  await assertWritable(folder);
  const files: string[] = [];
  for (const entry of await readdir(TEMPLATE, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const inside = path.slice(TEMPLATE.length + 1);
    const target = join(folder, dirname(inside), RENAMED[entry.name] ?? entry.name);
    const template = fill(await readFile(path, 'utf8'), { name, version });
    const filled = packages === undefined ? template : editCommands(template, packages);
    const edits = { 'package.json': editManifest, Dockerfile: editDockerfile };
    const text = isKey(edits, inside) ? edits[inside](filled) : filled;
    await mkdir(dirname(target), { recursive: true });
    // The flag `wx` makes this fail for a file that another program has just written.
    await writeFile(target, text, { flag: 'wx' });
    files.push(target);
  }
  if (packages !== undefined) files.push(...(await writePackages(packages, folder)));
  return files.toSorted();

  function editManifest(text: string): string {
    /** The part of `package.json` that depends on the options of the project. */
    const manifest: {
      readonly dependencies: Readonly<Record<string, string>>;
      readonly devDependencies: Readonly<Record<string, string>>;
      readonly overrides?: Readonly<Record<string, string>>;
      /** The packages that may run scripts, or may not. */
      readonly allowScripts?: Readonly<Record<string, boolean>>;
    } = JSON.parse(text);
    const { devDependencies, allowScripts } = manifest;
    // The script of the package `node` downloads the binary for the platform; newer versions of npm
    // run it only if it is allowed.
    const additions = {
      devDependencies: { ...devDependencies, node: NODE },
      allowScripts: { ...allowScripts, node: true },
    };
    const whole = bringsNode ? { ...manifest, ...additions } : manifest;
    const edited = packages === undefined ? whole : { ...whole, ...toVendored(whole, packages) };
    return `${JSON.stringify(edited, undefined, 2)}\n`;
  }

  function editDockerfile(text: string): string {
    if (packages === undefined) return text;
    return text.replace(COPY_MANIFEST, `${COPY_MANIFEST}COPY ${VENDOR} ./${VENDOR}\n`);
  }
}

function isKey<Keys extends object>(value: Keys, key: PropertyKey): key is keyof Keys {
  return Object.hasOwn(value, key);
}

function fill(text: string, { name, version }: { name: string; version: string }): string {
  return text
    .split('\n')
    .filter((line) => !line.includes('oxlint-disable'))
    .join('\n')
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
    .replaceAll(/^-+|(?<!-)-+$/gu, '');
  return name === '' ? 'agent' : name;
}

/** Makes the project's folder if it is missing, and throws if that is impossible. */
async function assertWritable(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (cause) {
    throw new UsageError(
      `Cannot write to ${JSON.stringify(folder)} because it must be a folder that can be made: ${toReason(cause)}`,
      { cause },
    );
  }
}

async function assertEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return [];
    const reason = code === 'ENOTDIR' ? 'it is a file' : toReason(error);
    throw new UsageError(
      `Cannot write to ${JSON.stringify(folder)} because it must be a folder: ${reason}`,
    );
  });
  const first = entries.find((entry) => entry !== '.git');
  if (first === undefined) return;
  throw new UsageError(
    `Cannot write to ${JSON.stringify(folder)} because it must be empty: it has ${JSON.stringify(first)}. Name a new folder: formwork new my-agent`,
  );
}
