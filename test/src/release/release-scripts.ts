import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ROOT } from '../support/run-cli.ts';

/** A tarball of a package. */
interface PackedPackage {
  readonly name: string;
  readonly path: string;
}

/** The measured size of a tarball or a bundle, in kB. */
export interface Size {
  readonly size: number;
  readonly later?: number;
  readonly modules?: readonly string[];
  readonly parts: Readonly<Record<string, number>>;
}

/** The limit of a size, in kB. */
export interface Budget {
  readonly limit: number;
  readonly later?: number;
  readonly without?: readonly string[];
  readonly parts: Readonly<Record<string, number>>;
}

/** Sizes or budgets, by package and by import. */
export interface OfAll<Value> {
  readonly packed: Readonly<Record<string, Value>>;
  readonly bundled: Readonly<Record<string, Value>>;
}

/** The functions of `scripts/release` that tests call; the scripts are JavaScript. */
interface Scripts {
  findManifestFaults(root?: string): readonly string[];
  findTarballFaults(packed: PackedPackage): readonly string[];
  readTarball(
    path: string,
    wanted: RegExp,
  ): {
    readonly files: ReadonlyMap<string, number>;
    readonly texts: ReadonlyMap<string, string>;
  };
  createChange(names: readonly string[], scope: string): (text: string) => string;
  changeScope(options: {
    readonly from: string;
    readonly to: string;
    readonly names: readonly string[];
    readonly scope: string;
  }): Promise<void>;
  bundleImports(code: string): Promise<{ readonly first: number; readonly modules: string[] }>;
  findSizeFaults(sizes: OfAll<Size>, budgets: OfAll<Budget>): readonly string[];
  renewBudgets(
    budgets: OfAll<Budget>,
    options: { readonly sizes: OfAll<Size>; readonly name?: string },
  ): OfAll<Budget>;
  prepareRelease(
    version: string,
    options: { readonly root: string; readonly date: string },
  ): readonly string[];
}

async function load(name: string): Promise<Partial<Scripts>> {
  return (await import(join(ROOT, 'scripts/release', name))) as Partial<Scripts>;
}

const loaded = await Promise.all(
  ['manifests.js', 'tarballs.js', 'rescope.js', 'bundles.js', 'sizes.js', 'main.js'].map(load),
);

/** The functions of the scripts for releases. */
export const scripts = Object.assign({}, ...loaded) as Scripts;

/** Writes files into a new folder, which the end of the test removes, and returns its path. */
export function makeFolder(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
  return folder;
}
