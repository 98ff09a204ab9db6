import { AxeBuilder } from '@axe-core/playwright';
import { expect, onTestFinished, test } from 'vitest';
import { listViolations } from '../support/list-violations.ts';
import { shareBrowser } from '../support/share-browser.ts';

const FAULTY = `<!doctype html><title>Faults</title>
<h1>Faults</h1><h4>Too deep</h4><img src="data:,"><input><button></button>
<p style="color: #999; background: #fff">Pale</p><ul><p>No item</p></ul>`;

test('what is judged once per page is what axe says of it each time', async () => {
  const browser = await shareBrowser();
  onTestFinished(() => browser.close());
  const page = await (await browser.newContext()).newPage();
  for (const html of [FAULTY, FAULTY.replace('<img', '<img alt=""')]) {
    await page.setContent(html);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze();
    const found = await listViolations(page);
    expect(found.map((text) => text.split(':')[0])).toEqual(violations.map(({ id }) => id));
    expect(found.map((text) => text.split(' | ').length)).toEqual(
      violations.map(({ nodes }) => nodes.length),
    );
    expect(found.length).toBeGreaterThanOrEqual(5);
  }
});
