import { expect, test } from 'vitest';
import { DIALECT_URIS, type Dialect } from '../references/dialect.ts';
import { KNOWN_KEYWORDS } from '../references/schema-keywords.ts';
import { getMetaEvaluator } from './check-meta-schema.ts';
import { isPlainSchema } from './is-plain-schema.ts';

const DIALECTS = ['draft-04', 'draft-06', 'draft-07', '2019-09', '2020-12', 'v1'] as const;
const LATER = ['draft-07', '2019-09', '2020-12', 'v1'] as const;

const HOLES: readonly unknown[] = Array.from({ length: 2 });

/** The right and wrong values that the test gives to each keyword. */
const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  1.5,
  1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '',
  'a',
  '#',
  '#a',
  'a#b',
  'string',
  'https://example.com/a',
  '(',
  'é',
  undefined,
  [],
  ['a'],
  ['a', 'b'],
  ['a', 'a'],
  ['string'],
  ['string', 'null'],
  ['string', 'string'],
  [1],
  [1, 1],
  [1, '1'],
  [0, -0],
  [Number.NaN, Number.NaN],
  [null],
  [undefined],
  HOLES,
  [true],
  [{}],
  [{}, {}],
  [[], []],
  [{ type: 'text' }],
  [{ type: 'string' }, true],
  ['text'],
  {},
  { a: true },
  { a: {} },
  { a: 1 },
  { a: 'b' },
  { a: ['b'] },
  { a: ['b', 'b'] },
  { a: [] },
  { a: null },
  { a: undefined },
  { type: 'string' },
  { type: 'text' },
  { a: [{}] },
  { type: [] },
  { minimum: '1' },
  { not: { not: { minLength: -1 } } },
  { '(': true },
  JSON.parse('{"__proto__":1}'),
  JSON.parse('{"__proto__":{"type":1}}'),
  { toString: true },
  Object.create({ type: 1 }),
  Object.create(null),
  new Date(0),
  new Map(),
  () => true,
  1n,
  Object.defineProperty({}, 'type', { value: 1 }),
];

const KEYWORDS = [
  ...new Set(DIALECTS.flatMap((dialect) => [...KNOWN_KEYWORDS[dialect]])),
  '$async',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'x-own',
  'unknown',
];

function fitsMetaSchema(schema: unknown, dialect: Dialect): boolean {
  return getMetaEvaluator(dialect).judge(schema) === 'valid';
}

test.each(DIALECTS)(
  'isPlainSchema() takes nothing that the meta-schema of %s refuses',
  (dialect) => {
    const wrong: unknown[] = [];
    let taken = 0;
    for (const keyword of KEYWORDS) {
      for (const value of VALUES) {
        const schema: unknown = Object.defineProperty({}, keyword, { value, enumerable: true });
        for (const whole of [schema, { properties: { a: schema } }, { allOf: [schema] }]) {
          if (!isPlainSchema(whole, dialect)) continue;
          taken += 1;
          if (!fitsMetaSchema(whole, dialect)) wrong.push([keyword, value]);
        }
      }
    }
    expect(wrong).toEqual([]);
    if (LATER.some((later) => later === dialect)) expect(taken).toBeGreaterThan(1500);
    else expect(taken).toBe(0);
  },
);

test.each(LATER)('isPlainSchema() knows what schemas of %s have as a rule', (dialect) => {
  const schema = {
    $schema: DIALECT_URIS[dialect],
    $id: 'https://example.com/order',
    title: 'Order',
    type: 'object',
    required: ['items'],
    additionalProperties: false,
    properties: {
      items: { type: 'array', items: { $ref: '#/$defs/item' }, minItems: 1, uniqueItems: true },
      size: { enum: ['small', 'large', null], default: 'small' },
      price: { type: ['number', 'null'], exclusiveMinimum: 0, multipleOf: 0.01 },
      kind: { oneOf: [{ const: 'a' }, { not: { type: 'string', maxLength: 3 } }] },
    },
    if: { required: ['price'] },
    then: true,
    else: { maxProperties: 2 },
    'x-layout': { columns: 2 },
    $defs: { item: { type: 'string', pattern: '^[a-z]+$', format: 'email', examples: ['a'] } },
  };
  expect(isPlainSchema(schema, dialect)).toBe(true);
  expect(fitsMetaSchema(schema, dialect)).toBe(true);
});

test('isPlainSchema() leaves what is too deep, or holds itself, to the meta-schema', () => {
  let deep: object = {};
  for (let depth = 0; depth < 100; depth += 1) deep = { not: deep };
  const circular: { readonly properties: Record<string, unknown> } = { properties: {} };
  Object.assign(circular.properties, { a: circular, b: circular });
  expect(isPlainSchema(deep, '2020-12')).toBe(false);
  expect(isPlainSchema(circular, '2020-12')).toBe(false);
  expect(isPlainSchema({ properties: { a: { surprise: 1 } } }, '2020-12')).toBe(false);
});
