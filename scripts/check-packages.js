// Checks every published package in the form in which npm would ship it: its exports, types and
// files. As many packages are checked at once as the machine has cores.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';

let failed = false;

/** Runs a command, and prints what it says when it has ended, so that outputs do not mix. */
function run(command, args) {
  return new Promise((resolve) => {
    execFile(command, args, (error, stdout, stderr) => {
      process.stdout.write(stdout);
      process.stderr.write(stderr);
      if (error !== null) {
        console.error(`Failed: ${command} ${args.join(' ')}`);
        failed = true;
      }
      resolve();
    });
  });
}

const packages = readdirSync('packages').map((name) => `packages/${name}`);
const waiting = [...packages, 'apps/forms', 'schemas'];

async function checkInTurn() {
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    await run('publint', ['--strict', '--pack', 'npm', folder]);
    // The style sheet is excluded, because it has no types.
    const styles = ['--exclude-entrypoints', './theme.css'];
    // `attw` packs the folder into a file beside it, so a folder is checked by one at a time.
    await run('attw', ['--pack', folder, '--profile', 'esm-only', '--quiet', ...styles]);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, checkInTurn));
process.exitCode = failed ? 1 : 0;
