import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listLookFaults } from '../support/list-look-faults.ts';
import { listViolations, listViolationsInBoth } from '../support/list-violations.ts';
import { fitsWidth, openFormApp, openMore, readFocus, type FormApp } from './open-app.ts';

let app: FormApp;
let page: Page;
beforeAll(async () => {
  app = await openFormApp();
  page = await app.open();
  await page.locator('.choices').waitFor();
});
afterAll(() => app.close());

test('the first screen fills a form with an example, and sends nothing by itself', async () => {
  // Pictures of the card are drawn as images, in spite of the policy of the page.
  const widths = await page
    .locator('.badge img')
    .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth > 0));
  expect(widths.length).toBeGreaterThan(5);
  expect(widths).not.toContain(false);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Fill in this example' }).click();
  await page.locator('.fw-form form').waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: /^A/u }).inputValue()).toBe('Superman');
  expect(asked.filter((path) => path.endsWith('/send'))).toEqual([]);
  await page.locator('.fw-form button[type=submit]').click();
  await page.locator('.fw-result').waitFor();
});

test('a result stands beside what was sent, and beside the form that changes it', async () => {
  const [sent, result] = await Promise.all([
    page.locator('.fw-task-input').boundingBox(),
    page.locator('.fw-result').boundingBox(),
  ]);
  expect(result?.x).toBeGreaterThan((sent?.x ?? 0) + (sent?.width ?? 0));
  await page.getByRole('button', { name: 'Edit and run' }).click();
  await page.getByText(/^Filled in as in your run/u).waitFor();
  await page.getByRole('complementary', { name: 'Result' }).locator('.fw-result').waitFor();
  expect(await listViolations(page)).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);
  // The JSON stands beside the fields, and folds the menu that opened it.
  await openMore(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => readFocus(page)).toBe('More');
  await page.setViewportSize({ width: 1200, height: 900 });
  await expect.poll(() => page.locator('aside .fw-result').count()).toBe(0);
  await openMore(page);
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  const [form, json] = await Promise.all([
    page.locator('.fw-form form').boundingBox(),
    page.locator('.fw-panel').boundingBox(),
  ]);
  expect(json?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0));
  await expect.poll(() => page.locator('.more-list').isVisible()).toBe(false);
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('the search finds skills, runs and actions by keyboard alone', async () => {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox');
  await field.waitFor();
  expect(
    await listViolationsInBoth(page, {
      size: { width: 390, height: 800 },
      look: async () => expect(await fitsWidth(page)).toBe(true),
    }),
  ).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await listLookFaults(page)).toEqual([]);
  await field.focus();
  const chosen = async (): Promise<string> => {
    const id = (await field.getAttribute('aria-activedescendant')) ?? '';
    const option = page.locator(`[id="${id}"]`);
    await expect.poll(() => option.getAttribute('aria-selected')).toBe('true');
    return (await option.locator('.name').textContent()) ?? '';
  };
  expect(await chosen()).toBe('Run a whole table: Fight Comparison');
  await page.keyboard.press('ArrowUp');
  const last = await chosen();
  await page.keyboard.press('ArrowDown');
  expect(await chosen()).not.toBe(last);
  await field.fill('trip');
  expect(await chosen()).toBe('Plan a Trip');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Plan a Trip' }).waitFor();
  await expect.poll(() => readFocus(page)).toBe('Plan a Trip');
  await page.getByRole('button', { name: /^Search/u }).click();
  await field.fill('no such thing');
  await page.getByText('Nothing found.').waitFor();
  await field.fill('language');
  expect(await chosen()).toBe('Deutsch');
  await field.fill('batman');
  await page.keyboard.press('Enter');
  await page.locator('.fw-result').waitFor();
  await page.keyboard.press('Control+k');
  await field.fill('history');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
  await page.getByRole('link', { name: /Superman · Batman/u }).waitFor();
  expect(await listViolations(page)).toEqual([]);
});

