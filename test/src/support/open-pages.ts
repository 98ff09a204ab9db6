import type { Page } from 'playwright-core';

/** The longest part of a page's tree that an error takes, in characters. */
const LONGEST = 2000;

/** A script that returns the start of the element that has the focus. */
const FOCUS = `(document.activeElement?.outerHTML.slice(0, 200) ?? 'nothing') +
  (document.hasFocus() ? '' : ', and the page has no focus')`;

/** The pages that this process has open, so that the error of a failed test says what they show. */
const open = new Set<Page>();

/** Notes a page until it closes. */
export function noteOpenPage(page: Page): void {
  open.add(page);
  page.once('close', () => open.delete(page));
}

/**
 * Describes each open page that shows a document: its address, what has the focus, and its
 * accessible tree. A page that answers no more says so.
 */
export async function describeOpenPages(): Promise<readonly string[]> {
  const shown = [...open].filter((page) => page.url() !== 'about:blank');
  return Promise.all(shown.map((page) => describePage(page)));
}

async function describePage(page: Page): Promise<string> {
  try {
    // Real time: a page that hangs never answers.
    const tree = await page.locator('body').ariaSnapshot({ timeout: 5000 });
    const focus = await page.evaluate<string>(FOCUS);
    return `The page ${page.url()} shows:\n${tree.slice(0, LONGEST)}\nThe focus is on: ${focus}`;
  } catch (error) {
    return `The page ${page.url()} cannot be read: ${String(error).slice(0, 200)}`;
  }
}
