import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { listViolations } from '../support/list-violations.ts';
import { shareBrowser } from '../support/share-browser.ts';

const FAULTY = `<!doctype html><title>Faults</title>
<h1>Faults</h1><h4>Too deep</h4><img src="data:,"><input><button></button>
<p style="color: #999; background: #fff">Pale</p><ul><p>No item</p></ul>`;

/** As a host shows a page: nothing of the one can be reached from the other. */
const FRAMED = `<!doctype html><html lang="en"><title>Host</title><main><h1>Host</h1><input>
<iframe title="Tool" sandbox="allow-scripts" srcdoc="${FAULTY.replaceAll('"', '&quot;')}"></iframe></main>`;

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** How many places break each rule, by what the makers of axe offer for it. */
async function countByBuilder(page: Page): Promise<readonly (readonly [string, number])[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return violations.map(({ id, nodes }) => [id, nodes.length]);
}

test.each<[string, string]>([
  ['a page', FAULTY],
  ['another', FAULTY.replace('<img', '<img alt=""')],
  ['a page in a frame', FRAMED],
])('%s is judged as axe does it', async (_name, html) => {
  const browser = await shareBrowser();
  onTestFinished(() => browser.close());
  const page = await (await browser.newContext()).newPage();
  await page.setContent(html);
  const found = await listViolations(page);
  expect(found.length).toBeGreaterThanOrEqual(5);
  const counts = found.map((text) => [text.split(':')[0], text.split(' | ').length]);
  // It passes over a frame that takes a second to answer, as one may on a busy machine.
  await expect.poll(() => countByBuilder(page)).toEqual(counts);
});
