import { demoAgent } from '@formwork/demo';
import { createFormsServer, type FormsServer } from '@formwork/forms';
import { createServer, type AgentServer } from '@formwork/server';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { areLooks, leavePage, takePage } from '../support/keep-page.ts';
import { shareBrowser } from '../support/share-browser.ts';

/** The locale of pages whose options name none. */
const LOCALE = 'en-US';

/** The served forms page for the demo agent, and browser pages that show it. */
export interface FormApp {
  /** The URL of the forms page. */
  readonly url: string;
  /** The URL of the demo agent. */
  readonly demo: string;
  /**
   * The errors of scripts and of the console in the browser pages, such as what the content
   * security policy refused; requests that failed to load are left out.
   */
  readonly errors: readonly string[];
  /**
   * Opens a browser page at the forms page with the given `hash`, or at `about:blank`. It has
   * storage of its own; in a test run, a page that another test has left may be emptied and used
   * again. Animations are off by default, because drawing them takes processor time while a test
   * waits.
   */
  readonly open: (hash?: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Closes a browser page when its test no longer needs it. */
  readonly leave: (page: Page) => Promise<void>;
  /** Closes all browser pages, the server of the forms page, and the demo agent. */
  readonly close: () => Promise<void>;
}

/** The options of {@link openFormApp}: which agents the forms page may open. */
interface FormAppOptions {
  /**
   * `many` lets the forms page open any agent of this machine; `one` only the demo agent. Default
   * `one`.
   */
  readonly mode?: 'one' | 'many';
}

/** Serves the demo agent and the forms page, and starts Chromium. The page must have been built. */
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
  // Outside of Vitest, each page gets a browser profile of its own.
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

/** Opens the menu of the actions that a form or a run has beside its main button. */
export async function openMore(page: Page): Promise<void> {
  await page.locator('.more > button').last().click();
}

/** Changes settings in the settings of the page, and closes them again. */
export async function changeSettings(
  page: Page,
  { language, scheme }: { readonly language?: string; readonly scheme?: string },
): Promise<void> {
  await page.locator('.top > .icon-button').click();
  if (language !== undefined) {
    await page.locator('.sheet select').selectOption(language);
    await page.locator(`html[lang=${language}]`).waitFor();
  }
  if (scheme !== undefined) await page.locator(`.sheet input[value=${scheme}]`).check();
  await page.keyboard.press('Escape');
  await page.locator('.sheet').waitFor({ state: 'detached' });
}

/** Returns the label or the text of the element that has the focus, at most 60 characters. */
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

/** Returns true if no content of a page is wider than its window. */
export async function fitsWidth(page: Page): Promise<boolean> {
  return page.evaluate(
    () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
  );
}
