import type { BrowserContextOptions, Page } from 'playwright-core';
import { shareBrowser } from './share-browser.ts';

/**
 * The options of a browser context that can still be changed for an open page; all others belong to
 * its profile.
 */
type PageLooks = Pick<
  BrowserContextOptions,
  'viewport' | 'colorScheme' | 'reducedMotion' | 'forcedColors'
>;

/** The names of the options of {@link PageLooks}. */
const LOOKS: ReadonlySet<string> = new Set([
  'viewport',
  'colorScheme',
  'reducedMotion',
  'forcedColors',
] satisfies (keyof PageLooks)[]);

/** A script that clears the storage of a kept page's document. */
const FORGET = 'try { localStorage.clear(); sessionStorage.clear(); } catch {}';

/** The page events that tests listen to; all listeners are removed when a page is left. */
export const HEARD = ['console', 'dialog', 'pageerror', 'request'] as const;

/** Kept pages that tests have left, and that the next test can take. */
const idle: Page[] = [];
const kept = new WeakSet<Page>();

/** Returns true if all options can be changed for an open page, so that a kept page will do. */
export function areLooks(options: BrowserContextOptions): options is PageLooks {
  return Object.keys(options).every((name) => LOOKS.has(name));
}

/**
 * Takes a kept page of this process, else opens one; the page stands at `about:blank`. Its
 * renderer, whose start takes longest, is warm. The test MUST leave nothing in the page's profile
 * but the storage of its document's own origin, and give the page back by {@link leavePage}.
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
  page.setDefaultTimeout(30_000);
  try {
    // Not where the last one pressed something.
    await page.mouse.move(0, 0);
    // What runs there ends, and what stood there is not what the next one sees. By a script: whoever is
    // led away from a page that opens nothing else gets a new renderer, and one more for the way back.
    void page.evaluate("location.replace('about:blank')").catch(() => {});
    await page.waitForURL('about:blank', { timeout: 5000 });
    // What comes after a page in its place reaches what it has kept, also in its last moment.
    await page.evaluate(FORGET);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().clearPermissions();
    idle.push(page);
  } catch {
    // It stands still, or has crashed: the next one gets another.
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
