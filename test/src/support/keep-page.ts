import type { BrowserContextOptions, Page } from 'playwright-core';
import { shareBrowser } from './share-browser.ts';

/** What can be changed of a page that is open; all else belongs to the profile. */
type PageLooks = Pick<
  BrowserContextOptions,
  'viewport' | 'colorScheme' | 'reducedMotion' | 'forcedColors'
>;

/** Options that say how a page looks, and nothing of its profile. */
const LOOKS: ReadonlySet<string> = new Set([
  'viewport',
  'colorScheme',
  'reducedMotion',
  'forcedColors',
] satisfies (keyof PageLooks)[]);

/** A document that came after no other may keep nothing. */
const FORGET = 'try { localStorage.clear(); sessionStorage.clear(); } catch {}';

/** What tests listen to. */
export const HEARD = ['console', 'dialog', 'pageerror', 'request'] as const;

/** Pages that were left and wait for the next. */
const idle: Page[] = [];
const kept = new WeakSet<Page>();

/** True for options that a page which was open before can be given. */
export function areLooks(options: BrowserContextOptions): options is PageLooks {
  return Object.keys(options).every((name) => LOOKS.has(name));
}

/**
 * Takes a page of this process that was left, else a new one: it stands at `about:blank`. Its renderer,
 * whose start takes longest, is warm. Whoever takes a page MUST leave nothing in its profile but what a
 * document keeps of its own place, and give it back by {@link leavePage}.
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

/** Takes back a page, whose document is left at once; any other page is closed with its profile. */
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
