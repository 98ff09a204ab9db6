import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFormApp, openMore, readFocus, type FormApp } from './open-app.ts';

let app: FormApp;
let page: Page;
beforeAll(async () => {
  app = await openFormApp();
  page = await app.open();
  await page.getByRole('heading', { name: 'Formwork demo' }).waitFor();
});
afterAll(() => app.close());

async function press(key: string): Promise<string> {
  await page.keyboard.press(key);
  return readFocus(page);
}

/**
 * Presses Tab until an element has the focus whose name begins with `name`; returns the names on
 * the way.
 */
async function tabTo(name: string): Promise<readonly string[]> {
  const way: string[] = [];
  for (let n = 0; n < 40; n += 1) {
    way.push(await press('Tab'));
    if (way.at(-1)?.startsWith(name) === true) return way;
  }
  throw new Error(`Cannot reach ${name}: ${way.join(', ')}`);
}

test('a trip is planned from the first visit to the result, question included, by keyboard alone', async () => {
  expect(await press('Tab')).toBe('Skip to content');
  expect(await tabTo('Plan a Trip')).toEqual([
    'Formwork demo',
    expect.stringMatching(/^Search/u),
    'Settings',
    'History',
    'Fight Comparison',
    'Expense Report',
    'Import Contacts',
    'Plan a Trip',
  ]);
  await page.keyboard.press('Enter');
  await page.locator('.fw-form form').waitFor();
  await expect.poll(() => readFocus(page)).toBe('Plan a Trip');

  // After the heading come tabs, examples, fields and buttons, in the order on the screen.
  expect(await press('Tab')).toBe('A stay in one city');
  await page.keyboard.press('ArrowRight');
  await page.getByText('Cities in the order of travel').waitFor();
  await expect.poll(() => readFocus(page)).toBe('A journey with several stops');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('textbox', { name: /^City/ }).waitFor();
  await expect.poll(() => readFocus(page)).toBe('A stay in one city');
  const fields = await tabTo('First day');
  expect(fields).toEqual(['Lisbon · Apr 12, 2027 · 3', 'City (required)', 'First day (required)']);
  await page.getByRole('textbox', { name: /^City/ }).focus();
  await page.keyboard.type('Porto');

  // The summary names the missing field, and Enter leads there.
  await page.keyboard.press('Control+Enter');
  await page.getByRole('alert').waitFor();
  await tabTo('Enter the first day');
  await page.keyboard.press('Enter');
  await expect.poll(() => readFocus(page)).toBe('First day (required)');
  await page.keyboard.type('05012027');
  await page.keyboard.press('Control+Enter');

  await page.getByText('How many days do you want to stay?').first().waitFor();
  await page.getByRole('textbox', { name: /^Days/ }).waitFor();
  // The question takes the focus of a person who waits at the form.
  await tabTo('Days');
  await page.keyboard.type('2');
  await tabTo('Answer');
  await page.keyboard.press('Enter');
  await page.locator('.fw-result').waitFor();
  await page.getByText('✓ Checked').waitFor();
  await expect.poll(() => page.locator('.fw-task').textContent()).toContain('Porto');
  await tabTo('Run again');

  // The program of a skill with several forms names the one that was sent.
  const details = page.locator('.details-button');
  await details.press('Enter');
  await page.getByRole('button', { name: 'TypeScript' }).press('Enter');
  await expect
    .poll(() => page.locator('.details pre').first().textContent())
    .toMatch(/\.call\(\{\s+"schema": "[\w-]+",\s+"data": \{[^}]*"Porto"/u);
  // Once opened again, the run has only recorded how it was watched.
  await page.reload();
  await page.getByRole('button', { name: 'curl' }).press('Enter');
  await page.getByText('Nothing was recorded for this run.').first().waitFor();
  expect(await page.locator('.details pre[aria-label=curl]').count()).toBe(0);
  await details.press('Enter');
  expect(app.errors).toEqual([]);
});

test('the history is reached by keyboard, and each place is announced by its heading', async () => {
  await page.getByRole('link', { name: /Porto/ }).focus();
  await page.keyboard.press('Enter');
  // The result of the run takes the focus when it is drawn.
  await page.locator('.fw-result').waitFor();
  const link = page.getByRole('link', { name: /Fight Comparison/ }).first();
  // The result may take the focus in between, because the page treats the test as somebody who
  // waits for it.
  await expect
    .poll(async () => {
      await link.press('Enter');
      return page.locator('.fw-form form').isVisible();
    })
    .toBe(true);
  await expect.poll(() => readFocus(page)).toBe('Fight Comparison');
  expect(await page.title()).toBe('Fight Comparison · Formwork demo');
});

test('the focus stays where a person works when what had it goes, and the keys send from the heading', async () => {
  const body = (): Promise<boolean> =>
    page.evaluate(() => document.activeElement === document.body);
  /** Presses a button or link and waits for what it shows, which has the focus or lies within it. */
  async function leads(act: () => Promise<void>, focus: string): Promise<void> {
    await act();
    await expect.poll(() => readFocus(page)).toContain(focus);
    expect(await body()).toBe(false);
  }
  const enter = (role: 'button' | 'link', name: RegExp | string) => async (): Promise<void> => {
    await page.getByRole(role, { name }).first().press('Enter');
  };
  for (let n = 0; n < 2; n += 1) {
    await page.evaluate(() => (window.location.hash = ''));
    await page.getByRole('button', { name: 'Fill in this example' }).press('Enter');
    await expect
      .poll(() => page.getByRole('textbox', { name: /^A/u }).inputValue())
      .toBe('Superman');
    await expect.poll(() => readFocus(page)).toBe('Fight Comparison');
    await page.keyboard.press('Control+Enter');
    await page.locator('.fw-result').waitFor();
  }
  await openMore(page);
  await leads(enter('link', 'Compare with another run'), 'Compare two runs');
  await page.goto(`${app.url}/#skill=import-contacts`);
  await page.locator('.fw-form form').waitFor();
  await openMore(page);
  await leads(enter('link', 'Run a whole table'), 'Run for many rows');

  await page.goto(`${app.url}/#skill=import-contacts`);
  await page.locator('.fw-form form').waitFor();
  const open = enter('button', 'Paste rows');
  await leads(open, '');
  await leads(enter('button', 'Close'), 'Paste rows');
  await open();
  await page.locator('.fw-paste textarea').fill('a\ta@x.org\nb\tb@x.org');
  await leads(enter('button', 'Add 2 rows'), 'Contacts');
  await page.locator('.fw-examples button').first().press('Enter');
  await leads(enter('button', 'Undo'), 'Examples');
  await page.goto(`${app.url}/#view=history`);
  await expect.poll(() => readFocus(page)).toBe('History');
  await page.goBack();
  // Its note goes with the button, and the form begins after the focus.
  await leads(enter('button', 'Start over'), 'ExamplesAda');
  expect(await press('Tab')).toMatch(/^Ada Lovelace/u);
  expect(app.errors).toEqual([]);
});
