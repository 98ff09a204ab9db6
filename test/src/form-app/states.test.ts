import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listLookFaults } from '../support/list-look-faults.ts';
import { listViolations, listViolationsInBoth } from '../support/list-violations.ts';
import { changeSettings, fitsWidth, openFormApp, openMore, type FormApp } from './open-app.ts';

let app: FormApp;
beforeAll(async () => {
  app = await openFormApp();
});
afterAll(() => app.close());

const ROWS = Array.from({ length: 300 }, (_row, n) => ({ name: `P${n}`, email: `p${n}@x.org` }));

/** Returns the hash of a link that opens the form of a skill, filled with data. */
function toLink(skill: string, schema: string, data: unknown): string {
  const text = Buffer.from(JSON.stringify(data)).toString('base64url');
  return `#skill=${skill}&schema=${schema}&data=${text}`;
}

async function send(page: Page): Promise<void> {
  await page.locator('.fw-form button[type=submit]').click();
}

/** Expects no accessibility faults and no overflow, light and dark, at full width and at 320 px. */
async function check(page: Page): Promise<void> {
  expect(await fitsWidth(page)).toBe(true);
  expect(
    await listViolationsInBoth(page, {
      size: { width: 320, height: 640 },
      look: async () => expect(await fitsWidth(page)).toBe(true),
    }),
  ).toEqual([]);
}

/**
 * Checks a state of the page in both writing directions, in one document so that axe loads once.
 * The other language draws forms anew, so `reach` leads to the state again.
 */
async function inEither(
  page: Page,
  reach: () => Promise<void>,
  judge: (page: Page) => Promise<void> = check,
): Promise<void> {
  await reach();
  await judge(page);
  const isArabic = (await page.locator('html').getAttribute('lang')) === 'ar';
  const [language, direction] = isArabic ? ['en', 'ltr'] : ['ar', 'rtl'];
  await changeSettings(page, { language });
  await page.locator(`html[lang=${language}][dir=${direction}]`).waitFor();
  await reach();
  await judge(page);
  expect(await listLookFaults(page)).toEqual([]);
}

test('axe finds nothing in any state, in either direction', async () => {
  const page = await app.open('', { locale: 'ar', reducedMotion: 'no-preference' });
  await page.locator('.choices').waitFor();
  // The page starts in the language of the browser.
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  await inEither(page, () => page.locator('.choices').waitFor());

  // First an empty form, then one with the messages after sending it.
  await page.goto(`${app.url}/#skill=plan-trip`);
  await inEither(page, () => page.locator('.fw-form form').waitFor());
  await inEither(page, async () => {
    await send(page);
    await page.getByRole('alert').waitFor();
  });

  // A form that a link filled, with the editor for its JSON.
  await page.goto(
    `${app.url}/${toLink('plan-trip', 'cityTrip', { city: 'Porto', startDate: '2027-05-01' })}`,
  );
  await inEither(page, async () => {
    await page.locator('.note').waitFor();
    await openMore(page);
    await page.getByRole('button', { name: /JSON/u, pressed: false }).click();
    await page.locator('.fw-json').waitFor();
  });

  // A question, and the panel with its details.
  await send(page);
  await inEither(page, () => page.locator('.fw-task form').waitFor());
  await page.locator('.details-button').click();
  await inEither(
    page,
    () => page.locator('.facts').waitFor(),
    async () => expect(await listViolationsInBoth(page)).toEqual([]),
  );
  await page.locator('.details .icon-button').click();

  // A task at work, then canceled.
  const contacts = { contacts: ROWS.slice(0, 40), batchSize: 1, pauseMs: 2000 };
  await page.goto(`${app.url}/${toLink('import-contacts', 'contactList', contacts)}`);
  await page.locator('.fw-form form').waitFor();
  await send(page);
  await inEither(page, () => page.locator('.fw-task progress').waitFor());
  await page.locator('.fw-task-status button').click();
  await inEither(page, () => page.locator('.tools').waitFor());

  // A result, and its comparison with another one.
  for (const b of ['Tiger', 'Shark']) {
    await page.goto(
      `${app.url}/${toLink('fight-comparison', 'fightComparison', { a: 'Lion', b })}`,
    );
    await page.locator('.fw-form form').waitFor();
    await send(page);
    await page.locator('.fw-result').waitFor();
  }
  await inEither(page, () => page.locator('.fw-result').waitFor());
  await openMore(page);
  await page.locator('.more-list a').click();
  await inEither(page, () => page.locator('table').first().waitFor());

  // A batch of several rows.
  await page.goto(`${app.url}/#skill=fight-comparison&view=batch`);
  await page.locator('textarea').fill('a,b,c\nLion,Tiger,1\nOwl,,2');
  await page.locator('.card button[type=submit]').click();
  await inEither(page, () => page.locator('table').waitFor());
  expect(app.errors).toEqual([]);
  await app.leave(page);
});

test('on a phone the three places are three screens', async () => {
  const page = await app.open('#skill=fight-comparison', { viewport: { width: 390, height: 800 } });
  await page.locator('.fw-form form').waitFor();
  const bar = page.locator('.bar');
  await expect.poll(() => page.locator('.side').isVisible()).toBe(false);
  await bar.getByRole('button', { name: 'Skills' }).click();
  await expect.poll(() => page.locator('#main').isVisible()).toBe(false);
  await check390(page);
  await page.getByRole('link', { name: /Plan a Trip/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Plan a Trip' }).waitFor();
  await expect.poll(() => page.locator('.side').isVisible()).toBe(false);
  await bar.getByRole('button', { name: 'History' }).click();
  await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
  await check390(page);
  // The way back is the form that was left.
  await bar.getByRole('button', { name: 'Work' }).click();
  await page.getByRole('heading', { level: 1, name: 'Plan a Trip' }).waitFor();
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
  await expect
    .poll(() => page.getByRole('alert').innerText())
    .toMatch(/^The server of this page does not/u);
  expect(await listViolations(page)).toEqual([]);
  await page.unroute('**/api/describe');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.choices').waitFor();
  await page.route('**/api/config', (route) => route.abort());
  await page.reload();
  await page.getByRole('alert').getByText('The server of this page does not answer').waitFor();
  expect(await listViolations(page)).toEqual([]);
  await app.leave(page);
});
