// Checks every published package in the form in which npm would ship it: its exports, types and
// files.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

let failed = false;

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) {
    console.error(`Failed: ${command} ${args.join(' ')}`);
    failed = true;
  }
}

const packages = readdirSync('packages').map((name) => `packages/${name}`);
for (const folder of [...packages, 'apps/forms', 'schemas']) {
  run('publint', ['--strict', '--pack', 'npm', folder]);
  // The style sheet is excluded, because it has no types.
  const styles = ['--exclude-entrypoints', './theme.css'];
  run('attw', ['--pack', folder, '--profile', 'esm-only', '--quiet', ...styles]);
}
process.exitCode = failed ? 1 : 0;
