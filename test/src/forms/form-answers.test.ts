import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../support/list-violations.ts';
import { draw, openFormPages, type FormPages } from './open-page.ts';

let pages: FormPages;
let page: Page;
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open();
});
afterAll(() => pages.close());

const text = { type: 'string' } as const;

async function send(): Promise<unknown> {
  await page.locator('button[type=submit]').click();
  return page.evaluate(() => window.sent.at(-1));
}

test('a number is entered and shown with the decimal mark of the language', async () => {
  const amount = { type: 'number', multipleOf: 0.01, title: 'Betrag' };
  const schema = { type: 'object', properties: { amount, code: { ...text, title: 'Code' } } };
  await draw(page, { schema, language: 'de', initialData: { amount: 0.5, code: '1.5' } });
  const field = page.getByLabel('Betrag');
  expect(await field.inputValue()).toBe('0,5');
  expect(await page.getByLabel('Code').inputValue()).toBe('1.5');
  await field.fill('');
  await field.pressSequentially('12,50');
  expect(await field.inputValue()).toBe('12,50');
  expect(await send()).toEqual({ amount: 12.5, code: '1.5' });
  await field.fill('1.250.5');
  expect(await page.evaluate(() => window.sent.length)).toBe(1);
  await page.locator('button[type=submit]').click();
  await page.getByRole('link', { name: 'Betrag: bitte eine Zahl eingeben, etwa 12,50' }).waitFor();
  await draw(page, { schema, language: 'en' });
  await field.fill('12,50');
  expect(await send()).toBeUndefined();
  await page.getByRole('link', { name: 'Betrag: enter a number, such as 12.50' }).waitFor();
});

test('a number is sent as it was meant, or not at all', async () => {
  const amount = { type: 'number', title: 'Amount' };
  const count = { type: 'integer', title: 'Count' };
  const schema = { type: 'object', properties: { amount, count } };
  // The summary takes the focus a moment later, and keys pressed before that would be lost.
  const link = async (name: string): Promise<void> => {
    await page.getByRole('link', { name }).waitFor();
    await page.locator('[data-fw-summary]:focus').waitFor();
  };
  const field = page.getByLabel('Amount');
  const type = async (typed: string): Promise<void> => {
    await field.fill('');
    await field.pressSequentially(typed);
    expect(await field.inputValue()).toBe(typed);
  };
  await draw(page, { schema, language: 'de' });
  await type('1.234,50');
  await page.getByLabel('Count').fill('1.234');
  expect(await send()).toEqual({ amount: 1234.5, count: 1234 });
  await type('1.234');
  await page.locator('button[type=submit]').click();
  await link('Amount kann zweierlei heißen: bitte 1234 oder 1,234 eingeben');
  await type('1234');
  expect(await send()).toEqual({ amount: 1234, count: 1234 });

  await draw(page, { schema, language: 'en' });
  await type('1.0');
  expect(await send()).toEqual({ amount: 1 });
  // Each message differs from the one before, so that waiting for it shows the answer to the latest
  // press.
  for (const [typed, told] of [
    ['1,234', 'Amount can be read in two ways: enter 1234 or 1.234'],
    ['9007199254740993', 'Amount: a number like this cannot be sent exactly'],
    ['0x10', 'Amount: enter a number, such as 12.50'],
    ['1e400', 'Amount: a number like this cannot be sent exactly'],
  ] as const) {
    await type(typed);
    await page.locator('button[type=submit]').click();
    await link(told);
  }
  await type('');
  expect(await send()).toEqual({});
  const list = { type: 'array', items: amount, title: 'Amounts', minItems: 1 };
  const either = { type: ['number', 'null'], title: 'Either' };
  const map = { type: 'object', additionalProperties: { type: 'number' } };
  const properties = { list, either, map };
  const initialData = { list: [0.5, 2], either: null, map: { a: 1e21 } };
  await draw(page, { schema: { type: 'object', properties }, initialData, language: 'de' });
  await page.getByLabel('Either').fill('0,25');
  expect(await send()).toEqual({ list: [0.5, 2], either: 0.25, map: { a: 1e21 } });
});

test('a yes or no that must be there is asked, and said by nobody else', async () => {
  const flag = { type: 'boolean' } as const;
  const properties = {
    approve: { ...flag, title: 'Approve' },
    maybe: { ...flag, title: 'Maybe' },
    preset: { ...flag, title: 'Preset', default: false },
    open: { type: ['boolean', 'null'], title: 'Open' },
    rows: { type: 'array', title: 'Rows', items: flag, minItems: 1 },
  };
  const required = ['approve', 'preset', 'open', 'rows'];
  await draw(page, { schema: { type: 'object', properties, required } });
  const approve = page.getByRole('radiogroup', { name: 'Approve' });
  expect(await approve.getByRole('radio').count()).toBe(2);
  expect(await approve.getByRole('radio', { checked: true }).count()).toBe(0);
  expect(await page.getByRole('switch').count()).toBe(2);
  expect(await listViolations(page)).toEqual([]);
  await page.locator('button[type=submit]').click();
  await page.getByRole('link', { name: 'Approve: choose yes or no' }).waitFor();
  expect(await page.evaluate(() => window.sent)).toEqual([]);
  await approve.getByLabel('No').check();
  await page.getByRole('radiogroup', { name: 'Row 1' }).getByLabel('Yes').check();
  expect(await send()).toEqual({ approve: false, preset: false, open: null, rows: [true] });

  // A form never fills in a consent by itself; a constant that distinguishes alternatives is no
  // consent.
  const agree = { ...flag, const: true, title: 'I agree' };
  const tag = (is: boolean) => ({
    type: 'object',
    properties: { is: { ...flag, const: is } },
    required: ['is'],
  });
  const either = { oneOf: [tag(true), tag(false)] };
  const consent = { type: 'object', properties: { agree, either }, required: ['agree', 'either'] };
  await draw(page, { schema: consent });
  await page.locator('button[type=submit]').click();
  await page.getByRole('link', { name: 'I agree: choose yes to continue' }).waitFor();
  expect(await page.evaluate(() => window.sent)).toEqual([]);
  await page.getByRole('radiogroup', { name: 'I agree' }).getByLabel('Yes').check();
  expect(await send()).toEqual({ agree: true, either: { is: true } });
  await page.getByLabel('Kind of').selectOption({ index: 1 });
  expect(await send()).toEqual({ agree: true, either: { is: false } });

  await draw(page, { schema: { ...flag, title: 'Go on' } });
  await page.locator('button[type=submit]').click();
  await page.getByRole('link', { name: /Go on/u }).waitFor();
  await page.getByLabel('Yes').check();
  expect(await send()).toBe(true);
});
