// Projects beside the workspace, with packages and a lockfile of their own, which `npm start` and users
// of the packages do not install.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { whenChanged } from './when-changed.js';

const PNPM = ['--yes', '--prefer-offline', 'pnpm@12.21.0'];

/** Installs the packages of a project if its lockfile has changed, or one of them is not there. */
export async function installProject(folder, output) {
  const sources = [join(folder, 'package.json'), join(folder, 'pnpm-lock.yaml')];
  await whenChanged({ folder, name: 'install', outputs: [output], sources }, () =>
    runIn(folder, 'npx', [...PNPM, 'install', '--frozen-lockfile', '--silent']),
  );
}

/** Runs a program in a folder; ends this one if it fails. */
export async function runIn(folder, program, args) {
  const child = spawn(program, args, { cwd: folder, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exit(code ?? 1);
}
