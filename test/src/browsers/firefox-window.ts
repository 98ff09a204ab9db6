import puppeteer, { type Browser, type KeyInput } from 'puppeteer-core';
import { TEST_LIMIT, WAIT_LIMIT } from '../support/limits.ts';
import { FIREFOX } from '../support/programs/browsers.ts';
import { getProgram } from '../support/programs/get-program.ts';
import { toAmericanParts, type JourneyWindow } from './journey-window.ts';

/**
 * The preferences of Firefox: animations are off, as for those who ask for less motion, and a window
 * without a screen counts as the active one.
 */
const PREFERENCES = {
  'ui.prefersReducedMotion': 1,
  'intl.accept_languages': 'en-US',
  'focusmanager.testmode': true,
};

/**
 * Lets the next Tab begin at the start of the page if the last one left it at its end. Without a
 * toolbar to pass through, Firefox 140 would otherwise return to the last element for ever.
 */
const START_AGAIN = `
  if (document.activeElement === document.body) getSelection()?.collapse(document.body, 0)`;

let started: Promise<Browser> | undefined;

/**
 * Opens a window of Firefox, as Mozilla and Debian ship it, with cookies and storage of its own. The
 * first window starts Firefox, and {@link closeFirefox} ends it. Puppeteer speaks to it by WebDriver
 * BiDi.
 */
export async function openFirefox(): Promise<JourneyWindow> {
  started ??= launch();
  const browser = await started;
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  // Without the focus of its window, the parts of a date do not pass the cursor on.
  await page.bringToFront();
  // Real time: this is the limit of all pages, which the driver has to be given.
  page.setDefaultTimeout(WAIT_LIMIT);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  // A person who leaves a page that warns wants to leave.
  page.on('dialog', (dialog) => void dialog.accept());
  return {
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    async press(key, { control = false } = {}) {
      if (control) await page.keyboard.down('Control');
      // The type of Puppeteer lists all keys by name.
      await page.keyboard.press(key as KeyInput);
      if (control) await page.keyboard.up('Control');
      if (key === 'Tab') await page.evaluate(START_AGAIN);
    },
    type: (text) => page.keyboard.type(text),
    // The cursor leaves a full part of the date by itself.
    typeDate: (date) => page.keyboard.type(toAmericanParts(date).join('')),
    read: (expression) => page.evaluate(expression),
    listErrors: async () => errors,
    close: () => context.close(),
  };
}

/** Ends the Firefox of this process, if one was started. */
export async function closeFirefox(): Promise<void> {
  const browser = await started;
  started = undefined;
  await browser?.close();
}

async function launch(): Promise<Browser> {
  const { file: executablePath } = await getProgram(FIREFOX);
  // Real time: this is the limit of all tests, which the driver has to be given.
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox: PREFERENCES,
    // The size comes from the arguments, because older versions cannot emulate all of a screen.
    args: ['--width=1280', '--height=900'],
    defaultViewport: null,
    // The machine may be busy.
    timeout: TEST_LIMIT,
  });
}
