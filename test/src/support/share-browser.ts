import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
} from 'playwright-core';
import { findBrowser } from './find-browser.ts';

/** A part of a browser: what is opened here knows nothing of what others open. */
export interface BrowserShare {
  /** A context of its own, as a new profile would be. */
  readonly newContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** Closes its contexts. */
  readonly close: () => Promise<void>;
}

/**
 * Without a sandbox, as root has none; letters in shades of one colour are the same everywhere. Frames of
 * one page run in one process, as on small devices: what they may do does not depend on it, and to start
 * a process for each takes longer than most of what is done in it. Only code that runs very often is
 * compiled a third time: a page of a test is left before the time that this takes comes back.
 */
const ARGS = [
  '--no-sandbox',
  '--disable-lcd-text',
  '--disable-site-isolation-trials',
  '--js-flags=--invocation-count-for-turbofan=100000',
];

/**
 * Nothing is entered or kept for the person: Chromium would else guess with every form that is drawn or
 * sent which of its fields are for names and addresses, which takes longer than to draw it.
 */
const PREFERENCES = {
  autofill: { profile_enabled: false, credit_card_enabled: false },
  credentials_enable_service: false,
};

let started: Promise<Browser> | undefined;
let shares = 0;

/**
 * Starts Chromium, unless this process has one that runs. In a process that runs tests it stays for the
 * next file; elsewhere it ends with its last share.
 */
export async function shareBrowser(): Promise<BrowserShare> {
  shares += 1;
  const contexts = new Set<BrowserContext>();
  await startBrowser();
  return {
    async newContext(options) {
      const browser = await startBrowser();
      const context = await browser.newContext(options);
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

/** The browser of this process: another one when the last has crashed. */
async function startBrowser(): Promise<Browser> {
  if (started !== undefined && !(await started).isConnected()) started = undefined;
  started ??= launch().catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}

async function launch(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) {
    throw new Error(
      'Cannot open a page as there is no Chromium: install one (Debian: apt-get install chromium-headless-shell; elsewhere: npx playwright-core install chromium), or name it by CHROMIUM_PATH.',
    );
  }
  // To close it in order takes longer than the test runner waits for a process that it ends: at the exit
  // it is killed, and what it has written is removed.
  const folder = mkdtempSync(join(tmpdir(), 'formwork-browser-'));
  process.once('SIGTERM', () => process.exit());
  // Only a profile on the disk can have preferences; those that are opened beside it take them over.
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
    if (browser === null) throw new Error('Cannot open profiles as there must be a browser.');
    return browser;
  } catch (error) {
    throw new Error(
      `Cannot open a page as ${executablePath} must start: name another Chromium by CHROMIUM_PATH.`,
      { cause: error },
    );
  } finally {
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
}
