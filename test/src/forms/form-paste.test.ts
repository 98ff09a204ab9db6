import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draw, openFormPages, type FormPages } from './open-page.ts';
import { pasteInto } from './paste-into.ts';

let pages: FormPages;
let page: Page;
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open({ viewport: { width: 900, height: 900 } });
});
afterAll(() => pages.close());

const LINE = {
  type: 'object',
  required: ['article'],
  properties: {
    article: { type: 'string', title: 'Article', minLength: 2 },
    amount: { type: 'integer', title: 'Amount' },
    unit: { enum: ['piece', 'kg'], title: 'Unit' },
  },
};
const SCHEMA = {
  type: 'object',
  properties: { a: { type: 'array', title: 'Lines', items: LINE } },
} as const;

const paste = (text: string, html: string): Promise<void> => pasteInto(page, { text, html });

async function send(): Promise<unknown> {
  await page.locator('button[type=submit]').click();
  const sent = await page.evaluate(() => JSON.stringify(window.sent.at(-1)) ?? 'null');
  return JSON.parse(sent);
}

/** A table as Excel puts it on the clipboard beside its text. */
const EXCEL = `<html><head><style>td { mso-number-format: General; }</style></head><body>
<!--StartFragment--><table border=0><col width=64>
<tr height=20><td>Tea, green<br>
    in bags</td><td align=right>3</td><td>kg</td></tr>
<tr><td>&quot;Big&quot;</td><td align=right>1</td><td>piece</td></tr>
</table><!--EndFragment--></body></html>`;

const READ = [
  { article: 'Tea, green\nin bags', amount: 3, unit: 'kg' },
  { article: '"Big"', amount: 1, unit: 'piece' },
];

test.each([
  ['beside a text with line breaks in cells', 'Tea, green\nin bags\t3\tkg\n"Big"\t1\tpiece\n'],
  ['alone', ''],
])('the HTML of a table %s is read', async (_name, plain) => {
  await draw(page, { schema: SCHEMA });
  await page.getByRole('button', { name: 'Add Line' }).click();
  await page.getByLabel('Article Line 1', { exact: true }).focus();
  await paste(plain, EXCEL);
  const panel = page.getByRole('group', { name: 'Paste rows' });
  await panel.getByRole('button', { name: 'Add 2 rows' }).click();
  expect(await send()).toEqual({ a: READ });
  // In the spreadsheet as well.
  await page.getByRole('button', { name: 'Spreadsheet' }).click();
  await page.getByRole('gridcell').first().click();
  await paste(plain, EXCEL.replace('in bags', 'in boxes'));
  const boxes = { ...READ[0], article: 'Tea, green\nin boxes' };
  await expect.poll(send).toEqual({ a: [boxes, READ[1]] });
});

test('the HTML of one column keeps its commas, also in the box of the panel', async () => {
  await draw(page, { schema: SCHEMA });
  await page.getByRole('button', { name: 'Paste rows' }).click();
  await page.getByLabel('Copy rows in your spreadsheet and paste them here').focus();
  const names = ['Tea, green', 'Rice; "long"', 'Salt'];
  const html = `<table>${names.map((name) => `<tr><td>${name}`).join('')}</table>`;
  await paste(names.join('\n'), html);
  const panel = page.getByRole('group', { name: 'Paste rows' });
  await panel.getByRole('button', { name: 'Add 3 rows' }).click();
  expect(await send()).toEqual({ a: names.map((article) => ({ article })) });
});

test('HTML that is more than one table is not read, and hostile HTML does nothing', async () => {
  await draw(page, { schema: SCHEMA });
  await page.getByRole('button', { name: 'Add Line' }).click();
  const before = await page.evaluate(() => window.sent.length);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const panel = page.getByRole('group', { name: 'Paste rows' });
  const field = page.getByLabel('Article Line 1', { exact: true });
  const cell =
    '<td>Bad<img src="https://evil.example/x" onerror="window.sent.push(1)"></td><td>9</td>';
  const wide = '<td colspan="1000">'.repeat(300);
  for (const html of [
    `<p>Prices</p><table><tr>${cell}</tr></table>`,
    `<table><tr>${cell}</tr></table><table><tr>${cell}</tr></table>`,
    `<table><tr>${wide}<script>window.sent.push(1)</script></table>`,
    // Each row becomes as wide as the widest.
    `<table><tr><td colspan="1000">Bad</td></tr>${'<tr></tr>'.repeat(300)}</table>`,
  ]) {
    await field.focus();
    await paste('"Tea"\t1\n"Rice"\t2', html);
    await expect.poll(() => panel.getByRole('status').textContent()).toContain('2 rows');
    expect(await panel.getByRole('cell').allTextContents()).toContain('"Tea"');
    await panel.getByRole('button', { name: 'Close' }).click();
  }
  await field.focus();
  const spans = '<tr><td rowspan="2">Tea</td><td>1</td></tr><tr><td>2</td></tr>';
  await paste('', `<table><tr>${cell}</tr>${spans}</table>`);
  await expect.poll(() => panel.getByRole('status').textContent()).toContain('3 rows');
  expect(await panel.getByRole('row').last().textContent()).toContain('Tea');
  expect(await page.evaluate(() => window.sent.length)).toBe(before);
  expect(requests).toEqual([]);
});
