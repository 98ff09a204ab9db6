import type { Json, JsonSchema } from '@formwork/schema';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draw, openFormPages, type FormPages } from './open-page.ts';
import { TRIP, TRIP_DATA } from './trip-schema.ts';

let pages: FormPages;
let page: Page;
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open();
});
afterAll(() => pages.close());

/** Lists the visible labels, legends and buttons of folded groups in the form. */
async function readNames(): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('form label, form legend, .fw-label, .fw-folded button')]
      .filter((element) => element.closest('[hidden]') === null)
      .map((element) => (element.textContent ?? '').replace(' (required)', '')),
  );
}

async function send(): Promise<readonly unknown[]> {
  return page.evaluate(async () => {
    document.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
    // A worker checks patterns; the check is over when a value was sent or a message is shown.
    for (let turns = 0; turns < 500; turns += 1) {
      await new Promise((resolve) => setTimeout(resolve));
      if (window.sent.length > 0 || document.querySelector('[data-fw-summary]') !== null) break;
    }
    return window.sent;
  });
}

const text = { type: 'string' };
const group = (properties: JsonSchema, rest: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...rest,
});

test.each<[string, JsonSchema, Json, readonly string[]]>([
  ['$defs', group({ a: { $ref: '#/$defs/t' } }, { $defs: { t: text } }), { a: 'x' }, ['A']],
  [
    'words beside a reference',
    group({ a: { $ref: '#/$defs/t', title: 'Mine' } }, { $defs: { t: { ...text, title: 'T' } } }),
    { a: 'x' },
    ['Mine'],
  ],
  [
    '$anchor',
    group({ a: { $ref: '#t' } }, { $defs: { t: { ...text, $anchor: 't' } } }),
    { a: 'x' },
    ['A'],
  ],
  [
    'a relative $id',
    group(
      { a: { $ref: 't' } },
      { $id: 'https://x.example/r', $defs: { t: { ...text, $id: 't' } } },
    ),
    { a: 'x' },
    ['A'],
  ],
  [
    '$dynamicRef',
    group({ a: { $dynamicRef: '#t' } }, { $defs: { t: { ...text, $dynamicAnchor: 't' } } }),
    { a: 'x' },
    ['A'],
  ],
  [
    'if, then and else',
    group(
      { a: text },
      {
        if: { properties: { a: { const: 'x' } } },
        then: { properties: { b: text } },
        else: { properties: { c: text } },
      },
    ),
    { a: 'x', b: 'y' },
    ['A', 'B'],
  ],
  ['allOf', { allOf: [group({ a: text }), group({ b: text })] }, { a: 'x', b: 'y' }, ['A', 'B']],
  [
    'dependencies',
    group({ a: text }, { dependencies: { a: group({ b: text }) } }),
    { a: 'x', b: 'y' },
    ['A', 'B'],
  ],
  [
    'dependentSchemas',
    group({ a: text }, { dependentSchemas: { a: { properties: { b: text }, required: ['b'] } } }),
    { a: 'x', b: 'y' },
    ['A', 'B'],
  ],
  [
    'dependentRequired',
    group({ a: text, b: text }, { dependentRequired: { a: ['b'] } }),
    { a: 'x', b: 'y' },
    ['A', 'B'],
  ],
  [
    'a discriminator',
    group({
      p: {
        oneOf: [
          group({ k: { const: 'one' }, x: text }, { required: ['k'] }),
          group({ k: { const: 'two' }, y: text }, { required: ['k'] }),
        ],
      },
    }),
    { p: { k: 'two', y: 'z' } },
    ['P', 'Kind of P', 'Y'],
  ],
  [
    'anyOf of types',
    group({ a: { anyOf: [text, { type: 'number' }] } }),
    { a: 3 },
    ['A', 'Kind of A', 'Number'],
  ],
  [
    'named constants',
    group({ a: { oneOf: [{ const: 1, title: 'One' }] } }),
    { a: 1 },
    ['A', 'One', 'None'],
  ],
  ['typed choices', group({ a: { ...text, enum: ['x'] } }), { a: 'x' }, ['A', 'x', 'None']],
  [
    'patternProperties',
    { type: 'object', patternProperties: { '^x': text } },
    { xa: 'y' },
    ['Name', 'xa'],
  ],
  [
    'propertyNames',
    { additionalProperties: text, propertyNames: { maxLength: 3 } },
    { xa: 'y' },
    ['Name', 'xa'],
  ],
  [
    'prefixItems',
    group({ a: { prefixItems: [text, { type: 'integer' }] } }),
    { a: ['x', 3] },
    ['A', 'A 1', 'A 2'],
  ],
  [
    'tuples of draft 07',
    group({ a: { items: [text], additionalItems: text } }),
    { a: ['x', 'y'] },
    ['A', 'A 1', 'A 2'],
  ],
  [
    'a tuple that is too short',
    group({ a: { prefixItems: [text, text] } }),
    { a: ['x'] },
    ['A', 'A 1', 'Add A'],
  ],
  ['recursion through lists', group({ a: { items: { $ref: '#' } } }), { a: [{ a: [] }] }, ['A']],
  [
    'recursion through a property',
    group({ a: { $ref: '#' }, b: text }),
    { a: { b: 'x' } },
    ['A', 'Add A', 'B', 'B'],
  ],
  ['readOnly', group({ a: { ...text, readOnly: true } }), { a: 'x' }, ['A (cannot be changed)']],
  ['a format that nobody knows', group({ a: { ...text, format: 'klingon' } }), { a: 'x' }, ['A']],
  ['a nullable type', group({ a: { type: ['string', 'null'] } }), { a: null }, ['A']],
  [
    'an optional of Pydantic',
    group({ a: { anyOf: [text, { type: 'null' }] } }),
    { a: null },
    ['A'],
  ],
  ['minItems', group({ a: { items: text, minItems: 2 } }), { a: ['x', 'y'] }, ['A', 'A 1', 'A 2']],
  [
    'unevaluatedProperties',
    group({ a: text }, { unevaluatedProperties: false }),
    { a: 'x' },
    ['A'],
  ],
  ['not', group({ a: { ...text, not: { const: 'y' } } }), { a: 'x' }, ['A']],
  ['contains', group({ a: { items: text, contains: { const: 'x' } } }), { a: ['x'] }, ['A', 'A 1']],
  ['nothing', group({ a: {} }), { a: [1] }, ['A']],
  ['true', group({ a: true }), { a: null }, ['A']],
  ['an object of anything', group({ a: { type: 'object' } }), { a: { x: 1 } }, ['A']],
  [
    'types in a list',
    group({ a: { type: ['string', 'integer'] } }),
    { a: 3 },
    ['A', 'Kind of A', 'Whole number'],
  ],
  [
    'a property named constructor',
    group({ a: group({ constructor: text }) }),
    { a: { constructor: 'x' } },
    ['A', 'Constructor'],
  ],
  ['a pattern of another language', group({ a: { ...text, pattern: '(?i)x' } }), { a: 'x' }, ['A']],
  [
    'contentMediaType',
    group({ a: { ...text, contentMediaType: 'text/markdown' } }),
    { a: '# x' },
    ['A'],
  ],
  ['a text alone', { ...text, title: 'Say' }, 'x', ['Say']],
  ['a list alone', { title: 'All', items: text }, ['x'], ['All', 'All 1']],
  ['no fields at all', { type: 'object', properties: {} }, {}, []],
  [
    'a reference out of the document',
    group({ a: { $ref: 'https://x.example/y' } }),
    { a: 1 },
    ['A'],
  ],
])('%s can be filled, and comes back', async (...given) => {
  const [, schema, value, names] = given;
  await draw(page, { schema, initialData: value, title: '' });
  expect(await readNames()).toEqual(names);
  expect(await send()).toEqual([value]);
});

