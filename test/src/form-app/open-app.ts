import { demoAgent } from '@formwork/demo';
import { createFormsServer, type FormsServer } from '@formwork/forms';
import { createServer, type AgentServer } from '@formwork/server';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { areLooks, leavePage, takePage } from '../support/keep-page.ts';
import { shareBrowser } from '../support/share-browser.ts';

/** What pages are in that are not told otherwise. */
const LOCALE = 'en-US';

/** The page of forms before the demo agent, in a browser. */
export interface FormApp {
  /** Where the page is. */
  readonly url: string;
  /** Where the demo agent is. */
  readonly demo: string;
  /** What the pages said that they must not say: errors, and what the policy refused. */
  readonly errors: readonly string[];
  /**
   * A page that knows nothing of the others. `about:blank` for one that has not gone there yet. Its
   * renderer may have shown others that were left, if the options say only how it looks. By default
   * nothing moves in it, as what turns is drawn sixty times a second while a test waits.
   */
  readonly open: (hash?: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Ends a page before all end. */
  readonly leave: (page: Page) => Promise<void>;
  /** Takes the page from the network, as a stop of its server would, or gives it back. */
  readonly close: () => Promise<void>;
}

/** Options of {@link openFormApp}. */
interface FormAppOptions {
  /** `many` lets any agent of this machine be opened. Default `one`: the demo agent. */
  readonly mode?: 'one' | 'many';
}

/** Serves the demo agent and the page, and starts Chromium. The page must be built. */
export async function openFormApp({ mode = 'one' }: FormAppOptions = {}): Promise<FormApp> {
  const agent: AgentServer = createServer(demoAgent, { openTasks: true });
  const { url: demo } = await agent.listen({ port: 0 });
  const forms: FormsServer =
    mode === 'one'
      ? createFormsServer({ mode, agentUrl: demo })
      : createFormsServer({ mode, allowAddresses: 'local' });
  const { url } = await forms.listen({ port: 0 });
  const browser = await shareBrowser();
  const errors: string[] = [];
  const opened = new Set<Page>();
  // Elsewhere a browser ends with what is done in it.
  const isTest = process.env['VITEST'] !== undefined;
  return {
    url,
    demo,
    errors,
    async open(hash = '', { locale = LOCALE, ...options } = {}) {
      const looks = {
        viewport: { width: 1280, height: 900 },
        reducedMotion: 'reduce' as const,
        ...options,
      };
      const page =
        isTest && locale === LOCALE && areLooks(looks)
          ? await takePage(looks)
          : await (await browser.newContext({ locale, ...looks })).newPage();
      opened.add(page);
      page.setDefaultTimeout(10_000);
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        const isOfNetwork = message.text().startsWith('Failed to load resource');
        if (message.type() === 'error' && !isOfNetwork) errors.push(message.text());
      });
      if (hash !== 'about:blank') await page.goto(`${url}/${hash}`);
      return page;
    },
    async leave(page) {
      opened.delete(page);
      await leavePage(page);
    },
    async close() {
      await Promise.all([...opened].map(leavePage));
      opened.clear();
      await browser.close();
      await forms.close();
      await agent.close();
    },
  };
}

/** What has the focus: its name, or its text. */
export async function readFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null) return '';
    const name = element.getAttribute('aria-label');
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : '';
    const own = element.querySelector('.name, strong') ?? element;
    const text = name ?? (label || own.textContent);
    return text.replaceAll(/\s+/gu, ' ').trim().slice(0, 60);
  });
}

/** True if nothing stands out of the window at its side. */
export async function fitsWidth(page: Page): Promise<boolean> {
  return page.evaluate(
    () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
  );
}
