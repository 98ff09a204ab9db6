import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const APPLICATIONS = [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** `CHROMIUM_PATH`, else a Chromium that is installed, also by Playwright; `undefined` for none. */
export function findBrowser() {
    const named = process.env['CHROMIUM_PATH'];
    if (named !== undefined && named !== '')
        return named;
    const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
    const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
    return [...candidates, ...APPLICATIONS, chromium.executablePath()].find((path) => existsSync(path));
}
