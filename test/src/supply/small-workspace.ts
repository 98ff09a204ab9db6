import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Ended } from '../support/run-cli.ts';
import { importKept } from '../support/run-kept.ts';

const HASH = `sha512-${Buffer.alloc(64, 7).toString('base64')}`;

/** The ways in which a dependency of a small workspace differs from a harmless one. */
export interface SmallWorkspace {
  /** The fields of the dependency's `package.json`. Default: an MIT licence. */
  readonly manifest?: Readonly<Record<string, unknown>>;
  /** The fields of the dependency in the lockfile, besides its hash. Default: none. */
  readonly locked?: Readonly<Record<string, unknown>>;
  /** The hash of the dependency in the lockfile; `null` for none. Default: a valid one. */
  readonly integrity?: string | null;
  /** The version range by which the published package depends on it. Default: `^1.0.0`. */
  readonly range?: string;
  /** The settings of pnpm. Default: none. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The packages in `allowed.json` whose licences are decided one by one. Default: none. */
  readonly packages?: Readonly<Record<string, unknown>>;
  /** True if the dependency lies in `node_modules`. Default true. */
  readonly isInstalled?: boolean;
}

/**
 * Makes a workspace with one published package, which depends on the package `needed`, and returns
 * its folder.
 */
export function makeWorkspace({
  manifest = { license: 'MIT' },
  locked = {},
  integrity = HASH,
  range = '^1.0.0',
  settings = {},
  packages = {},
  isInstalled = true,
}: SmallWorkspace = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-supply-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const resolution = integrity === null ? {} : { integrity };
  const { resolution: further, ...rest } = { resolution: {}, ...locked };
  // JSON is valid YAML.
  write(join(folder, 'pnpm-lock.yaml'), {
    lockfileVersion: '9.0',
    importers: {
      'packages/ours': { dependencies: { needed: { specifier: range, version: '1.0.0' } } },
    },
    packages: {
      'needed@1.0.0': { resolution: { ...resolution, ...further }, ...rest },
    },
    snapshots: { 'needed@1.0.0': {} },
  });
  write(join(folder, 'package.json'), { private: true, engines: { node: '>=22.14' } });
  write(join(folder, 'pnpm-workspace.yaml'), settings);
  write(join(folder, 'scripts/supply/allowed.json'), { licences: ['MIT', 'ISC'], packages });
  write(join(folder, 'packages/ours/package.json'), {
    name: '@formwork/ours',
    version: '0.1.0',
    license: 'Apache-2.0',
    dependencies: { needed: range },
  });
  if (isInstalled) {
    const place = 'node_modules/.pnpm/needed@1.0.0/node_modules/needed/package.json';
    write(join(folder, place), { name: 'needed', version: '1.0.0', ...manifest });
  }
  return folder;
}

function write(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(value));
}

/** Runs a script of `scripts/supply` until it ends. */
export function runSupply(script: 'main.js' | 'sbom.js', args: readonly string[]): Promise<Ended> {
  return importKept(`scripts/supply/${script}`, args);
}
