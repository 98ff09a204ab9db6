import type { Json, JsonSchema } from '@formwork/schema';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { draw, openFormPages, type FormPages } from './open-page.ts';

let pages: FormPages;
let page: Page;
let errors: string[];
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open();
  page.on('pageerror', (error) => errors.push(error.message));
});
beforeEach(() => {
  errors = [];
});
afterAll(() => pages.close());

/** Makes a group of 200 texts and further fields. */
function group(title: string, properties: object = {}, required = ['t0']): JsonSchema {
  const texts = Array.from(
    { length: 200 },
    (_text, at) => [`t${at}`, { title: `T${at}` }] as const,
  );
  const fields = texts.map(([name, field]) => [name, { type: 'string', ...field }]);
  const all = { ...Object.fromEntries(fields), ...properties };
  return { type: 'object', title, required, properties: all };
}

/** Draws a form whose groups are folded, because they have more fields than may be drawn at once. */
function drawFolded(properties: object, options: { readonly initialData?: Json } = {}) {
  const required = ['seller', 'carrier', 'payer'];
  const titles = { buyer: 'Buyer', seller: 'Seller', carrier: 'Carrier', payer: 'Payer' };
  const groups = Object.entries(titles).map(([name, title]) => [name, group(title)]);
  const schema = {
    type: 'object',
    required,
    properties: { ...Object.fromEntries(groups), ...properties },
  };
  return draw(page, { schema, ...options });
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const hasFocus = (selector: string) =>
  page.locator(selector).evaluate((element) => element === document.activeElement);

test('a problem in folded groups within each other opens all of them, and its field gets the focus', async () => {
  const inner = group('Inner');
  const outer = group('Outer', { inner, note: { type: 'string' } }, ['inner']);
  const full = { t0: 'x' };
  const initialData = { seller: full, carrier: full, payer: full, outer: { inner: {} } };
  await drawFolded({ outer }, { initialData });
  expect(await button('Outer').getAttribute('aria-expanded')).toBe('false');
  await button('Send').click();
  await page.locator('[data-fw-summary] a').click();
  const field = page.getByRole('group', { name: 'Inner' }).getByLabel('T0');
  await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true);
  // A link to a section opens its group as well.
  const section = page.locator('.fw-rail a', { hasText: 'Seller' });
  await section.click();
  await expect.poll(() => hasFocus('fieldset[id$=_seller]')).toBe(true);
  expect(errors).toEqual([]);
});

test('a folded group without values that is to be read only says that it has none', async () => {
  const address = { type: 'object', title: 'Address', properties: { zip: { type: 'string' } } };
  const schema = { type: 'object', properties: { address } };
  await draw(page, { schema, readOnly: true });
  expect(await page.locator('.fw-folded').innerText()).toBe('Address\nNone');
  await draw(page, { schema });
  expect(await page.locator('.fw-folded').innerText()).toBe('Add Address');
});

test('a group that is added or removed keeps the focus, and says whether it is required', async () => {
  await drawFolded({});
  await button('Add Seller (required)').press('Enter');
  await expect.poll(() => hasFocus('fieldset[id$=_seller]')).toBe(true);
  expect(await page.locator('fieldset[id$=_seller] > legend').textContent()).toBe(
    'Seller (required)',
  );
  await button('Remove Seller').press('Enter');
  await expect.poll(() => hasFocus('button[id$=_seller]')).toBe(true);
  await button('Add Buyer').press('Enter');
  await expect.poll(() => hasFocus('fieldset[id$=_buyer]')).toBe(true);
  expect(await page.locator('fieldset[id$=_buyer] > legend').textContent()).toBe('Buyer');
});

test('what a folded group held unfinished comes back with it', async () => {
  const seller = { t0: 'x' };
  const schema = {
    type: 'object',
    properties: { buyer: group('Buyer', { any: { title: 'Any' } }), seller: group('Seller') },
    required: ['buyer', 'seller', 'carrier'],
  };
  Object.assign(schema.properties, { carrier: group('Carrier') });
  const initialData = { buyer: { t0: 'mine' }, seller, carrier: { t0: 'x' } };
  const examples = [{ label: 'Sample', data: { ...initialData, buyer: { t0: 'sample' } } }];
  await draw(page, { schema, initialData, examples });
  await button('Buyer').click();
  await page.getByLabel('Any').fill('{no json');
  await button('Sample').click();
  await button('Buyer').waitFor();
  await button('Undo').click();
  await expect.poll(() => page.getByLabel('Any').inputValue()).toBe('{no json');
  await button('Send').click();
  await page.locator('[data-fw-summary] a').waitFor();
  expect(await page.evaluate(() => window.sent)).toEqual([]);
});

test('a field that takes the place of a folded group is drawn', async () => {
  const kind = { title: 'Kind', enum: ['many', 'one'] };
  await draw(page, {
    schema: {
      type: 'object',
      required: ['kind', 'buyer', 'seller', 'carrier'],
      properties: {
        kind,
        buyer: group('Buyer'),
        seller: group('Seller'),
        carrier: group('Carrier'),
      },
      if: { properties: { kind: { const: 'many' } } },
      // oxlint-disable-next-line unicorn/no-thenable -- It is a keyword of JSON Schema.
      then: { properties: { more: group('More') } },
      else: { properties: { more: { type: 'string', title: 'More' } } },
    },
    initialData: { kind: 'many', more: { t0: 'x' } },
  });
  await button('More').waitFor();
  await page.getByLabel('one', { exact: true }).check();
  await page.getByRole('textbox', { name: 'More' }).waitFor();
});
