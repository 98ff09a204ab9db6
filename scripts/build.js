// Builds all that has changed: first modules, as the builds of pages load a plugin that is one of them;
// then bundles for Node and pages at once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WORKSPACE } from './when-changed.js';

const MODULES = ['node_modules/typescript/bin/tsc', '-b', 'tsconfig.build.json', '--noCheck'];
const MADE_OF_MODULES = [
  ['scripts/bundle-packages.js'],
  ['apps/forms/scripts/build-page.js'],
  ['packages/mcp/scripts/build-view.js'],
];

/**
 * The environment of all steps. `tsc` is a program in Go that spends a quarter of its time on
 * collecting garbage; a higher `GOGC` makes it collect less often.
 */
const env = { GOGC: '400', ...process.env };

/** Runs a program with its output shown; resolves with false if it failed. */
async function run([program, ...args]) {
  const child = spawn(process.execPath, [join(WORKSPACE, program), ...args], {
    cwd: WORKSPACE,
    env,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

const isBuilt =
  (await run(MODULES)) && (await Promise.all(MADE_OF_MODULES.map(run))).every(Boolean);
if (!isBuilt) process.exitCode = 1;
