// Builds all parts that have changed: first the modules, because the builds of pages load a plugin
// among them, and then the bundles for Node and the pages together.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WORKSPACE } from './when-changed.js';

const MODULES = ['node_modules/typescript/bin/tsc', '-b', 'tsconfig.build.json', '--noCheck'];
const MADE_OF_MODULES = [
  ['scripts/bundle-packages.js'],
  ['apps/forms/scripts/build-page.js'],
  ['apps/console/scripts/build-page.js'],
  ['packages/mcp/scripts/build-view.js'],
  ['packages/embed/scripts/build-element.js'],
];

/**
 * The environment variables of all build steps. `tsc` is a Go program that spends a quarter of its
 * time on garbage collection; a higher `GOGC` makes it collect less often.
 */
const env = { GOGC: '400', ...process.env };

/** Runs a Node program and shows its output; resolves with false if it failed. */
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
