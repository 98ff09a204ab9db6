// Installs the browsers that tests need, unless the machine has them: Chromium and Firefox, and with
// the word "webkit" WebKit as well.
//
//   node test/src/support/ensure-browser.ts [webkit]
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DOWNLOADS, findBrowser, findWebKit } from './find-browser.ts';

/** A browser that tests need, and the ways to get it. */
interface Wanted {
  readonly name: string;
  /** Returns true if the machine has the browser. */
  readonly isThere: () => boolean;
  /**
   * The Debian packages of the browser, as lists of packages that are installed together, in the
   * order in which the lists are tried.
   */
  readonly packages: readonly (readonly string[])[];
  /** Downloads the browser where there is no package; absent if nothing can be downloaded. */
  readonly download?: () => void;
  /** Tells how a person gets the browser. */
  readonly advice: string;
}

const WANTED: readonly Wanted[] = [
  {
    name: 'Chromium',
    isThere: () => findBrowser() !== undefined,
    // The first has no windows and is smaller, but older releases of Debian lack it.
    packages: [['chromium-headless-shell'], ['chromium']],
    download() {
      const packageFile = createRequire(import.meta.url).resolve('playwright-core/package.json');
      run(process.execPath, [join(dirname(packageFile), 'cli.js'), 'install', 'chromium']);
    },
    advice: 'install one, or name it by CHROMIUM_PATH',
  },
  {
    name: 'Firefox',
    isThere: () => findBrowser('firefox') !== undefined,
    packages: [['firefox-esr']],
    download() {
      const tool = ['--yes', '--prefer-offline', '@puppeteer/browsers@3.2.6'];
      run('npx', [...tool, 'install', 'firefox@stable', '--path', DOWNLOADS]);
    },
    advice: 'install one, or name it by FIREFOX_PATH',
  },
  ...(process.argv.includes('webkit')
    ? [
        {
          name: 'WebKit',
          isThere: () => findWebKit() !== undefined,
          packages: [['webkit2gtk-driver', 'xvfb']],
          advice: 'install webkit2gtk-driver and xvfb',
        },
      ]
    : []),
];

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

function installPackages(packages: readonly string[]): boolean {
  return run('apt-get', ['install', '-qq', '-y', '--no-install-recommends', ...packages]);
}

/**
 * Installs a browser: Debian's packages if this process is root on Debian, because the libraries
 * come with them, else the browser as its makers build it.
 */
function install({ name, packages, download }: Wanted): void {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && run('apt-get', ['--version'])) {
    console.log(`Installing ${name} ...`);
    if (packages.some(installPackages)) return;
    run('apt-get', ['update', '-qq']);
    if (packages.some(installPackages)) return;
  }
  download?.();
}

for (const wanted of WANTED) {
  if (wanted.isThere()) continue;
  install(wanted);
  // This is no reason to stop: only the tests that need the browser fail, and say so.
  if (!wanted.isThere()) console.error(`There is no ${wanted.name}: ${wanted.advice}.`);
}
