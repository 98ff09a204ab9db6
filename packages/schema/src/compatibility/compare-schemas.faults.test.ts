import { expect, test } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import { compareSchemas } from './compare-schemas.ts';

const input = { direction: 'input' } as const;
const output = { direction: 'output' } as const;

test('says where, what was, what is, and shows a value', () => {
  const before = {
    type: 'object',
    properties: { list: { items: { type: 'number', minimum: 0 } } },
  };
  const after = { type: 'object', properties: { list: { items: { type: 'number', minimum: 5 } } } };
  expect(compareSchemas(before, after, input)).toMatchObject({
    verdict: 'breaking',
    changes: [
      {
        kind: 'breaking',
        code: 'schema-minimum',
        pointer: '/properties/list/items/minimum',
        in: 'new',
        was: 0,
        is: 5,
        message: '"list[]" now has the minimum 5, and had 0.',
        counterExample: { list: [0] },
      },
    ],
  });
  expect(compareSchemas(before, after, output)).toMatchObject({
    verdict: 'safe',
    changes: [{ kind: 'safe', code: 'schema-minimum' }],
  });
});

test('points into the old schema at what is gone', () => {
  const before = { properties: { a: {}, 'b/c': { type: 'string' } }, additionalProperties: false };
  const after = { properties: { a: {} }, additionalProperties: false };
  expect(compareSchemas(before, after, input).changes[0]).toMatchObject({
    code: 'schema-property',
    in: 'old',
    pointer: '/properties/b~1c',
    was: { type: 'string' },
    message: '"b/c" was removed, and is refused now.',
  });
});

test.each<readonly [string, JsonSchema, JsonSchema, string, string]>([
  [
    'dialects',
    {
      $schema: 'http://json-schema.org/draft-04/schema#',
      type: 'number',
      minimum: 1,
      exclusiveMinimum: true,
    },
    { type: 'number', exclusiveMinimum: 1 },
    'cosmetic',
    'cosmetic',
  ],
  [
    'a tuple of draft 07',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'array',
      items: [{ type: 'string' }],
      additionalItems: false,
    },
    { type: 'array', prefixItems: [{ type: 'string' }], items: false },
    'cosmetic',
    'cosmetic',
  ],
  [
    'whole numbers',
    { type: 'integer', exclusiveMinimum: 0 },
    { type: 'integer', minimum: 1 },
    'cosmetic',
    'cosmetic',
  ],
  [
    'an enum as alternatives',
    { enum: ['a', 'b'] },
    { anyOf: [{ const: 'a' }, { const: 'b' }] },
    'cosmetic',
    'cosmetic',
  ],
  [
    'null as an alternative',
    { type: ['string', 'null'] },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    'cosmetic',
    'cosmetic',
  ],
  [
    'a step',
    { type: 'number', multipleOf: 10 },
    { type: 'number', multipleOf: 5 },
    'safe',
    'breaking',
  ],
  [
    'a wider format',
    { type: 'string', format: 'uri' },
    { type: 'string', format: 'uri-reference' },
    'safe',
    'breaking',
  ],
  [
    'the same condition',
    { if: { required: ['a'] }, then: { required: ['b'] }, title: 'x' },
    { if: { required: ['a'] }, then: { required: ['b'] } },
    'cosmetic',
    'cosmetic',
  ],
  [
    'a stricter condition',
    { if: { required: ['a'] }, then: { required: ['b'] } },
    { if: { required: ['a'] }, then: { required: ['b', 'c'] } },
    'breaking',
    'safe',
  ],
  [
    'patterns of names',
    { patternProperties: { '^x-': { type: 'string' } } },
    { patternProperties: { '^x-': { type: 'string', minLength: 1 } } },
    'breaking',
    'safe',
  ],
  [
    'unevaluated',
    { properties: { a: {} }, unevaluatedProperties: false },
    { properties: { a: {} }, additionalProperties: false },
    'cosmetic',
    'cosmetic',
  ],
  [
    'dependencies',
    { dependentRequired: { a: ['b'] } },
    { dependentRequired: { a: ['b', 'c'] } },
    'breaking',
    'safe',
  ],
  [
    'contains',
    { type: 'array' },
    { type: 'array', contains: { type: 'string' } },
    'breaking',
    'safe',
  ],
  [
    'repetition',
    { type: 'array', items: { type: 'integer' } },
    { type: 'array', items: { type: 'integer' }, uniqueItems: true },
    'breaking',
    'safe',
  ],
  ['not', { type: 'integer' }, { type: 'integer', not: { const: 3 } }, 'breaking', 'safe'],
  [
    'a declared name in an open object',
    { type: 'object' },
    { type: 'object', properties: { a: { type: 'string' } } },
    'breaking',
    'safe',
  ],
  [
    'names of prototypes',
    JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'),
    JSON.parse('{"properties":{"__proto__":{"type":"string","minLength":1}}}'),
    'breaking',
    'safe',
  ],
  [
    'what can never be',
    { type: 'object', properties: { a: false }, required: ['a'] },
    { type: 'string' },
    'safe',
    'breaking',
  ],
  ['everything and nothing', {}, { not: {} }, 'breaking', 'safe'],
  [
    'another pattern that lets through more',
    { type: 'string', pattern: '^a+$' },
    { type: 'string', pattern: '^a*$' },
    'unknown',
    'breaking',
  ],
])('judges %s', (...[, before, after, ...verdicts]) => {
  const found = [input, output].map((options) => compareSchemas(before, after, options).verdict);
  expect(found).toEqual(verdicts);
});

test('an alternative of a tagged union is compared with its own kind', () => {
  const branch = (kind: string, rest: JsonSchema): JsonSchema => ({
    type: 'object',
    properties: { kind: { const: kind }, ...rest },
    required: ['kind'],
  });
  const before = { oneOf: [branch('a', { n: { type: 'number' } }), branch('b', {})] };
  const after = { oneOf: [branch('a', { n: { type: 'integer' } }), branch('b', {})] };
  const report = compareSchemas(before, after, input);
  expect(report.changes).toMatchObject([
    { kind: 'breaking', code: 'schema-type', pointer: '/oneOf/0/properties/n/type' },
  ]);
  const gone = compareSchemas(before, { oneOf: [branch('a', { n: { type: 'number' } })] }, input);
  expect(gone.changes).toMatchObject([
    { kind: 'breaking', pointer: '/oneOf/1', in: 'old', counterExample: { kind: 'b' } },
  ]);
});

test('texts are cosmetic, and defaults safe', () => {
  const before = { type: 'string', title: 'A', default: 'x' };
  const after = { type: 'string', description: 'B', default: 'y' };
  const { verdict, changes } = compareSchemas(before, after, input);
  expect(verdict).toBe('safe');
  expect(changes.map(({ kind, pointer, in: side }) => [kind, pointer, side])).toEqual([
    ['safe', '/default', 'new'],
    ['cosmetic', '/title', 'old'],
    ['cosmetic', '/description', 'new'],
  ]);
});

test('what is refused is unknown, and says why', () => {
  expect(
    compareSchemas({ type: 'object' }, { $ref: 'https://evil.example/' }, input),
  ).toMatchObject({
    verdict: 'unknown',
    changes: [{ code: 'schema-refused', in: 'new', pointer: '/$ref' }],
  });
});
