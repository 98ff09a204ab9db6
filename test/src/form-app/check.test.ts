import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listViolations } from '../support/list-violations.ts';
import { changeSettings, fitsWidth, openFormApp, readFocus, type FormApp } from './open-app.ts';

let app: FormApp;
beforeAll(async () => {
  app = await openFormApp();
});
afterAll(() => app.close());

const WRONG = `{
  "messageId": "m",
  "role": "ROLE_USR",
  "parts": [{ "text": "x" }]
}`;
const RIGHT = WRONG.replace('USR', 'USER');

test('a document is pasted, its fault is gone to, corrected and shared', async () => {
  const page = await app.open('about:blank');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.goto(`${app.url}/#skill=fight-comparison`);
  await page.locator('.fw-form form input').first().fill('Typed');
  await page.waitForLoadState('networkidle');
  // The code of the screen is not loaded before the screen is opened.
  expect(asked.filter((request) => request.includes('check-screen'))).toEqual([]);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Check a document' }).click();
  await page.getByRole('heading', { level: 1, name: 'Check a document' }).waitFor();
  await expect.poll(() => readFocus(page)).toBe('Check a document');
  expect(asked.filter((request) => request.includes('check-screen'))).not.toEqual([]);
  const text = page.getByLabel('Document', { exact: true });
  await text.fill(WRONG);
  await page.getByText('1 problem').waitFor();
  await page.getByText('Taken for: a2a/v1.0 message').waitFor();
  await page.getByText('did you mean "ROLE_USER"?').waitFor();
  // The button selects the place of the fault in the text, also by keyboard.
  await page.getByRole('button', { name: 'Line 3, column 11' }).focus();
  await page.keyboard.press('Enter');
  expect(
    await text.evaluate((field: HTMLTextAreaElement) =>
      field.value.slice(field.selectionStart, field.selectionEnd),
    ),
  ).toBe('"ROLE_USR",');
  expect(await text.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: /^Schema: urn:.*\/Role\/enum$/u }).click();
  await expect.poll(() => page.locator('.check-schema mark').textContent()).toContain('"enum"');
  await page.getByRole('button', { name: 'Close' }).click();

  await text.fill(RIGHT);
  await page.getByText('Valid: a2a/v1.0 message', { exact: true }).waitFor();
  await page.getByLabel('Dialect').selectOption('a2a/v0.3');
  await page.getByText('Taken for: a2a/v0.3 message').waitFor();
  await page.getByLabel('Dialect').selectOption('');
  await page.getByText('Valid:').waitFor();

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy a link to this document' }).click();
  await page.getByText('The link is copied.').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  await text.fill(JSON.stringify(Array.from({ length: 1500 }, () => Math.random())));
  await page.getByText('This is not a known document.').waitFor();
  await page.getByRole('button', { name: 'Copy a link to this document' }).click();
  await page.getByText('too large for a link').waitFor();
  // The report on one document disappears with the next document. A script enters the text in one
  // step, as pasting does.
  await text.evaluate(
    (field: HTMLTextAreaElement, value) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
      set?.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    JSON.stringify('x'.repeat(2_000_001)),
  );
  await page.getByText('This is too large to be checked here').waitFor();
  await expect.poll(() => page.getByText('too large for a link').count()).toBe(0);
  await page.getByRole('link', { name: 'Back to the agent' }).click();
  await page.locator('.choices').waitFor();
  await app.leave(page);

  const other = await app.open('about:blank');
  other.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
  await other.goto(link);
  await other.getByText('Valid: a2a/v1.0 message').waitFor();
  await expect.poll(() => other.getByLabel('Document', { exact: true }).inputValue()).toBe(RIGHT);
  // No request contained the document or the link.
  const told = asked.filter((request) => /ROLE_|doc=/u.test(request.replace(/#\S*/u, '')));
  expect(told).toEqual([]);
  expect(app.errors).toEqual([]);
  await app.leave(other);
});

test('a document is fetched by the server of the page, or is a file', async () => {
  const page = await app.open('#view=check');
  await page.getByLabel('Address of a document').fill(`${app.demo}/.well-known/agent-card.json`);
  await page.getByRole('button', { name: 'Fetch' }).click();
  await page.getByText(/^Valid: a2a\/v1\.0 \+ a2a\/v0\.3 card/u).waitFor();
  // What arrives after another document was begun does not replace it.
  const text = page.getByLabel('Document', { exact: true });
  let release = (): void => {};
  const isTyped = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/document', async (route) => isTyped.then(() => route.continue()));
  await page.getByRole('button', { name: 'Fetch' }).click();
  await page.locator('#check-said').getByText(/./u).waitFor();
  await text.fill('{"typed":1}');
  release();
  await expect.poll(() => page.locator('#check-said').textContent()).toBe('');
  expect(await text.inputValue()).toBe('{"typed":1}');
  await page.getByLabel('Address of a document').fill('http://127.0.0.1:9/elsewhere.json');
  await page.keyboard.press('Enter');
  await page.getByText('Cannot call the agent because all its doors must be at').waitFor();
  await page.getByLabel('Address of a document').fill('nowhere');
  await page.keyboard.press('Enter');
  await page.getByText('This must be an address').waitFor();
  await page.getByLabel('Or a file').setInputFiles({
    name: 'bytes.json',
    mimeType: 'application/json',
    buffer: Buffer.from([0x7b, 0x0a, 0x22, 0xff, 0x22, 0x7d]),
  });
  await page.getByText('the byte 0xFF cannot stand here').waitFor();
  await page.getByRole('button', { name: 'Line 2, column 2' }).waitFor();
  expect(app.errors).toEqual([]);
  await app.leave(page);
});

test('a link that was cut off is told', async () => {
  const page = await app.open('#view=check&doc=AAAA');
  await page.getByText('The document in this link cannot be read.').waitFor();
  expect(app.errors).toEqual([]);
  await app.leave(page);
});

/** The message about the unknown role in other languages. */
const IN_OWN_WORDS = {
  de: 'role ist keine der Möglichkeiten',
  ar: 'role\u2069 ليس من الخيارات',
} as const;

describe('axe finds nothing, and nothing stands out at 320 px', () => {
  let page: Page;
  beforeAll(async () => {
    page = await app.open();
  });
  afterAll(() => app.leave(page));

  test.each([
    ['light', 'en', 'ltr'],
    ['dark', 'ar', 'rtl'],
    ['dark', 'de', 'ltr'],
  ] as const)('in the %s, in %s', async (colorScheme, language, direction) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`${app.url}/#`);
    await changeSettings(page, { language });
    await page.locator(`html[lang=${language}][dir=${direction}]`).waitFor();
    await page.goto(`${app.url}/#view=check`);
    const text = page.locator('#check-text');
    await text.waitFor();
    await expect.poll(() => text.inputValue()).toBe('');
    expect(await listViolations(page)).toEqual([]);
    await text.fill(WRONG.replace('"role"', `"${'long'.repeat(60)}": 1, "role"`));
    await page.locator('.check-problems li').first().waitFor();
    const told = page.locator('.check-problems li p:not([lang])');
    if (language === 'en') await expect.poll(() => told.count()).toBe(0);
    else await told.getByText(IN_OWN_WORDS[language]).first().waitFor();
    await page.locator('.check-problems button[aria-label]').first().click();
    await page.locator('.check-report summary').click();
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await fitsWidth(page)).toBe(true);
    expect(await listViolations(page)).toEqual([]);
    await text.fill(RIGHT);
    await page.locator('.check-report [data-state=done]').waitFor();
    expect(await listViolations(page)).toEqual([]);
    expect(app.errors).toEqual([]);
  });
});
