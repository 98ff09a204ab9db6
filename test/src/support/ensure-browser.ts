// Installs a Chromium for the tests that need one, unless the machine has one:
//
//   node test/src/support/ensure-browser.ts
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findBrowser } from './find-browser.ts';

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

function installPackage(name: string): boolean {
  return run('apt-get', ['install', '-qq', '-y', name]);
}

/**
 * The Debian packages of Chromium, in the order in which they are tried. The first has no windows
 * and is smaller, but older releases of Debian lack it.
 */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

/**
 * Installs Chromium: Debian's package if this process is root on Debian, because its libraries come
 * with it, else Playwright's build.
 */
function install(): void {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && run('apt-get', ['--version'])) {
    console.log('Installing Chromium ...');
    if (PACKAGES.some(installPackage)) return;
    run('apt-get', ['update', '-qq']);
    if (PACKAGES.some(installPackage)) return;
  }
  const packageFile = createRequire(import.meta.url).resolve('playwright-core/package.json');
  run(process.execPath, [join(dirname(packageFile), 'cli.js'), 'install', 'chromium']);
}

if (findBrowser() === undefined) {
  install();
  if (findBrowser() === undefined) {
    // This is no reason to stop: only the tests that need a browser fail, and say so.
    console.error('There is no Chromium: install one, or name it by CHROMIUM_PATH.');
  }
}
