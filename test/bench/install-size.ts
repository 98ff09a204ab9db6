// Measures what a new project installs for production: it packs the packages, makes a project of
// them, installs it as its Dockerfile does, and counts the packages and the megabytes of files,
// which are what its image holds beside Node. The page of forms must have been built.
//
//   npm run build && node test/bench/install-size.ts
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { toFigure, type Figure } from './table/figure.ts';

const WORKSPACE = fileURLToPath(new URL('../../', import.meta.url));
const COMMAND = join(WORKSPACE, 'packages/cli/bin/formwork.cjs');

/** The output of `scripts/measure-install.js`. */
interface Install {
  readonly packages: number;
  readonly megabytes: number;
}

async function measure(): Promise<Install> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-install-'));
  const run = async (program: string, args: readonly string[], cwd: string): Promise<string> =>
    (await promisify(execFile)(program, [...args], { cwd })).stdout;
  try {
    await run(process.execPath, ['scripts/pack.js', join(folder, 'packed')], WORKSPACE);
    await run(process.execPath, [COMMAND, 'new', 'agent', '--from', 'packed'], folder);
    const project = join(folder, 'agent');
    const flags = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'];
    await run('npm', ['install', ...flags], project);
    const printed = await run(process.execPath, ['scripts/measure-install.js', project], WORKSPACE);
    return JSON.parse(printed) as Install;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the packages and megabytes of a new project. */
export async function toFigures(): Promise<readonly Figure[]> {
  const { packages, megabytes } = await measure();
  return [
    toFigure('packages of a new project', { unit: '', ours: [packages] }),
    toFigure('files of a new project', { unit: 'MB', ours: [megabytes] }),
  ];
}

if (import.meta.main) {
  const { packages, megabytes } = await measure();
  console.log(`${packages} packages, ${megabytes} MB`);
}
