import type { JsonSchema } from '@formwork/schema';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draw, openFormPages, type FormPages } from './open-page.ts';

let pages: FormPages;
let page: Page;
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open();
});
afterAll(() => pages.close());

const text = { type: 'string' };
const PARTY = { type: 'object', required: ['name'], properties: { name: text } };

async function send(): Promise<void> {
  await page.locator('button[type=submit]').click();
}

async function listLines(): Promise<readonly string[]> {
  return page.locator('[data-fw-summary] li:has(a)').allTextContents();
}

async function refuse(schema: JsonSchema, initialData?: {}): Promise<readonly string[]> {
  await draw(page, { schema, ...(initialData === undefined ? {} : { initialData }) });
  await send();
  await page.locator('[data-fw-summary] li').first().waitFor();
  return listLines();
}

test('the list of problems says where a field is and what to do, also in rows that are folded', async () => {
  const item = {
    type: 'object',
    required: ['category'],
    properties: {
      category: { enum: ['a', 'b'], title: 'Goods category' },
      ...Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, text])),
    },
  };
  const schema = {
    type: 'object',
    required: ['consignor', 'currency', 'day', 'agreed', 'lines'],
    properties: {
      consignor: PARTY,
      currency: { enum: ['EUR', 'USD'] },
      day: { ...text, format: 'date', title: 'Date' },
      agreed: { const: true, type: 'boolean', title: 'I agree' },
      items: { type: 'array', items: item },
      lines: {
        type: 'array',
        items: { type: 'object', properties: { amount: { type: 'number' } } },
      },
    },
  };
  const data = { agreed: false, items: [{}], lines: [{ amount: 'x' }] };
  expect(await refuse(schema, data)).toEqual([
    'Consignor: enter the name',
    'Choose a currency',
    'Enter the date',
    'I agree: choose yes to continue',
    'Item 1: choose a goods category',
    'Line 1: Amount: enter a number, such as 12.50',
  ]);
  expect(await page.locator('.fw-error').allTextContents()).toContain('Enter the name');
});

test('groups of one name have lines of their own, and a value that two rules ask for is missing once', async () => {
  const properties = { street: text, city: text, note: text };
  const rules = { required: ['street', 'city'], dependentRequired: { note: ['city'] } };
  const address = { title: 'Address', type: 'object', properties, ...rules };
  const schema = { type: 'object', properties: { from: address, to: address } };
  const line = 'Address: Street, City';
  expect(await refuse(schema, { from: { note: 'x' }, to: {} })).toEqual([line, line]);
  expect(await page.locator('[data-fw-summary] h2').textContent()).toBe('4 things are missing');
});

