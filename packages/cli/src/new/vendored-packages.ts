import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../errors/errors.ts';
import { toReason } from '../input/read-json-source.ts';

/**
 * The folder in a project for the packages that it brings, so that the project can be copied as a
 * whole.
 */
export const VENDOR = 'vendor';

/**
 * The packages that users install only if they need them. A project contains them and does not
 * depend on them.
 */
const OPTIONAL: ReadonlySet<string> = new Set(['@formwork/postgres', '@formwork/s3']);

/** The package whose tarball tells a folder of packed packages from any other folder. */
const CORE = '@formwork/core';

/** The scope, taken from a name, because packing may give names of packages another scope. */
const SCOPE = CORE.slice(1, CORE.indexOf('/'));

/** A packed package, such as `@formwork/core` in `formwork-core-0.1.0.tgz`. */
export interface PackedPackage {
  readonly name: string;
  /** The name of the package's file in {@link VENDOR}. */
  readonly file: string;
  /** The path at which the packed package is now. */
  readonly path: string;
}

interface Dependencies {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Finds the packages that `npm run pack` has written into a folder. @throws UsageError */
export async function findPackages(
  folder: string,
  version: string,
): Promise<readonly PackedPackage[]> {
  const refuse = (fault: string, cause?: unknown): UsageError =>
    new UsageError(
      `Cannot use the packages of ${JSON.stringify(folder)} because it must be a folder that "npm run pack" has written: ${fault}`,
      { cause },
    );
  const files = await readdir(folder).catch((error: unknown) => {
    throw refuse(toReason(error), error);
  });
  const packages = files.flatMap((file): readonly PackedPackage[] => {
    const [prefix, suffix] = [`${SCOPE}-`, `-${version}.tgz`];
    if (!file.startsWith(prefix) || !file.endsWith(suffix)) return [];
    const name = file.slice(prefix.length, -suffix.length);
    if (!/^[a-z][a-z\d-]*$/u.test(name)) return [];
    return [{ name: `@${SCOPE}/${name}`, file, path: join(folder, file) }];
  });
  if (!packages.some(({ name }) => name === CORE)) {
    throw refuse(`it has no ${SCOPE}-core-${version}.tgz`);
  }
  return packages;
}

/**
 * Points dependencies at the packages in the project's own folder. Overrides do the same for the
 * packages' dependencies on each other, which npm would otherwise look up in a registry. Optional
 * packages have no override, because npm refuses to install a package beside an override of it.
 */
export function toVendored(
  { dependencies, devDependencies }: Dependencies,
  packages: readonly PackedPackage[],
): Dependencies & { readonly overrides: Readonly<Record<string, string>> } {
  const places = new Map(packages.map(({ name, file }) => [name, `file:${VENDOR}/${file}`]));
  const move = (list: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(list).map(([name, range]) => [name, places.get(name) ?? range]),
    );
  const isDirect = (name: string): boolean => name in dependencies || name in devDependencies;
  return {
    dependencies: move(dependencies),
    devDependencies: move(devDependencies),
    overrides: Object.fromEntries(
      // For a direct dependency, npm refuses any override but this reference to it.
      [...places]
        .filter(([name]) => isDirect(name) || !OPTIONAL.has(name))
        .map(([name, specifier]) => [name, isDirect(name) ? `$${name}` : specifier]),
    ),
  };
}

/**
 * Replaces commands that install an optional package, such as `npm install @formwork/postgres`, by
 * those that install the project's own copy of it.
 */
export function editCommands(text: string, packages: readonly PackedPackage[]): string {
  const files = new Map(packages.map(({ name, file }) => [name, file]));
  return text.replaceAll(/npm install (@[\w.-]+\/[a-z\d-]+)/gu, (command, name: string) => {
    const file = files.get(name);
    return file === undefined ? command : `npm install ./${VENDOR}/${file}`;
  });
}

/** Copies packages into a project, and returns their paths. */
export async function writePackages(
  packages: readonly PackedPackage[],
  project: string,
): Promise<readonly string[]> {
  const folder = join(project, VENDOR);
  await mkdir(folder, { recursive: true });
  return Promise.all(
    packages.map(async ({ file, path }) => {
      const target = join(folder, file);
      await copyFile(path, target);
      return target;
    }),
  );
}
