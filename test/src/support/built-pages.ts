import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';

/** An order to build a page: its settings, and the JSON file that the built page is written to. */
export interface PageOrder {
  readonly file: string;
  readonly settings: string;
}

/**
 * Builds pages for all workers of a test run, and tells them the address where they ask for one: an
 * answer to the settings of a page is the path of the built page. Each page is built once, when a test
 * first needs it; one thread builds them in turn, because the first build takes twice as long as any
 * later one. Vitest calls this first, and the returned function last.
 */
export async function setup(): Promise<(() => void) | undefined> {
  const { FORMWORK_TEST_BUILDS: folder = tmpdir(), FORMWORK_TEST_PAGES: address } = process.env;
  // Vitest calls this for each project.
  if (address !== undefined) return undefined;
  const pageFolder = mkdtempSync(join(folder, 'pages-'));
  const pages = new Map<string, Promise<string>>();
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function build(settings: string): Promise<string> {
    const file = join(pageFolder, `${pages.size}.json`);
    const page = last.then(() => {
      thread ??= startBuilder();
      return order(thread, { file, settings });
    });
    last = page.catch(() => {});
    pages.set(settings, page);
    return page;
  }

  async function answer(settings: string): Promise<string> {
    return pages.get(settings) ?? build(settings);
  }

  const desk = createServer((request, response) => {
    text(request)
      .then(answer)
      .then(
        (file) => response.end(file),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  desk.listen(0, '127.0.0.1');
  await once(desk, 'listening');
  process.env['FORMWORK_TEST_PAGES'] = `http://127.0.0.1:${(desk.address() as AddressInfo).port}`;
  return () => {
    delete process.env['FORMWORK_TEST_PAGES'];
    desk.closeAllConnections();
    desk.close();
    rmSync(pageFolder, { recursive: true, force: true });
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

/** Orders a page from a thread, and resolves with the path of the file once it is written. */
async function order(thread: Worker, given: PageOrder): Promise<string> {
  const answer = once(thread, 'message');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It is a thread, not a window.
  thread.postMessage(given);
  const [error]: string[] = await answer;
  if (error !== '') throw new Error(`Cannot build a page because Vite must do it: ${error}`);
  return given.file;
}
