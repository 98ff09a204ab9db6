import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Plugin } from 'vite';

/** How modules are named that lead to a page that was built, before its settings as JSON. */
const NAME = 'virtual:built-page/';

/** A page that is to be built, and where it is to lie as JSON. */
export interface PageOrder {
  readonly file: string;
  readonly settings: string;
}

/**
 * Builds pages for all workers of a test run, one after another in one thread, as the first takes twice
 * as long as any other: whoever imports a module of this name gets `file`, where the page lies. Each is
 * built once, and not before a test wants it.
 */
export function buildPages(folder: string): Plugin {
  // The test runner asks for a module more than once.
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
    // In the mode of the test runner React is three times its size.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  thread.unref();
  return thread;
}

/** Resolves with the file when the page is there. */
async function order(thread: Worker, given: PageOrder): Promise<string> {
  const answer = once(thread, 'message');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It is a thread, not a window.
  thread.postMessage(given);
  const [error]: string[] = await answer;
  if (error !== '') throw new Error(`Cannot build a page as Vite must do it: ${error}`);
  return given.file;
}
