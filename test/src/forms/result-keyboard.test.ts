import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../support/list-violations.ts';
import { drawResult } from './draw-result.ts';
import { openFormPages, type FormPages } from './open-page.ts';
import { DOT, RESULTS } from './result-samples.ts';

let pages: FormPages;
let page: Page;
beforeAll(async () => {
  pages = await openFormPages({ folder: 'result-page' });
  page = await pages.open({ permissions: ['clipboard-read', 'clipboard-write'] });
});
afterAll(() => pages.close());

async function readFocus(): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
}

async function readColumn(number: number): Promise<readonly string[]> {
  return page.locator(`tbody tr td:nth-child(${number})`).allTextContents();
}

/** Presses a button that downloads a file; returns the name and the bytes of the file. */
async function save(button: string): Promise<readonly [string, Buffer]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).first().click(),
  ]);
  return [download.suggestedFilename(), await readFile(await download.path())];
}

test('a table is sorted, gone through and filtered by keyboard', async () => {
  await drawResult(page, RESULTS['table'] ?? {});
  const head = page.getByRole('columnheader', { name: 'Customer' });
  expect(await head.getAttribute('aria-sort')).toBe('none');
  await page.getByRole('button', { name: 'Customer' }).focus();
  await page.keyboard.press('Enter');
  expect(await head.getAttribute('aria-sort')).toBe('ascending');
  expect((await readColumn(2)).slice(0, 3)).toEqual(['Customer 0', 'Customer 1', 'Customer 2']);
  await page.keyboard.press('Space');
  expect(await head.getAttribute('aria-sort')).toBe('descending');
  expect((await readColumn(2))[0]).toBe('Customer 449');
  await page.keyboard.press('Enter');
  expect(await readColumn(1)).toHaveLength(100);
  expect((await readColumn(1))[0]).toBe('1');
  await page.getByRole('button', { name: 'Next' }).focus();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Enter');
  expect(await page.locator('.fw-pages [role=status]').textContent()).toBe(
    'Rows 401 to 450 of 450',
  );
  // The button stays in the page, so that the focus is not lost.
  await expect.poll(() => readFocus()).toBe('Next');
  await page.getByRole('searchbox', { name: 'Filter' }).fill('customer 44');
  await page.getByText('11 rows', { exact: true }).waitFor();
  expect(await readColumn(1)).toHaveLength(11);
});

test('a printed table has its heads and all of its rows, and nothing to press', async () => {
  await drawResult(page, RESULTS['table'] ?? {});
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await readColumn(1)).toHaveLength(450);
  const heads = page.locator('.fw-result thead th');
  expect(await heads.allInnerTexts()).toContain('Customer');
  const pressed = page.locator('.fw-result :is(button, a.fw-button):not(th > button)');
  expect(await pressed.count()).toBeGreaterThan(0);
  for (const button of await pressed.all()) expect(await button.isVisible()).toBe(false);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(await readColumn(1)).toHaveLength(100);
  await page.emulateMedia({ media: null });
});

test('of a very long table, the first two thousand rows are printed, and it is said how many there are', async () => {
  const data = Array.from({ length: 2500 }, (_row, at) => ({ order: at + 1, isPaid: true }));
  await drawResult(page, { title: 'Orders', data });
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('button', { name: 'Next' }).waitFor({ state: 'hidden' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await page.locator('tbody tr').count()).toBe(2000);
  expect(await page.locator('.fw-pages [role=status]').innerText()).toBe('Rows 1 to 2000 of 2500');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null });
  expect(await page.locator('tbody tr').count()).toBe(100);
});

test('a picture is shown in the whole window, and gives the focus back', async () => {
  await drawResult(page, RESULTS['image'] ?? {});
  const picture = page.getByRole('button', { name: 'A red dot', exact: true });
  for (const key of ['Escape', 'Enter']) {
    await picture.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'A red dot' });
    await dialog.getByRole('img').waitFor();
    await page.keyboard.press(key);
    await dialog.waitFor({ state: 'detached' });
    expect(await picture.evaluate((button) => button === document.activeElement)).toBe(true);
  }
});

