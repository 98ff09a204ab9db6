import type { JsonSchema } from '@formwork/schema';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openHoldupMeter, type HoldupMeter } from './attacks/page-holdup.ts';
import { draw, openFormPages, type FormPages } from './open-page.ts';

let pages: FormPages;
let page: Page;
let meter: HoldupMeter;
let requests: string[];
let errors: string[];
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open({ isAlone: true });
  meter = await openHoldupMeter(page);
  // The page loads its own code when it is needed.
  const own = new URL('assets/', page.url()).href;
  page.on('request', (request) => {
    if (!request.url().startsWith(own)) requests.push(request.url());
  });
  page.on('pageerror', (error) => errors.push(error.message));
});
beforeEach(() => {
  requests = [];
  errors = [];
});
afterAll(() => pages.close());

/** Returns the number of controls in the form, or the reason why there is only an editor. */
async function readForm(): Promise<string> {
  return page.evaluate(() => {
    const reason = document.querySelector('form > p')?.textContent;
    return reason ?? `${document.querySelectorAll('input, textarea, select').length} controls`;
  });
}

function toLevels(count: number, keyword: 'required' | 'allOf'): JsonSchema {
  const $defs = Object.fromEntries(
    Array.from({ length: count }, (_level, level) => {
      const $ref = `#/$defs/d${level + 1}`;
      const group = {
        type: 'object',
        required: ['l', 'r'],
        properties: { l: { $ref }, r: { $ref } },
      };
      return [
        `d${level}`,
        keyword === 'allOf' ? { allOf: [{ $ref }, { $ref, title: 'again' }] } : group,
      ];
    }),
  );
  return { $ref: '#/$defs/d0', $defs: { ...$defs, [`d${count}`]: { type: 'string' } } };
}

test.each<[string, JsonSchema, RegExp]>([
  ['references that double', toLevels(14, 'required'), /at most 10000 fields in all/u],
  ['allOf that doubles', toLevels(16, 'allOf'), /at most 500 fields at once/u],
  [
    'rows by the million',
    {
      type: 'object',
      properties: { a: { type: 'array', minItems: 1e7, items: { type: 'string' } } },
    },
    /^0 controls$/u,
  ],
  [
    'choices by the hundred thousand',
    { type: 'object', properties: { a: { enum: Array.from({ length: 100_000 }, (_v, n) => n) } } },
    /^1 controls$/u,
  ],
  [
    'a reference out of the document',
    { type: 'object', properties: { a: { $ref: 'http://127.0.0.1:1/evil.json' } } },
    /^1 controls$/u,
  ],
  [
    'texts that load, run and lead away',
    {
      type: 'object',
      title: '<img src=x onerror=alert(1)>',
      properties: {
        a: {
          type: 'string',
          title: '[x](javascript:alert(1))',
          description:
            '![x](http://127.0.0.1:1/track.png) <iframe src="http://127.0.0.1:1/"></iframe>',
        },
      },
    },
    /^1 controls$/u,
  ],
  [
    'texts that are none',
    {
      type: 'object',
      title: { a: 1 },
      description: ['x'],
      properties: { a: { type: 'string', title: 3, enum: 'x', examples: { a: 1 } } },
      required: 'a',
    },
    /^1 controls$/u,
  ],
  ['a schema within itself', { $ref: '#' }, /^1 controls$/u],
  [
    'a meta-schema of a kind',
    {
      type: 'object',
      properties: { properties: { additionalProperties: { $ref: '#' } }, not: { $ref: '#' } },
    },
    /^0 controls$/u,
  ],
])('%s', async (_name, schema, expected) => {
  await meter.expectShort(() => draw(page, { schema }));
  expect(await readForm()).toMatch(expected);
  expect(requests).toEqual([]);
  expect(errors).toEqual([]);
});

test('the meta-schema of draft 07 is a form, too', async () => {
  const schema = createRequire(import.meta.url)(
    'ajv/dist/refs/json-schema-draft-07.json',
  ) as JsonSchema;
  await draw(page, { schema, initialData: { title: 'T', properties: { a: { type: 'string' } } } });
  expect(await page.getByLabel('Title').first().inputValue()).toBe('T');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForFunction(() => window.sent.length === 1);
  expect(await page.evaluate(() => window.sent)).toEqual([
    { title: 'T', properties: { a: { type: 'string' } } },
  ]);
  expect(errors).toEqual([]);
});

