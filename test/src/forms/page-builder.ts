// A worker thread that builds pages for a test run. It answers each order when the page's files are
// written: with the error, or with nothing.
import { writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { PageOrder } from '../support/built-pages.ts';
import { buildPage } from './build-page.ts';

async function write({ file, settings }: PageOrder): Promise<string> {
  try {
    writeFileSync(file, JSON.stringify(await buildPage(JSON.parse(settings))));
    return '';
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

parentPort?.on('message', async (order: PageOrder) => {
  const answer = await write(order);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It is a thread, not a window.
  parentPort?.postMessage(answer);
});
