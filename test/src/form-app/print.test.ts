import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSettings, openFormApp, type FormApp } from './open-app.ts';

let app: FormApp;
beforeAll(async () => {
  app = await openFormApp();
});
afterAll(() => app.close());

test('a printed run is what was sent and what came of it, with nothing to press', async () => {
  const input = {
    employee: 'Ada Lovelace',
    email: 'ada@example.org',
    currency: 'EUR',
    items: [
      { category: 'travel', description: 'Train', date: '2027-05-01', amount: 120.5 },
      { category: 'meals', description: 'Lunch', date: '2027-05-01', amount: 18.2 },
    ],
  };
  const data = Buffer.from(JSON.stringify(input)).toString('base64url');
  const page = await app.open(`#skill=expense-report&schema=expenseReport&data=${data}`);
  await page.locator('.fw-form form').waitFor();
  await page.locator('.fw-form button[type=submit]').click();
  await page.locator('.fw-result table').waitFor();
  await changeSettings(page, { scheme: 'dark' });
  await page.locator('html[data-scheme=dark]').waitFor();
  await page.emulateMedia({ media: 'print' });
  // Letters are dark, because paper is white.
  for (const name of ['h1', '.fw-task dd', '.fw-result td']) {
    const color = await page
      .locator(name)
      .first()
      .evaluate((element) => getComputedStyle(element).color);
    const parts = (color.match(/[\d.]+/gu) ?? []).map(Number);
    expect(Math.max(...parts.slice(0, 3))).toBeLessThan(100);
  }
  const heads = await page.locator('.fw-result thead th').allInnerTexts();
  expect(heads.filter((head) => head.trim() !== '').length).toBe(heads.length);
  const controls = page.locator('button:not(th > button), .button, select, input, [role=tab]');
  await expect.poll(() => controls.count()).toBeGreaterThan(5);
  for (const control of await controls.all())
    await expect.poll(() => control.isVisible()).toBe(false);
  expect(app.errors).toEqual([]);
  await app.leave(page);
});
