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

/** `tsc` is a program in Go: a quarter of its time goes into memory that it need not have back so soon. */
const env = { GOGC: '400', ...process.env };

/** Runs a program, whose words are seen, to its end; false if it failed. */
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
