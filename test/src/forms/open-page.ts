import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { areLooks, leavePage, takePage } from '../support/keep-page.ts';
import { shareBrowser } from '../support/share-browser.ts';
import type { PageSettings, PlantedFault, WrittenPage } from './build-page.ts';
import type { PageOptions } from './page/main.tsx';

/**
 * The content security policy of form pages: no generated code, no inline scripts or styles, and
 * nothing from other origins.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
].join('; ');

/** The files of a built page by name, and the paths of the modules inside them. */
interface BuiltPage {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly modules: readonly string[];
}

/** A served form page, which tests open in a browser. */
export interface FormPages extends BuiltPage {
  /** Opens the page in a new document, in which only `draw` has to be called. */
  open(options?: BrowserContextOptions & OpenOptions): Promise<Page>;
  /** Closes a page when its test no longer needs it. */
  leave(page: Page): Promise<void>;
  close(): Promise<void>;
}

/**
 * The options of opening a page: whether to load code late, and whether to share a browser profile.
 */
interface OpenOptions {
  /**
   * True loads the code that validates values with the first form, as apps do; false loads it
   * before. Default false.
   */
  readonly late?: boolean;
  /**
   * True opens the page in a browser profile and renderer that no other page uses. By default, a
   * page that another test has left may be used again.
   */
  readonly isAlone?: boolean;
}

/**
 * The options of {@link openFormPages}: which page to build, with which React, under which policy.
 */
interface PagesOptions {
  /** The major version of React with which the page is built. Default 19. */
  readonly react?: 18 | 19;
  /** True leaves code out of the page that forms do not use. Default true. */
  readonly trims?: boolean;
  /**
   * The content security policy of the page. Default: one that forbids all that forms do not need.
   */
  readonly policy?: string;
  /** The folder with the source of the page. Default `page`, which draws forms. */
  readonly folder?: 'page' | 'result-page' | 'task-page';
  /** A fault that is built into the page. Default: none. */
  readonly fault?: PlantedFault;
}

/** Builds a page as an app would, once in a test run, serves it, and opens a browser for it. */
export async function openFormPages(options: PagesOptions = {}): Promise<FormPages> {
  const { react = 19, trims = true, policy = POLICY, folder = 'page', fault } = options;
  const settings = { folder, react, trims, ...(fault && { fault }) };
  const { files, modules } = await takeBuiltPage(settings);
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1) || 'index.html';
    const file = files.get(name);
    response.setHeader('content-security-policy', policy);
    // File names contain a hash of the content, so browsers may keep the files.
    if (name.startsWith('assets/')) response.setHeader('cache-control', 'max-age=3600, immutable');
    response.setHeader('content-type', toMediaType(name));
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser = await shareBrowser();
  const opened = new Set<Page>();
  // Outside of Vitest, each page gets a browser profile of its own.
  const isTest = process.env['VITEST'] !== undefined;
  return {
    files,
    modules,
    async open({ late = false, isAlone = late || !isTest, ...looks } = {}) {
      const address = late ? `${url}#late` : url;
      const page =
        isAlone || !areLooks(looks)
          ? await (await browser.newContext(looks)).newPage()
          : await takePage(looks);
      opened.add(page);
      await page.goto(address);
      const ready = folder === 'page' ? 'html[data-ready] #root' : '#root';
      await page.waitForSelector(ready, { state: 'attached' });
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
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Draws a form on a page and resolves when it has been drawn, with the controls whose code is loaded
 * when they are needed.
 */
export async function draw(page: Page, options: PageOptions): Promise<void> {
  await page.evaluate(async (text) => {
    window.draw(JSON.parse(text));
    // A test may hold back the code that judges values, and with it the whole form.
    while (document.querySelector('.fw-late:not(.fw-waiting *)') !== null) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, JSON.stringify(options));
}

/**
 * The built pages that this process has used, by their settings, because many tests use the same
 * page.
 */
const taken = new Map<string, Promise<BuiltPage>>();

/** Returns a built page; each is built once in a test run, and read once in a process. */
export function takeBuiltPage(settings: PageSettings): Promise<BuiltPage> {
  const key = JSON.stringify(settings);
  const page = taken.get(key) ?? readBuilt(key, settings);
  taken.set(key, page);
  return page;
}

async function readBuilt(key: string, settings: PageSettings): Promise<BuiltPage> {
  const { files, modules } = await takeBuild(key, settings);
  return {
    files: new Map(files.map(([name, bytes]) => [name, Buffer.from(bytes, 'base64')])),
    modules,
  };
}

/**
 * Returns a built page: in a test run the one that the runner builds for all workers, else one
 * built here.
 */
async function takeBuild(key: string, settings: PageSettings): Promise<WrittenPage> {
  const { FORMWORK_TEST_PAGES: address } = process.env;
  if (address === undefined) return (await import('./build-page.ts')).buildPage(settings);
  const response = await fetch(address, { method: 'POST', body: key });
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return JSON.parse(await readFile(answer, 'utf8'));
}

function toMediaType(name: string): string {
  if (name.endsWith('.js')) return 'text/javascript';
  return name.endsWith('.css') ? 'text/css' : 'text/html';
}
