import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listViolations, listViolationsInBoth } from '../support/list-violations.ts';
import { fitsWidth, openFormApp, type FormApp } from './open-app.ts';

let app: FormApp;
beforeAll(async () => {
  app = await openFormApp();
}, 60_000);
afterAll(() => app.close());

const ROWS = Array.from({ length: 300 }, (_row, n) => ({ name: `P${n}`, email: `p${n}@x.org` }));

/** Fills a form by a link, as somebody would send it. */
function toLink(skill: string, schema: string, data: unknown): string {
  const text = Buffer.from(JSON.stringify(data)).toString('base64url');
  return `#skill=${skill}&schema=${schema}&data=${text}`;
}

async function send(page: Page): Promise<void> {
  await page.locator('.fw-form button[type=submit]').click();
}

/** In the light and the dark, as wide as it is and at 320 px, axe finds nothing and nothing stands out. */
async function check(page: Page): Promise<void> {
  expect(await fitsWidth(page)).toBe(true);
  expect(
    await listViolationsInBoth(page, {
      size: { width: 320, height: 640 },
      look: async () => expect(await fitsWidth(page)).toBe(true),
    }),
  ).toEqual([]);
}

describe.each([
  ['en-US', 'ltr'],
  ['ar', 'rtl'],
] as const)('in %s', (locale, direction) => {
  test('axe finds nothing in any state', async () => {
    const page = await app.open('', { locale, reducedMotion: 'no-preference' });
    await page.locator('.choices').waitFor();
    expect(await page.evaluate(() => document.documentElement.dir)).toBe(direction);
    await check(page);

    // Empty, then refused.
    await page.goto(`${app.url}/#skill=plan-trip`);
    await page.locator('.fw-form form').waitFor();
    await check(page);
    await send(page);
    await page.getByRole('alert').waitFor();
    await check(page);

    // Filled by a link, with its JSON beside it.
    await page.goto(
      `${app.url}/${toLink('plan-trip', 'cityTrip', { city: 'Porto', startDate: '2027-05-01' })}`,
    );
    await page.locator('.note').waitFor();
    await page.getByRole('button', { name: 'JSON' }).click();
    await check(page);

    // Asking, with what stands behind it.
    await send(page);
    await page.locator('.fw-task form').waitFor();
    await check(page);
    await page.locator('.details-button').click();
    await page.locator('.facts').waitFor();
    expect(await listViolationsInBoth(page)).toEqual([]);
    await page.locator('.details .icon-button').click();

    // Working, then canceled.
    const contacts = { contacts: ROWS.slice(0, 40), batchSize: 1, pauseMs: 2000 };
    await page.goto(`${app.url}/${toLink('import-contacts', 'contactList', contacts)}`);
    await page.locator('.fw-form form').waitFor();
    await send(page);
    await page.locator('.fw-task progress').waitFor();
    await check(page);
    await page.locator('.fw-task-status button').click();
    await page.locator('.tools').waitFor();
    await check(page);

    // A result, and what differs from another.
    for (const b of ['Tiger', 'Shark']) {
      await page.goto(
        `${app.url}/${toLink('fight-comparison', 'fightComparison', { a: 'Lion', b })}`,
      );
      await page.locator('.fw-form form').waitFor();
      await send(page);
      await page.locator('.fw-result').waitFor();
    }
    await check(page);
    await page.locator('.tools a.button').click();
    await page.locator('table').first().waitFor();
    await check(page);

    // Many rows.
    await page.goto(`${app.url}/#skill=fight-comparison&view=batch`);
    await page.locator('textarea').fill('a,b,c\nLion,Tiger,1\nOwl,,2');
    await page.locator('.card button[type=submit]').click();
    await page.locator('table').waitFor();
    await check(page);
    expect(app.errors).toEqual([]);
    await app.leave(page);
  }, 120_000);
});

test('on a phone the three places are three screens', async () => {
  const page = await app.open('#skill=fight-comparison', { viewport: { width: 390, height: 800 } });
  await page.locator('.fw-form form').waitFor();
  const bar = page.locator('.bar');
  expect(await page.locator('.side').isVisible()).toBe(false);
  await bar.getByRole('button', { name: 'Skills' }).click();
  expect(await page.locator('#main').isVisible()).toBe(false);
  await check390(page);
  await page.getByRole('link', { name: /Plan a Trip/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Plan a Trip' }).waitFor();
  expect(await page.locator('.side').isVisible()).toBe(false);
  await bar.getByRole('button', { name: 'Details' }).click();
  expect(await page.locator('.details').isVisible()).toBe(true);
  await check390(page);
  await app.leave(page);
});

async function check390(page: Page): Promise<void> {
  expect(await listViolations(page)).toEqual([]);
  expect(await fitsWidth(page)).toBe(true);
}

test('an agent that cannot be reached, and a page without a server, say what to do', async () => {
  const page = await app.open();
  await page.locator('.choices').waitFor();
  await page.route('**/api/describe', (route) => route.abort());
  await page.reload();
  await page.getByRole('heading', { name: 'This agent cannot be reached' }).waitFor();
  expect(await listViolations(page)).toEqual([]);
  await page.unroute('**/api/describe');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.choices').waitFor();
  await page.route('**/api/config', (route) => route.abort());
  await page.reload();
  await page.getByRole('alert').waitFor();
  expect(await listViolations(page)).toEqual([]);
  await app.leave(page);
});
