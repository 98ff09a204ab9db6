// Checks every published package in the form in which it is published: its manifest, exports, types,
// files and size. As many packages are checked at once as the machine has cores.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findManifestFaults } from './release/manifests.js';
import { SOURCE_SCOPE } from './release/names.js';
import { packPackages } from './release/pack-packages.js';
import { findSizeFaults, measureSizes, readBudgets } from './release/sizes.js';
import { findTarballFaults } from './release/tarballs.js';

/** The pages inside of packages, which are built only if they have changed. */
const PAGES = ['apps/forms/scripts/build-page.js', 'packages/mcp/scripts/build-view.js'];

const folder = mkdtempSync(join(tmpdir(), 'formwork-check-'));
try {
  report(findManifestFaults());
  await Promise.all(PAGES.map((script) => run(process.execPath, [script])));
  const packed = await packPackages(folder, { scope: SOURCE_SCOPE });
  for (const one of packed) report(findTarballFaults(one));
  const budgets = readBudgets();
  await Promise.all([
    checkTypes(packed),
    measureSizes(packed, budgets).then((sizes) => report(findSizeFaults(sizes, budgets))),
  ]);
  if (process.exitCode === undefined) console.log(`${packed.length} packages can be published.`);
} finally {
  rmSync(folder, { recursive: true });
}

/** Checks what other programs find in the tarballs: exports and types. */
async function checkTypes(packed) {
  const waiting = packed.map(({ path }) => path);
  const checkInTurn = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      await run('publint', ['--strict', path]);
      // The style sheet is excluded, because it has no types.
      const styles = ['--exclude-entrypoints', './theme.css'];
      await run('attw', [path, '--profile', 'esm-only', '--quiet', ...styles]);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, checkInTurn));
}

/** Runs a command; prints what it says only if it fails. */
function run(command, args) {
  return new Promise((resolve) => {
    execFile(command, args, (error, stdout, stderr) => {
      if (error !== null) {
        report([`${stdout}${stderr}Failed: ${command} ${args.join(' ')}`]);
      }
      resolve();
    });
  });
}

/** Prints faults, and lets the program fail if there are any. */
function report(faults) {
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
