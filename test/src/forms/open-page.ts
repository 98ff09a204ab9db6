import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { areLooks, leavePage, takePage } from '../support/keep-page.ts';
import { shareBrowser } from '../support/share-browser.ts';
import type { PageSettings, WrittenPage } from './build-page.ts';
import type { PageOptions } from './page/main.tsx';

/** What forms must do without: generated code, inline scripts and styles, anything from elsewhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
].join('; ');

/** Files that were built, by name, and the modules that are in them, as paths. */
interface BuiltPage {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly modules: readonly string[];
}

/** A page with forms in a browser. */
export interface FormPages extends BuiltPage {
  /** A new document, where nothing but `draw` has to be called. */
  open(options?: BrowserContextOptions & OpenOptions): Promise<Page>;
  /** Ends a page before all end. */
  leave(page: Page): Promise<void>;
  close(): Promise<void>;
}

/** What a page is opened for. */
interface OpenOptions {
  /** When what judges values is loaded: true with the first form, as elsewhere; by default before. */
  readonly late?: boolean;
  /**
   * True for a profile and a renderer of its own. By default a page that others have left may be taken
   * if the options say only how it looks.
   */
  readonly isAlone?: boolean;
}

/** Options of {@link openFormPages}. */
interface PagesOptions {
  /** Major version of React. Default 19. */
  readonly react?: 18 | 19;
  /** Leave out of the page what forms make no use of. Default true. */
  readonly trims?: boolean;
  /** What the page must do without. Default: all that forms need not have. */
  readonly policy?: string;
  /** Folder of the page. Default `page`, which draws forms. */
  readonly folder?: 'page' | 'result-page' | 'task-page';
}

/** Has the page built as an app would, once in a test run, serves it and opens a browser. */
export async function openFormPages(options: PagesOptions = {}): Promise<FormPages> {
  const { react = 19, trims = true, policy = POLICY, folder = 'page' } = options;
  const { files, modules } = await takePageOf({ folder, react, trims });
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1) || 'index.html';
    const file = files.get(name);
    response.setHeader('content-security-policy', policy);
    // Names of files hold what is in them: a page that comes again need not read them again.
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
  // Elsewhere a browser ends with what is done in it.
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

/** Draws a form on a page; resolves when it stands there. */
export async function draw(page: Page, options: PageOptions): Promise<void> {
  await page.evaluate((text) => {
    window.draw(JSON.parse(text));
  }, JSON.stringify(options));
}

/** Pages that were asked for in this process: many files of tests ask for one. */
const taken = new Map<string, Promise<BuiltPage>>();

function takePageOf(settings: PageSettings): Promise<BuiltPage> {
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

/** In a test run the runner builds it for all workers. */
async function takeBuild(key: string, settings: PageSettings): Promise<WrittenPage> {
  if (process.env['VITEST'] === undefined) {
    return (await import('./build-page.ts')).buildPage(settings);
  }
  const name = `virtual:built-page/${encodeURIComponent(key)}`;
  const { file }: { readonly file: string } = await import(name);
  return JSON.parse(await readFile(file, 'utf8'));
}

function toMediaType(name: string): string {
  if (name.endsWith('.js')) return 'text/javascript';
  return name.endsWith('.css') ? 'text/css' : 'text/html';
}
