import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import { createRemoteValidator } from './create-remote-validator.ts';
import { vetSchemaShape, type VetShapeOptions } from './vet-schema-shape.ts';
import { vetSchema } from './vet-schema.ts';

function create(
  schema: JsonSchema,
  options?: VetShapeOptions,
): ReturnType<typeof createRemoteValidator> {
  const outcome = vetSchemaShape(schema, options);
  if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.issues));
  return createRemoteValidator(outcome.vetted);
}

const EVIL = '^(a+)+$';
const evil = { pattern: EVIL };

test('patterns are not judged, and it is said which there are', () => {
  const schema = {
    properties: { a: evil, b: { $ref: '#/$defs/b' } },
    patternProperties: { '^x': {} },
    $defs: { b: evil },
  };
  expect(vetSchemaShape(schema)).toMatchObject({
    kind: 'vetted',
    vetted: { schema },
    patterns: [{ pattern: '^x' }, { pattern: EVIL }],
  });
  expect(vetSchemaShape({ properties: { pattern: { type: 'string' } } })).toMatchObject({
    patterns: [],
  });
});

test.each<[string, JsonSchema, string]>([
  ['no regular expression', { pattern: '(' }, 'schema-pattern-invalid'],
  ['a long pattern', { pattern: 'a'.repeat(600) }, 'schema-pattern-unsafe'],
  [
    'many patterns',
    { allOf: Array.from({ length: 101 }, (_, n) => ({ pattern: `a${n}` })) },
    'schema-too-complex',
  ],
  ['a reference to itself', { $ref: '#' }, 'schema-reference-cycle'],
])('refuses %s in the words of vetSchema', (_name, schema, code) => {
  const outcome = vetSchemaShape(schema);
  expect(outcome).toMatchObject({ kind: 'refused', issues: [{ code }] });
  expect(outcome).toEqual(vetSchema(schema));
});

// A value that fits the whole schema must pass without its patterns, too; most of these would be
// refused if only the keyword `pattern` were removed.
describe.each<[string, JsonSchema, unknown]>([
  ['a pattern', { properties: { a: { pattern: '^x$' } } }, { a: 'x' }],
  ['not', { properties: { a: { not: { pattern: '^x$' } } } }, { a: 'y' }],
  ['not, behind a reference', { not: { $ref: '#/$defs/x' }, $defs: { x: { pattern: 'x' } } }, 'y'],
  ['oneOf', { oneOf: [{ pattern: '^x$' }, { pattern: '^y$' }] }, 'y'],
  ['oneOf beside anyOf', { oneOf: [{ pattern: 'x' }, { const: 'y' }], anyOf: [true] }, 'y'],
  ['if', { if: { pattern: 'x' }, then: false }, 'y'],
  ['else', { if: { pattern: 'x' }, else: false }, 'x'],
  ['maxContains', { contains: { pattern: 'x' }, maxContains: 1 }, ['x', 'y']],
  [
    'named properties',
    { patternProperties: { '^x': true }, additionalProperties: false },
    { x: 1 },
  ],
  [
    'evaluated properties',
    {
      anyOf: [{ patternProperties: { '^x': true } }, { required: ['n'] }],
      unevaluatedProperties: false,
    },
    { x: 1 },
  ],
  [
    'properties that a condition evaluates',
    {
      if: { properties: { a: { pattern: 'x' } } },
      then: { properties: { b: true } },
      unevaluatedProperties: false,
    },
    { a: 'x', b: 1 },
  ],
  ['evaluated items', { prefixItems: [{ pattern: 'x' }], unevaluatedItems: false }, ['x']],
  ['names', { propertyNames: { pattern: '^x' } }, { x: 1 }],
  [
    'recursion',
    {
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      properties: { a: { not: { properties: { b: { $recursiveRef: '#' } }, required: ['b'] } } },
      patternProperties: { '^c': { pattern: 'x' } },
    },
    { a: { b: { cc: 'y' } } },
  ],
])('%s', (_name, schema, value) => {
  test('what fits passes without patterns', () => {
    expect(create(schema, { patterns: 'run' }).check(value)).toEqual([]);
    expect(create(schema).check(value)).toEqual([]);
  });
});

test('what is wrong without patterns is said as ever', () => {
  const schema = {
    type: 'object',
    required: ['n'],
    properties: {
      a: evil,
      l: { type: 'array', maxItems: 1, items: { oneOf: [{ type: 'integer' }, evil] } },
    },
    additionalProperties: false,
    not: { required: ['x'] },
  };
  const value = { a: `${'a'.repeat(60)}!`, l: [1, 2], z: 1 };
  expect(
    create(schema)
      .check(value)
      .map(({ pointer, keyword }) => [pointer, keyword]),
  ).toEqual([
    ['/n', 'required'],
    ['/z', 'additionalProperties'],
    ['/l', 'maxItems'],
  ]);
});

test('patterns that run say what they say after vetSchema', () => {
  const schema = { properties: { a: { pattern: '^[A-Z]{3}$' } }, patternProperties: { x: false } };
  const outcome = vetSchema(schema);
  if (outcome.kind === 'refused') throw new Error('refused');
  const problems = create(schema, { patterns: 'run' }).check({ a: 'abc', xx: 1 });
  expect(problems).toEqual(createRemoteValidator(outcome.vetted).check({ a: 'abc', xx: 1 }));
  expect(problems).toHaveLength(2);
});

test('patterns that fail show where they are applied', () => {
  const schema = {
    properties: { a: evil, b: { items: { $ref: '#/$defs/b' } }, c: evil },
    patternProperties: { [EVIL]: false },
    $defs: { b: evil },
  };
  const value = { a: 'a'.repeat(60), b: ['x', 1], [`${'a'.repeat(60)}!`]: 1 };
  const problems = create(schema, { patterns: 'fail' }).check(value);
  expect(problems.map(({ pointer, keyword }) => `${pointer} ${keyword}`)).toEqual([
    '/a pattern',
    '/b/0 pattern',
  ]);
});