test('the settings change the page, and delete what it has stored after a question', async () => {
  const button = page.getByRole('button', { name: 'Settings' });
  await button.click();
  const sheet = page.getByRole('dialog', { name: 'Settings' });
  await sheet.getByText(/^1 run, /u).waitFor();
  await sheet.getByLabel('Dark').check();
  await page.locator('html[data-scheme=dark]').waitFor();
  expect(await listViolations(page)).toEqual([]);
  expect(await listLookFaults(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  await sheet.getByLabel('Language').selectOption('ar');
  await page.locator('html[dir=rtl]').waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await fitsWidth(page)).toBe(true);
  await page.emulateMedia({ forcedColors: 'none' });
  expect(await listViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.locator('.sheet select').selectOption('en');
  await page.keyboard.press('Escape');
  await expect.poll(() => readFocus(page)).toBe('Settings');
  await button.click();
  await sheet.getByRole('button', { name: 'Delete all of it' }).click();
  await expect.poll(() => readFocus(page)).toBe('Keep');
  await sheet.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
  await page.getByRole('link', { name: 'Choose what you want done' }).waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(app.errors).toEqual([]);
});

test('a language that could not be loaded is there once it can be', async () => {
  const own = await app.open('about:blank', { locale: 'de-DE' });
  await own.route('**/assets/german-*.js', (route) => route.abort());
  await own.goto(`${app.url}/#skill=fight-comparison`);
  await own.getByRole('button', { name: 'Run', exact: false }).waitFor();
  await own.getByText('History').first().waitFor();
  await own.unroute('**/assets/german-*.js');
  await own.evaluate(() => dispatchEvent(new Event('online')));
  await own.getByText('Verlauf').first().waitFor();
  await expect.poll(() => own.evaluate(() => document.documentElement.lang)).toBe('de');
  await app.leave(own);
});

test('tabs with one draft keep all of them, and say so', async () => {
  const url = `${app.url}/#skill=fight-comparison`;
  const first = await page.context().newPage();
  const second = await page.context().newPage();
  const third = await page.context().newPage();
  const read = (tab: Page): Promise<string> =>
    tab.getByRole('textbox', { name: /^A/u }).inputValue();
  for (const tab of [first, second, third]) {
    await tab.goto(url);
    await tab.locator('.fw-form form').waitFor();
  }
  await first.getByRole('textbox', { name: /^A/u }).fill('Of the first');
  await expect.poll(() => stored()).toContain('Of the first');
  await second.getByRole('textbox', { name: /^A/u }).fill('Of the second');
  await second.getByText('Another tab changed this form too').waitFor();
  expect(await stored()).toContain('Of the first');
  expect(await first.getByText('Another tab changed this form too').count()).toBe(0);
  // A third one, although the first is closed.
  await first.close();
  await third.getByRole('textbox', { name: /^A/u }).fill('Of the third');
  await third.getByText('Another tab changed this form too').waitFor();
  for (const name of ['Of the first', 'Of the second']) expect(await stored()).toContain(name);
  for (const before of ['Of the second', 'Of the first']) {
    await third.getByRole('button', { name: 'Start over' }).click();
    await expect.poll(() => read(third)).toBe(before);
  }
  expect(await stored()).not.toContain('Of the third');
  expect(await stored()).not.toContain('Of the second');
  await Promise.all([second.close(), third.close()]);

  function stored(): Promise<string> {
    return page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  }
});

test('the history has days, says what came out, tells equal titles apart, and has chips', async () => {
  const other = await app.open('about:blank');
  const fight = toLink('fight-comparison', { a: 'Superman', b: 'Batman' });
  for (const link of [fight, toReport(12), toReport(13)]) {
    await other.goto(`${app.url}/${link}`);
    await other.locator('.fw-actions-bar .fw-primary').click();
    await other.locator('.fw-result .fw-headline').waitFor();
  }
  await other.goto(`${app.url}/#view=history`);
  await other.getByRole('heading', { name: 'Today' }).waitFor();
  const runs = other.locator('.work .runs a');
  expect(await runs.allInnerTexts()).toEqual([
    expect.stringMatching(/^Ada · EUR · .* · 13\n.*Done 13 · /u),
    expect.stringMatching(/^Ada · EUR · .* · 12\n.*Done 12 · /u),
    expect.stringMatching(/^Superman · Batman\n.*Done \w+ · 0\.\d+ · /u),
  ]);
  await other.getByRole('button', { name: 'Fight Comparison', exact: true }).click();
  await expect.poll(() => runs.count()).toBe(1);
  expect(await listViolationsInBoth(other)).toEqual([]);
  // A chip whose last run is deleted in another tab narrows nothing any more.
  const tab = await other.context().newPage();
  await tab.goto(`${app.url}/icon.svg`);
  await tab.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      const value = localStorage.getItem(key) ?? '';
      if (key.startsWith('formwork.runs:') && value.includes('Superman')) {
        localStorage.removeItem(key);
      }
    }
  });
  await expect.poll(() => runs.count()).toBe(2);
  await tab.close();
  await app.leave(other);
});

function toReport(amount: number): string {
  const item = { date: '2027-03-02', category: 'travel', description: 'Train', amount };
  return toLink('expense-report', { employee: 'Ada', currency: 'EUR', items: [item] });
}

/** Returns the hash of a link that fills in a form. */
function toLink(skill: string, data: object): string {
  return `#skill=${skill}&data=${Buffer.from(JSON.stringify(data)).toString('base64url')}`;
}
