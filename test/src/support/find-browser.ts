import { existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

/** The browsers that are one program, unlike WebKit (see {@link findWebKit}). */
export type BrowserName = 'chromium' | 'firefox';

/** The places where a browser may be. */
interface Places {
  /** The environment variable that names its program. */
  readonly variable: string;
  /** The names of its program on the `PATH`, in the order to try. */
  readonly names: readonly string[];
  /** The paths of its program among the applications of macOS. */
  readonly applications: readonly string[];
  /** Lists the paths of programs that `ensure-browser.ts` downloads. */
  readonly listDownloads: () => readonly string[];
}

/** The folder into which `ensure-browser.ts` downloads Firefox where no package manager has it. */
export const DOWNLOADS = join(homedir(), '.cache/puppeteer');

const PLACES: Readonly<Record<BrowserName, Places>> = {
  chromium: {
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
    applications: [
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    listDownloads: () => [chromium.executablePath()],
  },
  firefox: {
    variable: 'FIREFOX_PATH',
    names: ['firefox-esr', 'firefox'],
    applications: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    listDownloads: () =>
      ['firefox/firefox', 'Firefox.app/Contents/MacOS/firefox'].flatMap((program) =>
        globSync(join(DOWNLOADS, 'firefox/*', program)),
      ),
  },
};

/**
 * Finds the path of a browser: the one that `CHROMIUM_PATH` or `FIREFOX_PATH` names, else one on
 * the `PATH`, among the applications of macOS, or downloaded; `undefined` if there is none.
 */
export function findBrowser(browser: BrowserName = 'chromium'): string | undefined {
  const { variable, names, applications, listDownloads } = PLACES[browser];
  const named = process.env[variable];
  if (named !== undefined && named !== '') return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...applications, ...listDownloads()].find((path) => existsSync(path));
}

/** The programs by which a test uses WebKit. */
export interface WebKitPrograms {
  /** The driver, which takes commands over HTTP. */
  readonly driver: string;
  /** The small browser that comes with the library WebKitGTK. */
  readonly browser: string;
  /** The screen in memory on which the browser draws, because it cannot do without. */
  readonly screen: string;
}

/** Finds the programs of WebKitGTK, as Debian installs them; `undefined` if one is missing. */
export function findWebKit(): WebKitPrograms | undefined {
  const [driver, screen, browser] = [
    '/usr/bin/WebKitWebDriver',
    '/usr/bin/Xvfb',
    ...globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').toSorted(),
  ];
  const isThere = [driver, screen].every(existsSync);
  return isThere && browser !== undefined ? { driver, browser, screen } : undefined;
}
