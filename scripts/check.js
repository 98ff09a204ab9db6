// Runs all checks besides the tests: `npm run check`. Most of them use one processor, so two rows of
// them run at once; the linter, which uses all, follows.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WORKSPACE } from './when-changed.js';

// Each further checker of a project reads the types of libraries again; other projects and checks use
// the second processor.
const TYPES = ['node_modules/typescript/bin/tsc', '-b', '--checkers', '1'];
const LINT = ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'];

/** Packed packages contain what the compiler writes, so they are checked after it. */
const AFTER_TYPES = [TYPES, ['scripts/check-packages.js']];
const OF_SOURCES = [
  ['scripts/bundle-packages.js'],
  ['node_modules/oxfmt/bin/oxfmt', '--check'],
  ['node_modules/knip/bin/knip.js'],
  ['scripts/supply/main.js'],
  ['scripts/reference.js', '--check'],
  ['scripts/house/main.js'],
];

/**
 * The environment variables of all checks. The compiler and the linter are Go programs; a higher
 * `GOGC` makes them collect garbage less often.
 */
const env = { GOGC: '400', ...process.env };

/** Runs a Node program, and prints its output when it has ended, so that outputs do not mix. */
async function run([program, ...args]) {
  const child = spawn(process.execPath, [join(WORKSPACE, program), ...args], {
    cwd: WORKSPACE,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pieces = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => pieces.push(piece));
  }
  const [code] = await once(child, 'close');
  process.stdout.write(Buffer.concat(pieces));
  if (code === 0) return;
  console.error(`Failed: ${[program, ...args].join(' ')}`);
  process.exitCode = 1;
}

async function runInTurn(checks) {
  for (const check of checks) await run(check);
}

await Promise.all([AFTER_TYPES, OF_SOURCES].map(runInTurn));
await run(LINT);