test('two agents with one $id are judged by their own schema', async () => {
  const $id = 'https://example.com/schema';
  for (const [type, text] of [
    ['string', 'x'],
    ['number', '1'],
  ] as const) {
    await draw(page, { schema: { $id, type: 'object', properties: { a: { type, title: 'A' } } } });
    await page.getByLabel('A').fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForFunction(() => window.sent.length === 1);
  }
});

test('a form with too many fields at once is drawn in the groups that a person opens', async () => {
  const texts = Object.fromEntries(
    Array.from({ length: 200 }, (_text, at) => [`t${at}`, { type: 'string', title: `T${at}` }]),
  );
  const group = (title: string): JsonSchema => ({
    type: 'object',
    title,
    required: ['kind', 't0'],
    properties: { kind: { const: title }, ...texts },
  });
  const schema = {
    type: 'object',
    required: ['a', 'b', 'c'],
    properties: { a: group('Buyer'), b: group('Seller'), c: group('Carrier') },
  };
  await draw(page, { schema });
  expect(await page.getByRole('textbox').count()).toBe(0);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('[data-fw-summary] a').first().waitFor();
  expect(await page.locator('[data-fw-summary] a').count()).toBe(3);
  expect(await page.evaluate(() => window.sent)).toEqual([]);
  for (const title of ['Buyer', 'Seller', 'Carrier']) {
    await page.getByRole('button', { name: `Add ${title}` }).click();
    await page.getByRole('group', { name: title }).getByLabel('T0').fill(title);
  }
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForFunction(() => window.sent.length === 1);
  expect(await page.evaluate(() => window.sent)).toEqual([
    {
      a: { kind: 'Buyer', t0: 'Buyer' },
      b: { kind: 'Seller', t0: 'Seller' },
      c: { kind: 'Carrier', t0: 'Carrier' },
    },
  ]);
  // Values that are given stay in their groups, which a problem opens.
  const initialData = {
    a: { kind: 'Buyer', t0: 'A', t199: 'last' },
    b: { kind: 'Seller' },
    c: { kind: 'Carrier', t0: 'C' },
  };
  await draw(page, { schema, initialData });
  expect(await page.getByRole('textbox').count()).toBe(0);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('[data-fw-summary] a').click();
  const missing = page.getByRole('group', { name: 'Seller' }).getByLabel('T0');
  await missing.waitFor();
  expect(await missing.evaluate((field) => field === document.activeElement)).toBe(true);
  await missing.fill('B');
  await page.getByRole('button', { name: 'Buyer', exact: true }).press('Enter');
  const buyer = page.getByRole('group', { name: 'Buyer' });
  await expect.poll(() => buyer.evaluate((drawn) => drawn === document.activeElement)).toBe(true);
  expect(await buyer.getByLabel('T199').inputValue()).toBe('last');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForFunction(() => window.sent.length === 1);
  const b = { kind: 'Seller', t0: 'B' };
  expect(await page.evaluate(() => window.sent)).toEqual([{ ...initialData, b }]);
});

test('a refused form says which rule was broken and takes the data as JSON', async () => {
  const schema = toLevels(14, 'required');
  await draw(page, { schema, initialData: { l: 1 } });
  expect(await readForm()).toBe(
    'Cannot draw the schema because a form must have at most 10000 fields in all: current value is 32767',
  );
  const editor = page.getByLabel('Enter the data as JSON');
  expect(JSON.parse(await editor.inputValue())).toEqual({ l: 1 });
  await editor.fill('{"l": ');
  await page.getByRole('button', { name: 'Send' }).click();
  expect(await editor.getAttribute('aria-invalid')).toBe('true');
  await editor.fill('{"l": 2}');
  await page.getByRole('button', { name: 'Send' }).click();
  expect(await page.evaluate(() => window.sent)).toEqual([{ l: 2 }]);
});

test('if drawing fails, the data can be entered as JSON, with what was entered before', async () => {
  await draw(page, {
    language: 'broken',
    schema: {
      type: 'object',
      properties: { name: { title: 'Name' }, tags: { title: 'Tags', items: { type: 'string' } } },
    },
  });
  await page.getByLabel('Name').fill('"Ada"');
  await page.getByRole('button', { name: 'Add tag' }).click();
  expect(await readForm()).toContain('could not be drawn');
  const text = await page.getByLabel('Enter the data as JSON').inputValue();
  expect(JSON.parse(text)).toMatchObject({ name: 'Ada' });
  await page.getByRole('button', { name: 'Send' }).click();
  expect(await page.evaluate(() => window.sent.length)).toBe(1);
});
