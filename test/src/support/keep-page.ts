import type { BrowserContextOptions, Page } from 'playwright-core';
import { WAIT_LIMIT } from './limits.ts';
import { shareBrowser } from './share-browser.ts';

/**
 * The options of a browser context that can be changed while a page is open; all others are fixed
 * when the context is made.
 */
type PageLooks = Pick<
  BrowserContextOptions,
  'viewport' | 'colorScheme' | 'reducedMotion' | 'forcedColors'
>;

/** The names of the options that can be changed while a page is open. */
const LOOKS: ReadonlySet<string> = new Set([
  'viewport',
  'colorScheme',
  'reducedMotion',
  'forcedColors',
] satisfies (keyof PageLooks)[]);

/** A script that clears the storage of the document in a page that is kept for the next test. */
const FORGET = 'try { localStorage.clear(); sessionStorage.clear(); } catch {}';

/** The page events that tests listen to; all listeners are removed when a page is left. */
export const HEARD = ['console', 'dialog', 'pageerror', 'request'] as const;

/** The kept pages that no test is using, which the next test can take. */
const idle: Page[] = [];
const kept = new WeakSet<Page>();

/** Returns true if all options can be changed for an open page, so that a kept page will do. */
export function areLooks(options: BrowserContextOptions): options is PageLooks {
  return Object.keys(options).every((name) => LOOKS.has(name));
}

/**
 * Takes a kept page of this process, else opens one, and returns it at `about:blank`. A kept page
 * saves the start of a renderer, which takes longest. The test MUST leave nothing in the page's
 * profile but the storage of its document's own origin, and give the page back by {@link
 * leavePage}.
 */
export async function takePage(looks: PageLooks = {}): Promise<Page> {
  const page = idle.pop() ?? (await openKeptPage());
  const { viewport = null, colorScheme, reducedMotion, forcedColors } = looks;
  await page.setViewportSize(viewport ?? { width: 1280, height: 720 });
  await page.emulateMedia({
    colorScheme: colorScheme ?? 'light',
    reducedMotion: reducedMotion ?? 'no-preference',
    forcedColors: forcedColors ?? 'none',
    media: null,
  });
  return page;
}

/**
 * Takes back a page and leaves its document at once; a page that {@link takePage} did not give is
 * closed with its profile.
 */
export async function leavePage(page: Page): Promise<void> {
  if (!kept.has(page)) {
    await page.context().close();
    return;
  }
  if (page.isClosed() || idle.includes(page)) return;
  for (const name of HEARD) page.removeAllListeners(name);
  // Real time: this is the limit of all pages.
  page.setDefaultTimeout(WAIT_LIMIT);
  try {
    // The mouse goes back to the corner, so that it does not hover over something in the next test.
    await page.mouse.move(0, 0);
    // Leaving the document ends its scripts, and the next test does not see it. A script does this,
    // because with `page.goto` the page would get a new renderer, and another one for the next
    // document.
    void page.evaluate("location.replace('about:blank')").catch(() => {});
    // Real time: nothing says that a page hangs, and the next test gets another one.
    await page.waitForURL('about:blank', { timeout: WAIT_LIMIT / 10 });
    // The `about:blank` that replaced the document has its origin and can clear its storage,
    // including what a script wrote at the last moment.
    await page.evaluate(FORGET);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().clearPermissions();
    idle.push(page);
  } catch {
    // A page that hangs or has crashed is closed, and the next test gets a new one.
    await page.context().close();
  }
}

async function openKeptPage(): Promise<Page> {
  const browser = await shareBrowser();
  const page = await (await browser.newContext()).newPage();
  page.once('crash', () => void page.context().close());
  kept.add(page);
  return page;
}