test('a required value of several types that is empty is counted and told as any other', async () => {
  // As pydantic writes a Decimal.
  const price = { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^[0-9]+$' }] };
  const schema = {
    type: 'object',
    required: ['price', 'code'],
    properties: { price: { title: 'Price', ...price }, code: { type: ['string', 'integer'] } },
  };
  expect(await refuse(schema)).toEqual(['Price: enter the number', 'Code: enter the text']);
  expect(await page.locator('.fw-error').allTextContents()).toEqual([
    'Enter the number',
    'Enter the text',
  ]);
  await page.getByLabel('Number', { exact: false }).last().fill('12.5');
  await page.getByLabel('Kind of Code').selectOption({ label: 'Whole number' });
  await page.getByLabel('Whole number').last().fill('7');
  await send();
  await expect.poll(() => page.evaluate(() => window.sent)).toEqual([{ price: 12.5, code: 7 }]);
});

test('what is mended goes when the field is left, and the rest is counted', async () => {
  const schema = {
    type: 'object',
    required: ['name', 'city', 'kind'],
    properties: {
      name: { ...text, title: 'Name', minLength: 2 },
      city: { ...text, title: 'City' },
      note: { ...text, title: 'Note', maxLength: 3 },
      kind: { enum: ['a', 'b'], title: 'Kind' },
    },
  };
  expect(await refuse(schema)).toHaveLength(3);
  const status = page.locator('[role=status][data-fw-unchecked]');
  await page.getByLabel('Name').fill('x');
  await page.getByLabel('City').fill('Rome');
  await expect.poll(listLines).toContain('Name must have at least 2 characters');
  await page.getByLabel('Note').fill('long');
  await expect.poll(listLines).toHaveLength(2);
  expect(await status.textContent()).toBe('2 things are not right yet');
  await page.getByLabel('Name').focus();
  await expect
    .poll(() => page.locator('.fw-error').allTextContents())
    .toContain('Note must have at most 3 characters');
  await page.getByLabel('Name').fill('Ada');
  // A problem that came later is told at its field alone, and what is mended stays until it is left.
  await expect.poll(listLines).toEqual(['Name must have at least 2 characters', 'Choose a kind']);
  await page.getByLabel('b', { exact: true }).click();
  await expect.poll(() => status.textContent()).toBe('All problems are fixed');
  // What was mended stands struck out in its place, and is read out below the form alone.
  const summary = page.locator('[data-fw-summary]');
  expect(await summary.locator('s').allTextContents()).toEqual([
    'Name must have at least 2 characters',
    'Enter the city',
    'Choose a kind',
  ]);
  expect(await summary.getByRole('heading').textContent()).toBe('All problems are fixed');
  expect(await summary.locator('[role=alert]').count()).toBe(0);
  await page.getByLabel('Note').fill('');
  await send();
  await expect
    .poll(() => page.evaluate(() => window.sent))
    .toEqual([{ name: 'Ada', city: 'Rome', kind: 'b' }]);
});

test('a problem whose field is drawn anew is not mended by it', async () => {
  const list = { type: 'array', minItems: 2, items: { type: 'array', minItems: 3, items: text } };
  const schema = { type: 'object', required: ['l'], properties: { a: text, l: list } };
  const status = page.locator('[role=status][data-fw-unchecked]');
  await draw(page, { schema });
  await page.getByLabel('A', { exact: true }).fill('x');
  // Each row is folded, so that its fields are drawn with the refusal.
  await send();
  await expect.poll(() => status.textContent()).toBe('6 things are missing');
  for (const isOpen of [false, true]) {
    await page.locator('.fw-toggle').first().click();
    await page
      .locator(`.fw-toggle[aria-expanded=${String(isOpen)}]`)
      .first()
      .waitFor();
    await page.getByLabel('A', { exact: true }).focus();
    expect(await listLines()).toHaveLength(6);
  }
  await page.locator('.fw-item').first().locator('input').first().fill('y');
  await page.getByLabel('A', { exact: true }).focus();
  await expect.poll(() => status.textContent()).toBe('5 things are missing');
});

test('a problem on another page of a list is not mended when the page is turned', async () => {
  const names = { type: 'array', items: { ...text, minLength: 2 } };
  const data = { names: Array.from({ length: 130 }, () => 'x') };
  const { length: count } = await refuse({ type: 'object', properties: { names } }, data);
  const status = page.locator('[role=status][data-fw-unchecked]');
  for (let turn = 0; turn < 2; turn += 1) {
    await page.getByRole('button', { name: 'Next' }).first().click();
    await expect.poll(() => status.textContent()).toBe(`${count} things are not right yet`);
  }
  expect(await listLines()).toHaveLength(count);
});

test('a filled field is checked when it is left, and a press of a button lands first', async () => {
  const schema = {
    type: 'object',
    required: ['age', 'name'],
    properties: {
      age: { type: 'integer', title: 'Age', maximum: 3 },
      name: { ...text, title: 'Name', pattern: '^[A-Z]{3}$' },
      tags: { type: 'array', items: { ...text, minLength: 1 }, title: 'Tags' },
    },
  };
  await draw(page, { schema });
  const errors = page.locator('.fw-error');
  await page.getByLabel('Age').focus();
  await page.getByLabel('Name').fill('abc');
  await page.getByLabel('Age').fill('7');
  await expect
    .poll(() => errors.allTextContents())
    .toEqual(['Name must have the right form, such as AAA']);
  await page.getByRole('button', { name: 'Add tag' }).click();
  await expect.poll(() => errors.count()).toBe(2);
  expect(await page.getByRole('textbox', { name: 'Tag 1' }).count()).toBe(1);
  expect(await page.locator('[data-fw-summary]').count()).toBe(0);
  await send();
  await expect.poll(listLines).toHaveLength(3);
  // A row that was added after the refusal is not wrong before it is left.
  await page.getByRole('button', { name: 'Remove Tag 1' }).click();
  await expect.poll(listLines).toHaveLength(2);
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('textbox', { name: 'Tag 1' }).focus();
  await expect.poll(() => errors.count()).toBe(2);
  await page.getByLabel('Age').fill('2');
  await expect.poll(() => errors.allTextContents()).toContain('Enter tag 1');
  await page.getByLabel('Name').focus();
  await expect
    .poll(() => errors.allTextContents())
    .toEqual(['Name must have the right form, such as AAA', 'Enter tag 1']);
});

test('an example that comes late takes the place of the pattern, on leaving and after a refusal', async () => {
  const other = await pages.open({ isAlone: true });
  let letGo = (): void => {};
  const isLet = new Promise<void>((done) => {
    letGo = done;
  });
  await other.context().route(/example-worker/u, async (route) => {
    await isLet;
    await route.continue();
  });
  const properties = { name: { ...text, title: 'Name', pattern: '^[A-Z]{3}$' }, age: text };
  await draw(other, { schema: { type: 'object', properties } });
  const errors = other.locator('.fw-error');
  await other.getByLabel('Name').fill('abc');
  await other.getByLabel('Age').focus();
  await expect.poll(() => errors.allTextContents()).toEqual([expect.stringContaining('[A-Z]{3}')]);
  await other.locator('button[type=submit]').click();
  const lines = other.locator('[data-fw-summary] li');
  await expect.poll(() => lines.allTextContents()).toEqual([expect.stringContaining('[A-Z]{3}')]);
  letGo();
  const words = ['Name must have the right form, such as AAA'];
  await expect.poll(() => lines.allTextContents()).toEqual(words);
  expect(await errors.allTextContents()).toEqual(words);
  await pages.leave(other);
});

test('authors say in their own words, by language, what is wrong', async () => {
  const hint = {
    messages: {
      pattern: { en: 'Three capitals', de: 'Drei große Buchstaben' },
      required: 'Ask the office',
    },
  };
  const schema = {
    type: 'object',
    required: ['code', 'room', 'seat'],
    properties: {
      code: { ...text, title: 'Code', pattern: '^[A-Z]{3}$', 'x-formwork-ui': hint },
      room: { ...text, title: 'Room', 'x-formwork-ui': hint },
      seat: { ...text, title: 'Seat' },
      size: {
        type: 'number',
        title: 'Size',
        maximum: 3,
        errorMessage: { maximum: 'Too large for us' },
      },
    },
    errorMessage: { required: { seat: 'Where do you sit?' } },
  };
  const data = { code: 'a', size: 4 };
  expect(await refuse(schema, data)).toEqual([
    'Code: Three capitals',
    'Room: Ask the office',
    'Seat: Where do you sit?',
    'Size: Too large for us',
  ]);
  await draw(page, { schema, initialData: data, language: 'de' });
  await send();
  await page.locator('[data-fw-summary] li').first().waitFor();
  expect(await listLines()).toContain('Code: Drei große Buchstaben');
});

test('rules of several fields name the fields', async () => {
  const properties = { external: { ...text, title: 'External' }, name: { ...text, title: 'Name' } };
  const apart = { type: 'object', properties, not: { required: ['external', 'name'] } };
  expect(await refuse(apart, { external: 'a', name: 'b' })).toEqual([
    'Leave External or Name empty',
  ]);
  const either = {
    type: 'object',
    properties,
    anyOf: [{ required: ['external'] }, { required: ['name'] }],
  };
  expect(await refuse(either, {})).toEqual(['Fill in External or Name']);
});

test('what a value must not be or a list must have is named, and rows of several kinds are rows', async () => {
  const kinds = [{ type: 'integer' }, { type: 'object', required: ['a'], properties: { a: text } }];
  const schema = {
    type: 'object',
    properties: {
      env: { ...text, not: { const: 'prod' } },
      port: { type: 'integer', not: { enum: [22, 80] } },
      roles: { type: 'array', items: text, contains: { const: 'owner' } },
      code: { ...text, not: { pattern: '^x' } },
      limits: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1 },
      at: { ...text, format: 'date-time' },
      items: { type: 'array', items: { anyOf: kinds } },
    },
  };
  const data = { env: 'prod', port: 22, roles: ['a'], code: 'xy', limits: {}, items: [1.5, {}] };
  expect(await refuse(schema, { ...data, at: '2027-03-28T12:00' })).toEqual([
    'Env must not be prod',
    'Port must not be 22 or 80',
    'Roles must include owner',
    'Code cannot be like this',
    'Limits must have at least 1 entry',
    'At has no time zone: enter it again',
    'Item 1 must be a whole number or a group',
    'Item 2: enter the A',
  ]);
  // The refusal has opened the rows, which mends nothing, and folding them does not either.
  const status = page.locator('[role=status][data-fw-unchecked]');
  await page.getByRole('button', { name: 'Add role' }).click();
  await expect.poll(() => status.textContent()).toBe('8 things are not right yet');
  expect((await listLines()).slice(-2)).toEqual([
    'Item 1 must be a whole number or a group',
    'Item 2: enter the A',
  ]);
  for (const isOpen of [true, false]) {
    await page
      .locator(`.fw-toggle[aria-expanded=${String(isOpen)}]`)
      .first()
      .click();
    await expect.poll(listLines).toContain('Item 1 must be a whole number or a group');
    expect(await status.textContent()).toBe('8 things are not right yet');
  }
});