test('what depends on a field appears with it', async () => {
  const b = { properties: { b: text }, required: ['b'] };
  await draw(page, { schema: group({ a: text }, { dependentSchemas: { a: b } }) });
  expect(await readNames()).toEqual(['A']);
  await page.getByLabel('A').fill('x');
  await page.getByLabel('B').fill('y');
  expect(await send()).toEqual([{ a: 'x', b: 'y' }]);
});

const isX = { properties: { a: { const: 'x' } }, required: ['a'] };
const b = { properties: { b: text }, required: ['b'] };

test.each<[string, JsonSchema]>([
  ['a part beside fields', group({ a: text }, { allOf: [{ if: isX, then: b }] })],
  ['a part without a type around it', { properties: { a: text }, allOf: [{ if: isX, then: b }] }],
  [
    'a part after the fields',
    { type: 'object', allOf: [group({ a: text }), { if: isX, then: b }] },
  ],
  ['several parts', group({ a: text }, { allOf: [{ if: { not: isX } }, { if: isX, then: b }] })],
  ['else', group({ a: text }, { allOf: [{ if: { not: isX }, then: {}, else: b }] })],
  [
    'a reference',
    group({ a: text }, { allOf: [{ if: isX, then: { $ref: '#/$defs/b' } }], $defs: { b } }),
  ],
  ['a part in a part', group({ a: text }, { allOf: [{ allOf: [{ if: isX, then: b }] }] })],
])('the fields of a condition appear in %s', async (_name, schema) => {
  await draw(page, { schema });
  await page.getByLabel('A', { exact: true }).fill('w');
  expect(await readNames()).toEqual(['A']);
  await page.getByLabel('A', { exact: true }).fill('x');
  await page.getByLabel('B').fill('y');
  expect(await send()).toEqual([{ a: 'x', b: 'y' }]);
});

test('what is only to be read is entered if it is required and not given', async () => {
  const fixed = { ...text, readOnly: true };
  const schema = group({ a: fixed, b: fixed, c: fixed }, { required: ['a', 'b'] });
  await draw(page, { schema, initialData: { b: 'given' } });
  expect(await readNames()).toEqual(['A', 'B (cannot be changed)', 'C (cannot be changed)']);
  await page.getByLabel(/^A/u).fill('x');
  await page.getByLabel(/^A/u).fill('xy');
  expect(await page.getByLabel(/^B/u).isEditable()).toBe(false);
  expect(await send()).toEqual([{ a: 'xy', b: 'given' }]);
  await draw(page, { schema, readOnly: true });
  expect(await page.getByLabel(/^A/u).isEditable()).toBe(false);
});

test('a new text is missing until it is entered, and an empty tuple can be begun', async () => {
  await draw(page, { schema: { ...text, title: 'Say' } });
  expect(await send()).toEqual([]);
  await page.getByLabel('Say').fill('x');
  expect(await send()).toEqual(['x']);
  await draw(page, { schema: group({ a: { prefixItems: [text, { type: 'integer' }] } }) });
  await page.getByRole('button', { name: 'Add A' }).click();
  await page.getByLabel('A 1').fill('x');
  await page.getByLabel('A 2').fill('3');
  expect(await send()).toEqual([{ a: ['x', 3] }]);
});

test('what is only to be read cannot be changed', async () => {
  await draw(page, { schema: TRIP, initialData: TRIP_DATA, readOnly: true });
  const open = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLInputElement>(
        // The search of a long form changes nothing.
        'input:not([type=search]), textarea, select, button',
      ),
    ]
      .filter(({ disabled, readOnly }) => !disabled && !readOnly)
      .map(({ id, outerHTML }) => id || outerHTML),
  );
  expect(open).toEqual([]);
});
