// Checks every published package in the form in which it is shipped: its exports, types and files.
// All are checked in this process, because starting a program for each takes ten times as long.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { WORKSPACE } from './when-changed.js';

/** Ways to resolve modules that packages without CommonJS do not support. */
const UNSUPPORTED = new Set(['node10', 'node16-cjs']);

/** Entries of packages that have no types: the style sheet. */
const UNTYPED = ['./theme.css'];

const folder = mkdtempSync(join(tmpdir(), 'formwork-packed-'));
try {
  const { status } = spawnSync(process.execPath, [join(WORKSPACE, 'scripts/pack.js'), folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const names = readdirSync(folder);
  if (status !== 0 || names.length === 0) throw new Error('Cannot check what cannot be packed.');
  for (const name of names) {
    const faults = await findFaults(new Uint8Array(readFileSync(join(folder, name))));
    for (const fault of faults) console.error(`${name}: ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  }
  console.log(`Checked ${names.length} packages.`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Returns what is wrong with a packed package, a sentence for each fault. */
async function findFaults(data) {
  const { messages, pkg } = await publint({ strict: true, pack: { tarball: data.buffer } });
  const { problems = [] } = await checkPackage(createPackageFromTarballData(data), {
    excludeEntrypoints: UNTYPED,
  });
  return [
    ...messages.map((message) => formatMessage(message, pkg)),
    ...problems
      .filter(({ resolutionKind }) => !UNSUPPORTED.has(resolutionKind))
      .map(({ trace: _trace, ...problem }) => `types: ${JSON.stringify(problem)}`),
  ];
}
