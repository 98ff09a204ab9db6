import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
} from 'playwright-core';
import { WAIT_LIMIT } from './limits.ts';
import { noteOpenPage } from './open-pages.ts';
import { CHROMIUM } from './programs/browsers.ts';
import { getProgram } from './programs/get-program.ts';

/** A share of this process's Chromium: pages of one share see no data of the others. */
export interface BrowserShare {
  /** Opens a browser context of this share, as a new profile would be. */
  readonly newContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** Closes the contexts of this share. */
  readonly close: () => Promise<void>;
}

/**
 * The arguments of Chromium. There is no sandbox, because root has none; text is drawn alike on all
 * screens; frames of a page share its process, because starting one for each takes longer than most
 * tests; the compiler that optimizes most stays out, because tests leave a page before that pays;
 * and drawing and the network are threads of the browser, because each message to another process
 * wakes it up.
 */
const ARGS = [
  '--no-sandbox',
  '--disable-lcd-text',
  '--disable-site-isolation-trials',
  '--in-process-gpu',
  // Only the last list of features counts, so this one repeats that of Playwright.
  '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,NetworkServiceInProcess2',
  '--js-flags=--invocation-count-for-turbofan=100000',
];

/**
 * The preferences of Chromium. Autofill and saving of passwords are off, because guessing the
 * meaning of fields takes longer than drawing a form.
 */
const PREFERENCES = {
  autofill: { profile_enabled: false, credit_card_enabled: false },
  credentials_enable_service: false,
};

let started: Promise<Browser> | undefined;
let shares = 0;

/**
 * Returns a share of this process's Chromium, and starts Chromium if none runs. In a process that
 * runs tests, Chromium stays for the next file; elsewhere it ends with its last share.
 */
export async function shareBrowser(): Promise<BrowserShare> {
  shares += 1;
  const contexts = new Set<BrowserContext>();
  await startBrowser();
  return {
    async newContext(options) {
      const browser = await startBrowser();
      const context = await browser.newContext(options);
      // Real time: this is the limit of all pages.
      context.setDefaultTimeout(WAIT_LIMIT);
      context.on('page', noteOpenPage);
      contexts.add(context);
      context.once('close', () => contexts.delete(context));
      return context;
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
      shares -= 1;
      if (shares > 0 || process.env['VITEST'] !== undefined) return;
      const browser = await started;
      started = undefined;
      await browser?.close();
    },
  };
}

/** Returns the Chromium of this process, and starts a new one if the last has crashed. */
async function startBrowser(): Promise<Browser> {
  if (started !== undefined && !(await started).isConnected()) started = undefined;
  started ??= launch().catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}

async function launch(): Promise<Browser> {
  const { file: executablePath } = await getProgram(CHROMIUM);
  // Chromium is killed at the exit, and its files are removed, because closing it in order takes
  // longer than the test runner waits for a process to end.
  const folder = mkdtempSync(join(tmpdir(), 'formwork-browser-'));
  process.once('SIGTERM', () => process.exit());
  // Only a profile on the disk can have preferences; contexts that are opened beside it inherit
  // them.
  const profile = join(folder, 'profile');
  mkdirSync(join(profile, 'Default'), { recursive: true });
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(PREFERENCES));
  try {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: ARGS,
      env: { ...process.env, TMPDIR: folder },
      handleSIGTERM: false,
    });
    const browser = context.browser();
    if (browser === null) throw new Error('Cannot open profiles because there must be a browser.');
    return browser;
  } catch (error) {
    throw new Error(
      `Cannot open a page because ${executablePath} must start: name another Chromium by CHROMIUM_PATH.`,
      { cause: error },
    );
  } finally {
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
}
