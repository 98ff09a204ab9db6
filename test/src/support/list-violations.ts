import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** Rules that pages are judged by. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

declare global {
  interface Window {
    axe?: { run(context: Document, options: object): Promise<AxeResults> };
  }
}

/**
 * What axe finds on a page without frames, in a form that fits into a failure. What it finds to be right
 * is not described, which takes longer than finding it.
 */
export async function listViolations(page: Page): Promise<readonly string[]> {
  // A page keeps it until it is left.
  const isThere = await page.evaluate(() => window.axe !== undefined);
  if (!isThere) await page.evaluate(`${axe.source};undefined`);
  return page.evaluate(async (values) => {
    if (window.axe === undefined) throw new Error('The page was left before it was judged.');
    const { violations } = await window.axe.run(document, {
      runOnly: { type: 'tag', values },
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, TAGS);
}
