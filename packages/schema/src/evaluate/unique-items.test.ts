import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import { createValidator } from '../validation/create-validator.ts';
import { findEqualItems } from './equality.ts';

test.each<readonly [string, readonly unknown[]]>([
  ['1.0 and 1', JSON.parse('[1.0, 2, 1]')],
  ['0 and -0', JSON.parse('[0, 2, -0]')],
  ['-0 and 0 in objects', [{ a: 0 }, {}, { a: -0 }]],
  ['members in another order', [{ a: 1, b: [{ c: 2, d: 3 }] }, 1, { b: [{ d: 3, c: 2 }], a: 1 }]],
  ['objects without prototypes', [{}, 1, Object.create(null)]],
  ['what has names of prototypes', JSON.parse('[{"__proto__": 1}, {}, {"__proto__": 1}]')],
  ['lists', [[], [[]], []]],
  ['null', [null, 0, null]],
  ['texts of many', ['a', 'b', 'a', ...Array.from({ length: 50 }, (_, index) => index)]],
])('uniqueItems refuses %s', (_, items) => {
  expect(findEqualItems(items)).toEqual([2, 0]);
  expect(createValidator({ uniqueItems: true }).check(items)).toMatchObject([
    { pointer: '', keyword: 'uniqueItems' },
  ]);
});

test.each<readonly [string, readonly unknown[]]>([
  ['types', [1, '1', true, 'true', null, 'null', [], {}, '[]', '{}', [1], ['1'], [null], ['null']]],
  ['names and values', [{ a: 'b' }, { b: 'a' }, { a: 'b', b: 'a' }, { ab: '' }, { a: 'bc' }]],
  [
    'what nests otherwise',
    [{ a: { b: 1 }, c: 2 }, { a: { b: 1, c: 2 } }, { a: [1, 2] }, { a: [[1], 2] }],
  ],
  [
    'texts that look like more',
    [['a","b'], ['a', 'b'], ['1"a'], ['1"a', ''], { a: 1 }, ['{1"a1,}']],
  ],
  ['names of prototypes', JSON.parse('[{}, {"toString": ""}, {"__proto__": {}}, {"valueOf": 1}]')],
  ['dates', [new Date(0), new Date(1)]],
])('uniqueItems tells different %s apart', (_, items) => {
  expect(findEqualItems(items)).toBeUndefined();
  expect(createValidator({ uniqueItems: true }).check(items)).toEqual([]);
});

test('uniqueItems compares items that no "items" is about', () => {
  const number = { type: 'number' };
  const schema = { prefixItems: [number, number], items: { type: 'string' }, uniqueItems: true };
  expect(createValidator(schema).isValid([1, 1])).toBe(false);
  expect(createValidator(schema).isValid([1, 2, 'a'])).toBe(true);
});

test.each<JsonSchema>([
  { uniqueItems: true },
  { uniqueItems: true, items: { type: 'string' } },
  { uniqueItems: true, items: { type: ['string', 'object'] } },
  { uniqueItems: false },
])('uniqueItems has the verdicts of ajv: %j', (schema) => {
  const ours = createValidator(schema);
  const theirs = new Ajv2020({
    strict: false,
  }).compile(schema);
  const values = [
    'a',
    'b',
    '',
    1,
    2,
    null,
    true,
    { a: 1 },
    { a: 1, b: 2 },
    { b: 2, a: 1 },
    [],
    [1],
  ];
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < 500; round += 1) {
    const items = Array.from({ length: next(20) }, () => values[next(values.length)]);
    expect(ours.isValid(items)).toBe(theirs(items));
  }
});

test('uniqueItems looks at each item a few times, however many there are', () => {
  let reads = 0;
  const items = Array.from({ length: 300 }, (_, index) => ({
    get i(): number {
      reads += 1;
      return index;
    },
  }));
  expect(createValidator({ uniqueItems: true, items: { type: 'object' } }).isValid(items)).toBe(
    true,
  );
  expect(reads).toBeLessThan(5 * items.length);
});
