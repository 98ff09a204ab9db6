// Pages in a browser.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type BrowserShare, shareBrowser } from '../../src/support/share-browser.ts';
import { toKey } from '../agents.ts';
import type { Behaviour } from '../served.ts';

let shared: Promise<BrowserShare> | undefined;

/** Opens a page in a profile of its own, and closes it after its use; the browser stays. */
async function inBrowser(url: string, use: (page: Page) => Promise<void>): Promise<void> {
  shared ??= shareBrowser();
  const context = await (await shared).newContext({ locale: 'en-US' });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await use(page);
  } finally {
    await context.close();
  }
}

export const PAGES: readonly Behaviour[] = [
  {
    name: 'a visitor fills in a form in a browser',
    run: (served) =>
      inBrowser(`${served.url('open')}/forms/double`, async (page) => {
        await page.getByRole('textbox').first().fill('21');
        await page.locator('button[type=submit]').first().click();
        // Other texts may have it too, such as the port of the agent.
        await page.getByText('42', { exact: true }).first().waitFor();
      }),
  },
  {
    name: 'the page of forms in a browser',
    run: (served) =>
      inBrowser(`${served.url('open')}/page/#skill=double`, async (page) => {
        // The page has fields of its own, such as that of its search.
        const form = page.locator('.fw-form');
        await form.getByRole('textbox').first().fill('21');
        await form.locator('button[type=submit]').click();
        await page.getByText('42', { exact: true }).first().waitFor();
      }),
  },
  {
    name: 'the console shows tasks to operators alone',
    async run({ url, fetch }) {
      const at = `${url('open')}/console`;
      const page = await fetch(`${at}/`, { headers: { accept: 'text/html' } });
      assert.match(await page.text(), /<!doctype html>/iu);
      const list = (caller: string) =>
        fetch(`${at}/api/tasks`, { headers: { 'x-api-key': toKey(caller) } });
      const seen = await list('olga');
      assert.equal(seen.status, 200);
      assert.match(await seen.text(), /"tasks"/u);
      assert.equal((await list('ada')).status, 403);
    },
  },
];
