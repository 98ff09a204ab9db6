import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { OutsideProgram } from './outside-program.ts';

/** The folder into which Firefox is downloaded where no package manager has it. */
const DOWNLOADS = join(homedir(), '.cache/puppeteer');

/** Chromium, or a browser that is made of it. */
export const CHROMIUM: OutsideProgram = {
  title: 'Chromium',
  variable: 'CHROMIUM_PATH',
  // Headless shells come first, because they draw the same pages with about a sixth less work.
  names: [
    'chromium-headless-shell',
    'chrome-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'chrome',
  ],
  listFiles: () => [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ],
  // The first has no windows and is smaller, but older releases of Debian lack it.
  packages: [['chromium-headless-shell'], ['chromium']],
  isInstalled: true,
  download() {
    const packageFile = createRequire(import.meta.url).resolve('playwright-core/package.json');
    run(process.execPath, [join(dirname(packageFile), 'cli.js'), 'install', 'chromium']);
  },
  advice:
    'install one (Debian: apt-get install chromium-headless-shell; elsewhere: npx playwright-core install chromium), or name it by CHROMIUM_PATH',
};

/** Firefox, as Mozilla and Debian build it. */
export const FIREFOX: OutsideProgram = {
  title: 'Firefox',
  variable: 'FIREFOX_PATH',
  names: ['firefox-esr', 'firefox'],
  listFiles: () =>
    ['firefox/firefox', 'Firefox.app/Contents/MacOS/firefox'].flatMap((program) =>
      globSync(join(DOWNLOADS, 'firefox/*', program)),
    ),
  packages: [['firefox-esr']],
  isInstalled: true,
  download() {
    const tool = ['--yes', '--prefer-offline', '@puppeteer/browsers@3.2.6'];
    run('npx', [...tool, 'install', 'firefox@stable', '--path', DOWNLOADS]);
  },
  advice: 'install one (Debian: apt-get install firefox-esr), or name it by FIREFOX_PATH',
};

const WEBKIT = {
  packages: [['webkit2gtk-driver', 'xvfb']],
  isInstalled: true,
  advice: 'install it (Debian: apt-get install webkit2gtk-driver xvfb)',
} as const;

/** The driver of WebKitGTK, which takes commands over HTTP. */
export const WEBKIT_DRIVER: OutsideProgram = {
  ...WEBKIT,
  title: 'WebKitWebDriver',
  names: ['WebKitWebDriver'],
};

/** The small browser that comes with the library WebKitGTK. */
export const MINI_BROWSER: OutsideProgram = {
  ...WEBKIT,
  title: 'MiniBrowser of WebKitGTK',
  names: ['MiniBrowser'],
  folders: ['usr/lib/*/webkit2gtk-4.*'],
};

/** The screen in memory on which WebKit draws, because it cannot do without. */
export const SCREEN: OutsideProgram = { ...WEBKIT, title: 'Xvfb', names: ['Xvfb'] };

function run(command: string, args: readonly string[]): void {
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}
