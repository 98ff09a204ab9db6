import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draw, openFormPages, type FormPages } from './open-page.ts';

let pages: FormPages;
let page: Page;

beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open({ late: true });
});
afterAll(() => pages.close());

const NAME = {
  type: 'object',
  properties: { name: { type: 'string', title: 'Name', minLength: 3 } },
} as const;

const EITHER = {
  type: 'object',
  title: 'Place',
  oneOf: [
    {
      title: 'Town',
      properties: { town: { type: 'string', title: 'Town name' } },
      required: ['town'],
    },
    { title: 'Point', properties: { x: { type: 'number', title: 'East' } }, required: ['x'] },
  ],
};

const ROWS = {
  type: 'object',
  properties: {
    rows: {
      type: 'array',
      title: 'Rows',
      items: {
        type: 'object',
        properties: { kind: { type: 'string', title: 'Kind' } },
        if: { properties: { kind: { const: 'other' } }, required: ['kind'] },
        then: { properties: { note: { type: 'string', title: 'Note' } } },
      },
    },
  },
};

/**
 * Opens the page without the code that validates values; returns a function that lets the code load
 * or fail.
 */
async function openLate(): Promise<Settle> {
  let settle: Settle = () => undefined;
  const held = new Promise<'continue' | 'abort'>((resolve) => {
    settle = resolve;
  });
  await page.unrouteAll();
  await page.route(/create-form-validator.*\.js$/u, async (route: Route) => {
    await ((await held) === 'continue' ? route.continue() : route.abort());
  });
  await page.reload();
  await page.waitForSelector('html[data-ready] #root', { state: 'attached' });
  return (how) => settle(how);
}

type Settle = (how: 'continue' | 'abort') => void;

/** Returns all values that the form has sent, as JSON. */
function readSent(): Promise<string> {
  return page.evaluate(() => JSON.stringify(window.sent));
}

test('a form is there and filled before values can be judged, and is sent when they are', async () => {
  const settle = await openLate();
  await draw(page, { schema: NAME });
  await page.getByLabel('Name').fill('Bo');
  const send = page.getByRole('button', { name: 'Send' });
  await send.click();
  await send.click();
  expect(await readSent()).toBe('[]');
  expect(await page.locator('[data-fw-summary] a').count()).toBe(0);
  settle('continue');
  await page.locator('[data-fw-summary] a').waitFor();
  expect(await readSent()).toBe('[]');
  await page.getByLabel('Name').fill('Bob');
  await send.click();
  expect(await readSent()).toBe('[{"name":"Bob"}]');
});

test('alternatives are drawn when it is known which of them the data are', async () => {
  const settle = await openLate();
  await draw(page, { schema: EITHER, initialData: { x: 4 } });
  expect(await page.locator('.fw-waiting[aria-busy=true]').count()).toBe(1);
  expect(await page.locator('form').count()).toBe(0);
  settle('continue');
  await page.getByLabel('East').waitFor();
  expect(await page.getByLabel('East').inputValue()).toBe('4');
  expect(await page.locator('.fw-waiting').count()).toBe(0);
  await page.getByRole('button', { name: 'Send' }).click();
  expect(await readSent()).toBe('[{"x":4}]');
});

test('rows with conditions that were added before are drawn anew', async () => {
  const settle = await openLate();
  await draw(page, { schema: ROWS });
  await page.getByRole('button', { name: /^Add/u }).click();
  await page.getByLabel('Kind').fill('other');
  expect(await page.getByLabel('Note').count()).toBe(0);
  settle('continue');
  await page.getByLabel('Note').fill('late');
  await page.getByRole('button', { name: 'Send' }).click();
  expect(await readSent()).toBe('[{"rows":[{"kind":"other","note":"late"}]}]');
});

test('a form whose values cannot be judged says so and is sent all the same', async () => {
  const settle = await openLate();
  settle('abort');
  await draw(page, { schema: NAME });
  await page.getByText('checked by the agent').waitFor();
  await page.getByLabel('Name').fill('Bo');
  await page.getByRole('button', { name: 'Send' }).click();
  expect(await readSent()).toBe('[{"name":"Bo"}]');
});