test('tabs are chosen by arrow keys, in the direction of the language', async () => {
  await drawResult(page, RESULTS['fight'] ?? {});
  await page.getByRole('tab', { name: 'Result' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => readFocus()).toBe('JSON');
  const text = await page.getByRole('tabpanel').textContent();
  expect(JSON.parse(text ?? '')).toEqual(RESULTS['fight']?.data);
  await page.keyboard.press('Home');
  await expect.poll(() => readFocus()).toBe('Result');
  await drawResult(page, { ...RESULTS['fight'], language: 'ar' });
  await page.getByRole('tab').first().focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => readFocus()).toBe('JSON');
});

test('everything is reached by Tab alone, in the order of the page', async () => {
  await drawResult(page, RESULTS['nested'] ?? {});
  const seen: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    const place = await page.evaluate(() => {
      const all = [...document.querySelectorAll('.fw-result *')];
      return document.activeElement === null ? -1 : all.indexOf(document.activeElement);
    });
    if (place === -1) break;
    seen.push(String(place).padStart(6, '0'));
  }
  expect(seen.length).toBeGreaterThan(10);
  expect(seen).toEqual([...new Set(seen)].toSorted());
});

test('saves a table as CSV that no spreadsheet runs, in the order that is shown', async () => {
  const data = [
    { name: '=HYPERLINK("http://127.0.0.1:1/")', n: -2 },
    { name: 'Ada "the first", Lovelace', n: 1 },
  ];
  await drawResult(page, { title: '../Orders', data });
  await page.getByRole('button', { name: 'Name' }).click();
  await page.getByRole('button', { name: 'Name' }).click();
  const [name, bytes] = await save('Download CSV');
  expect(name).toBe('Orders.csv');
  expect(bytes.toString('utf8')).toBe(
    '\u{FEFF}name,n\r\n"Ada ""the first"", Lovelace",1\r\n"\'=HYPERLINK(""http://127.0.0.1:1/"")",-2\r\n',
  );
});

test('copies and saves the JSON, and saves files as they came', async () => {
  const data = { winner: 'Ada', odds: [1, 2] };
  await drawResult(page, { title: 'Fight', data });
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied').waitFor();
  const copied = await page.evaluate(async () => navigator.clipboard.readText());
  expect(JSON.parse(copied)).toEqual(data);
  const [name, bytes] = await save('Download JSON');
  expect(name).toBe('Fight.json');
  expect(JSON.parse(bytes.toString('utf8'))).toEqual(data);
  await drawResult(page, RESULTS['files'] ?? {});
  const [picture, dot] = await save('Download dot.png');
  expect(picture).toBe('dot.png');
  expect(dot.toString('base64')).toBe(DOT);
});

test('columns are chosen, the choice is kept behind the JSON and in the whole window', async () => {
  await drawResult(page, RESULTS['table'] ?? {});
  const tools = page.locator('.fw-columns');
  await tools.locator('summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  expect(await tools.locator('summary').textContent()).toBe('Columns (4)');
  await page.getByRole('button', { name: 'Total' }).click();
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.getByRole('tab', { name: 'Result' }).click();
  const heads = page.getByRole('columnheader');
  expect((await heads.allInnerTexts())[0]).toContain('Customer');
  expect(await heads.nth(1).getAttribute('aria-sort')).toBe('ascending');
  await page.getByRole('button', { name: 'Full width' }).click();
  const whole = page.getByRole('dialog', { name: 'Orders' });
  expect((await whole.boundingBox())?.width).toBe(page.viewportSize()?.width);
  expect(await whole.getByRole('columnheader').count()).toBe(4);
  expect(await listViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // A closed dialog has no role, but holds the table, and with it the first download, until its event.
  await page.getByRole('button', { name: 'Full width' }).waitFor();
  const [name, bytes] = await save('Download JSON');
  expect(name).toBe('Orders.json');
  const saved = JSON.parse(bytes.toString('utf8'));
  expect(saved).toHaveLength(450);
  expect(Object.keys(saved[0])).toEqual(['customer', 'total', 'paid', 'placed']);
});

test('a series is a chart that says in words what it shows, with its table', async () => {
  await drawResult(page, RESULTS['series'] ?? {});
  const chart = page.getByRole('img');
  expect(await chart.getAttribute('aria-label')).toBe(
    'Price and Average over Date. Price: from 98 to 145. Average: from 100 to 129',
  );
  await page.getByText('Show as a table').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('table').waitFor();
  expect(await page.getByRole('row').count()).toBe(31);
});
