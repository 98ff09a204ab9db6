// Checks every published package in the form in which it is published: its manifest, exports, types,
// files and size. Exports and types are checked in this process, because starting a program for each
// package takes ten times as long.

import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { findManifestFaults } from './release/manifests.js';
import { SOURCE_SCOPE } from './release/names.js';
import { packPackages } from './release/pack-packages.js';
import { findSizeFaults, measureSizes, readBudgets } from './release/sizes.js';
import { findTarballFaults } from './release/tarballs.js';

/** The pages inside of packages, which are built only if they have changed. */
const PAGES = [
  'apps/forms/scripts/build-page.js',
  'apps/console/scripts/build-page.js',
  'packages/mcp/scripts/build-view.js',
  'packages/embed/scripts/build-element.js',
];

/** Ways to resolve modules that packages without CommonJS do not support. */
const UNSUPPORTED = new Set(['node10', 'node16-cjs']);

/** Entries of packages that have no types: the style sheet. */
const UNTYPED = [
  './element.js',
  './form.css',
  './page.css',
  './result.css',
  './beside.css',
  './roomy.css',
  './task.css',
  './theme.css',
];

const folder = mkdtempSync(join(tmpdir(), 'formwork-check-'));
try {
  report(findManifestFaults());
  await Promise.all(PAGES.map(build));
  const packed = await packPackages(folder, { scope: SOURCE_SCOPE });
  for (const one of packed) {
    report(findTarballFaults(one));
    report(await findExportFaults(one));
  }
  const budgets = readBudgets();
  report(findSizeFaults(await measureSizes(packed, budgets), budgets));
  if (process.exitCode === undefined) console.log(`${packed.length} packages can be published.`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Returns what other programs would find wrong with the exports and types of a tarball. */
async function findExportFaults({ path }) {
  const data = new Uint8Array(readFileSync(path));
  const { messages, pkg } = await publint({ strict: true, pack: { tarball: data.buffer } });
  const { problems = [] } = await checkPackage(createPackageFromTarballData(data), {
    excludeEntrypoints: UNTYPED,
  });
  const faults = [
    ...messages.map((message) => formatMessage(message, pkg)),
    ...problems
      .filter(({ resolutionKind }) => !UNSUPPORTED.has(resolutionKind))
      .map(({ trace: _trace, ...problem }) => `types: ${JSON.stringify(problem)}`),
  ];
  return faults.map((fault) => `${basename(path)}: ${fault}`);
}

/** Runs a script that builds a page; prints what it says only if it fails. */
function build(script) {
  return new Promise((resolve) => {
    execFile(process.execPath, [script], (error, stdout, stderr) => {
      if (error !== null) report([`${stdout}${stderr}Failed: ${script}`]);
      resolve();
    });
  });
}

/** Prints faults, and lets the program fail if there are any. */
function report(faults) {
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
