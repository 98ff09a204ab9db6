// Installs what `npm start` builds and runs, and the command, which people call the demo with. Tests
// and examples bring the rest. Once `npm test` has installed all of it, all of it is kept.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WORKSPACE } from './when-changed.js';

/** The demo and the command with the packages that they need, and the workspace, which has the tools. */
const NEEDED = ['@formwork/demo...', '@formwork/cli...', 'formwork-workspace'];

const isComplete = existsSync(join(WORKSPACE, 'test/node_modules'));
const filters = isComplete ? [] : ['--', ...NEEDED.flatMap((name) => ['--filter', name])];
const { status } = spawnSync('npm', ['run', '--silent', 'setup', ...filters], {
  cwd: WORKSPACE,
  stdio: 'inherit',
  // On Windows, npm is a script of the shell.
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