test('a row that fits no alternative has the problems of the drawn one once it is open', async () => {
  const toAlternative = (name: string) => ({
    type: 'object',
    required: [name, 'size'],
    properties: { [name]: text, size: { type: 'number' } },
  });
  const places = {
    type: 'array',
    items: { oneOf: [toAlternative('town'), toAlternative('lake')] },
  };
  const properties = { roles: { type: 'array', items: text, minItems: 9 }, places };
  const data = { roles: ['a'], places: [{ town: 'Rome' }] };
  expect(await refuse({ type: 'object', properties }, data)).toEqual([
    'Roles must have at least 9 items',
    'Place 1 fits none of its kinds',
  ]);
  await page.getByRole('button', { name: 'Add role' }).click();
  await expect.poll(listLines).toContain('Place 1: enter the size');
  const status = page.locator('[role=status][data-fw-unchecked]');
  expect(await status.textContent()).toBe('2 things are not right yet');
});

test('the fields of the alternative that was chosen are told, not that none fits', async () => {
  const toAlternative = (name: string) => ({
    type: 'object',
    required: [name, 'size'],
    properties: { [name]: text, size: { type: 'number', title: 'Size' } },
  });
  const kind = { title: 'Place', oneOf: [toAlternative('town'), toAlternative('lake')] };
  await draw(page, { schema: { type: 'object', required: ['kind'], properties: { kind } } });
  await page.getByLabel('Kind of Place').selectOption('Lake');
  await page.getByLabel('Size').fill('many');
  await send();
  await expect
    .poll(listLines)
    .toEqual(['Place: enter the lake', 'Place: Size: enter a number, such as 12.50']);
  await page.getByLabel('Size').fill('3');
  await page.getByLabel('Kind of Place').focus();
  await expect.poll(listLines).toEqual(['Place: enter the lake']);
  // Another alternative mends nothing.
  await page.getByLabel('Kind of Place').selectOption('Town');
  await expect.poll(listLines).toEqual(['Place: enter the town']);
  const status = page.locator('[role=status][data-fw-unchecked]');
  expect(await status.textContent()).toBe('1 thing is missing');
  await page.getByLabel('Town').last().fill('Rome');
  await page.getByLabel('Size').focus();
  await expect.poll(() => status.textContent()).toBe('All problems are fixed');
});

test('problems stay until they are mended, in another language and after the form was hidden', async () => {
  const redraw = (changes: { readonly isHidden?: boolean; readonly language?: 'de' }) =>
    page.evaluate((props) => window.redraw(props), changes);
  const schema = { type: 'object', required: ['a', 'b'], properties: { a: text, b: text } };
  expect(await refuse(schema)).toEqual(['Enter the A', 'Enter the B']);
  await redraw({ isHidden: true });
  await redraw({ isHidden: false });
  await page.getByLabel('A (required)').fill('x');
  await page.keyboard.press('Tab');
  await expect.poll(listLines).toEqual(['Enter the B']);
  await redraw({ language: 'de' });
  await expect.poll(listLines).toEqual(['B fehlt: bitte ausfüllen']);
  await page.getByLabel('B (Pflichtfeld)').fill('y');
  await page.keyboard.press('Tab');
  await expect.poll(listLines).toEqual([]);
});
