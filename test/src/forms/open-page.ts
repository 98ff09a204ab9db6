import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { trimForms } from '@formwork/react/vite';
import { areLooks, leavePage, takePage } from '../support/keep-page.ts';
import { shareBrowser } from '../support/share-browser.ts';
import { shareBuild } from '../support/share-build.ts';
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

/** Names that lead to the other React that the package supports. */
const REACT_18 = { 'react-dom': 'react-dom-18', react: 'react-18' };

/** Builds the page as an app would, once in a process, serves it and opens a browser. */
export async function openFormPages(options: PagesOptions = {}): Promise<FormPages> {
  const { react = 19, trims = true, policy = POLICY, folder = 'page' } = options;
  const names = react === 18 ? REACT_18 : {};
  const { files, modules } = await buildPage(names, { trims, folder });
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

/** Builds that were begun in this process, by what was asked for: many files of tests ask for one. */
const builds = new Map<string, Promise<BuiltPage>>();

function buildPage(
  names: Readonly<Record<string, string>>,
  settings: Required<Pick<PagesOptions, 'folder' | 'trims'>>,
): Promise<BuiltPage> {
  const key = [
    settings.folder,
    settings.trims ? 'trimmed' : 'whole',
    ...Object.values(names),
  ].join();
  const built = builds.get(key) ?? takeBuild(key, names, settings);
  builds.set(key, built);
  return built;
}

async function takeBuild(
  key: string,
  names: Readonly<Record<string, string>>,
  settings: Required<Pick<PagesOptions, 'folder' | 'trims'>>,
): Promise<BuiltPage> {
  const { files, modules } = await shareBuild(key, () => buildForProduction(names, settings));
  return {
    files: new Map(files.map(([name, bytes]) => [name, Buffer.from(bytes, 'base64')])),
    modules,
  };
}

/** A page as it is handed on: bytes are in base64. */
interface WrittenPage {
  readonly files: readonly (readonly [string, string])[];
  readonly modules: readonly string[];
}

async function buildForProduction(
  names: Readonly<Record<string, string>>,
  settings: Required<Pick<PagesOptions, 'folder' | 'trims'>>,
): Promise<WrittenPage> {
  // The test runner has a mode of its own, in which React is three times its size.
  const mode = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    return await buildFiles(names, settings);
  } finally {
    process.env['NODE_ENV'] = mode;
  }
}

async function buildFiles(
  names: Readonly<Record<string, string>>,
  { folder, trims }: Required<Pick<PagesOptions, 'folder' | 'trims'>>,
): Promise<WrittenPage> {
  const result = (await build({
    configFile: false,
    root: fileURLToPath(new URL(folder, import.meta.url)),
    logLevel: 'silent',
    resolve: {
      conditions: ['module', 'browser', 'production', '@formwork/source'],
      alias: toFiles(names),
    },
    plugins: trims ? [trimForms()] : [],
    build: { write: false, target: 'es2023' },
  })) as Rolldown.RolldownOutput;
  const files = result.output.map((file): [string, string] => [
    file.fileName,
    Buffer.from(file.type === 'asset' ? file.source : file.code).toString('base64'),
  ]);
  const modules = result.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return { files, modules };
}

/** Folders of packages, so that whoever imports a name gets the same one. */
function toFiles(names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { resolve } = createRequire(import.meta.url);
  return Object.fromEntries(
    Object.entries(names).map(([name, other]) => [name, dirname(resolve(`${other}/package.json`))]),
  );
}

function toMediaType(name: string): string {
  if (name.endsWith('.js')) return 'text/javascript';
  return name.endsWith('.css') ? 'text/css' : 'text/html';
}
