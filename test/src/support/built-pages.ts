import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Plugin } from 'vite';

/**
 * The prefix of module names that stand for built pages; the settings of the page follow as JSON.
 */
const NAME = 'virtual:built-page/';

/** An order to build a page: its settings, and the JSON file that the built page is written to. */
export interface PageOrder {
  readonly file: string;
  readonly settings: string;
}

/**
 * Makes a Vite plugin that builds pages for all workers of a test run. A module whose name starts
 * with `virtual:built-page/` exports `file`, the path of the built page. Each page is built once,
 * when a test first imports its module; one thread builds them in turn, because the first build
 * takes twice as long as any later one.
 */
export function buildPages(folder: string): Plugin {
  // The test runner asks for a module more than once, so built pages are kept by their settings.
  const pages = new Map<string, Promise<string>>();
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function build(settings: string): Promise<string> {
    const file = join(folder, `page-${pages.size}.json`);
    const page = last.then(() => {
      thread ??= startBuilder();
      return order(thread, { file, settings });
    });
    last = page.catch(() => {});
    return page;
  }

  return {
    name: 'formwork-built-pages',
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${NAME}`)) return undefined;
      const settings = decodeURIComponent(id.slice(NAME.length + 1));
      const page = pages.get(settings) ?? build(settings);
      pages.set(settings, page);
      return `export const file = ${JSON.stringify(await page)};`;
    },
  };
}

function startBuilder(): Worker {
  const thread = new Worker(new URL('../forms/page-builder.ts', import.meta.url), {
    execArgv: ['--conditions=@formwork/source'],
    // In the mode `test`, which the runner sets, React would be three times as large.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  thread.unref();
  return thread;
}

/** Tells a thread to build a page, and resolves with the path of the file once it is written. */
async function order(thread: Worker, given: PageOrder): Promise<string> {
  const answer = once(thread, 'message');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It is a thread, not a window.
  thread.postMessage(given);
  const [error]: string[] = await answer;
  if (error !== '') throw new Error(`Cannot build a page as Vite must do it: ${error}`);
  return given.file;
}
