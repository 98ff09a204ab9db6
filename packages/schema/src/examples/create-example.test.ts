import { expect, expectTypeOf, test } from 'vitest';
import type { Json, JsonSchema } from '../types/json.ts';
import { createValidator } from '../validation/create-validator.ts';
import { createExample } from './create-example.ts';

function exampleOf(schema: JsonSchema): Json | undefined {
  return createExample(schema, createValidator(schema));
}

const TEXT = { type: 'string' };

interface Case {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly example: Json;
}

const CASES: readonly Case[] = [
  {
    name: 'the example of the schema itself',
    schema: { type: 'object', examples: [{ a: 'Lion' }], properties: { a: TEXT } },
    example: { a: 'Lion' },
  },
  {
    name: 'examples, defaults, constants and enumerations of properties',
    schema: {
      type: 'object',
      properties: {
        a: { type: 'string', examples: ['Lion', 'Tiger'] },
        b: { default: 3 },
        c: { const: null },
        d: { enum: ['x', 'y'] },
      },
      required: ['a', 'b', 'c', 'd'],
    },
    example: { a: 'Lion', b: 3, c: null, d: 'x' },
  },
  {
    name: 'something else than invalid examples',
    schema: {
      type: 'object',
      examples: [{}],
      properties: { a: { ...TEXT, default: 1 } },
      required: ['a'],
    },
    example: { a: 'example' },
  },
  {
    name: 'required properties, leaving out the optional ones',
    schema: { type: 'object', properties: { a: TEXT, b: TEXT }, required: ['b'] },
    example: { b: 'example' },
  },
  {
    name: 'one optional property rather than none',
    schema: { type: 'object', properties: { a: TEXT, b: TEXT } },
    example: { a: 'example' },
  },
  {
    name: 'values of every type',
    schema: {
      type: 'object',
      properties: {
        text: TEXT,
        count: { type: 'integer' },
        share: { type: 'number', minimum: 0, maximum: 1 },
        sure: { type: 'boolean' },
        none: { type: 'null' },
        list: { type: 'array', items: TEXT },
        maybe: { type: ['null', 'string'] },
      },
      required: ['text', 'count', 'share', 'sure', 'none', 'list', 'maybe'],
    },
    example: {
      text: 'example',
      count: 1,
      share: 0.5,
      sure: true,
      none: null,
      list: ['example'],
      maybe: 'example',
    },
  },
  {
    name: 'formats, patterns and lengths',
    schema: {
      type: 'object',
      properties: {
        at: { type: 'string', format: 'date-time' },
        id: { type: 'string', format: 'uuid' },
        code: { type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' },
        long: { type: 'string', minLength: 10 },
        short: { type: 'string', maxLength: 3 },
      },
      required: ['at', 'id', 'code', 'long', 'short'],
    },
    example: {
      at: '2026-11-21T09:30:00Z',
      id: '123e4567-e89b-12d3-a456-426614174000',
      code: 'AA-000',
      long: 'example ex',
      short: 'ple',
    },
  },
  {
    name: 'bounds of numbers',
    schema: {
      type: 'object',
      properties: {
        a: { type: 'integer', exclusiveMinimum: 5 },
        b: { type: 'integer', maximum: -2 },
        c: { type: 'number', multipleOf: 0.25, minimum: 0.3 },
        d: { type: 'number', exclusiveMaximum: 0 },
        e: { type: 'integer', multipleOf: 7, minimum: 8 },
      },
      required: ['a', 'b', 'c', 'd', 'e'],
    },
    example: { a: 6, b: -2, c: 0.5, d: -1, e: 14 },
  },
  {
    name: 'arrays of different items',
    schema: {
      type: 'object',
      properties: { tags: { type: 'array', items: TEXT, minItems: 3, uniqueItems: true } },
      required: ['tags'],
    },
    example: { tags: ['example', 'example 2', 'example 3'] },
  },
  {
    name: 'tuples and what arrays contain',
    schema: {
      type: 'object',
      properties: {
        pair: {
          type: 'array',
          prefixItems: [TEXT, { type: 'boolean' }],
          items: false,
          minItems: 2,
        },
        some: { type: 'array', contains: { const: 7 }, minContains: 2 },
      },
      required: ['pair', 'some'],
    },
    example: { pair: ['example', false], some: [7, 7] },
  },
  {
    name: 'references, also recursive ones',
    schema: {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          properties: { name: TEXT, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
          required: ['name', 'children'],
        },
      },
    },
    example: nest(4),
  },
  {
    name: 'all of allOf together',
    schema: {
      allOf: [
        { type: 'object', properties: { a: TEXT }, required: ['a'] },
        { properties: { a: { minLength: 9 }, b: { type: 'integer' } }, required: ['b'] },
      ],
    },
    example: { a: 'example e', b: 1 },
  },
  {
    name: 'the first alternative that works',
    schema: {
      type: 'object',
      oneOf: [
        { properties: { a: false }, required: ['a'] },
        { properties: { b: TEXT }, required: ['b'] },
      ],
    },
    example: { b: 'example' },
  },
  {
    name: 'what if and then want',
    schema: {
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] } },
      required: ['kind'],
      if: { properties: { kind: { const: 'a' } } },
      then: { properties: { x: { type: 'integer' } }, required: ['x'] },
    },
    example: { kind: 'a', x: 1 },
  },
  {
    name: 'properties by number, by pattern and by need',
    schema: {
      type: 'object',
      minProperties: 2,
      required: ['x-a'],
      patternProperties: { '^x-': { type: 'integer' } },
      additionalProperties: { type: 'boolean' },
    },
    example: { 'x-a': 1, example1: true },
  },
  {
    name: 'properties that others need',
    schema: {
      type: 'object',
      properties: { card: TEXT, billing: TEXT },
      required: ['card'],
      dependentRequired: { card: ['billing'] },
    },
    example: { card: 'example', billing: 'example' },
  },
  {
    name: 'what is not a string',
    schema: { type: 'object', properties: { a: { not: TEXT } }, required: ['a'] },
    example: { a: 1 },
  },
  {
    name: 'names that objects inherit',
    schema: { type: 'object', properties: { ['__proto__']: TEXT }, required: ['constructor'] },
    example: { constructor: 'example' },
  },
];

/**
 * Makes a tree of nodes with one child each, `levels` deep, as the example of a recursive schema.
 */
function nest(levels: number): Json {
  let node: Json = { name: 'example', children: [] };
  for (let level = 1; level < levels; level += 1) node = { name: 'example', children: [node] };
  return node;
}

/** A condition for each value of `kind`, as a chain. */
function toChain(kinds: readonly string[]): JsonSchema {
  const [kind, ...others] = kinds;
  if (kind === undefined) return {};
  return {
    if: { properties: { kind: { const: kind } } },
    then: { required: [kind], properties: { [kind]: TEXT } },
    else: toChain(others),
  };
}

const UNTYPED: readonly Case[] = [
  ...['additionalProperties', 'patternProperties', 'propertyNames', 'unevaluatedProperties'].map(
    (keyword): Case => ({
      name: `an object for ${keyword} without a type`,
      schema: { type: 'object', properties: { a: { [keyword]: {} } }, required: ['a'] },
      example: { a: {} },
    }),
  ),
  {
    name: 'a list for uniqueItems without a type',
    schema: { type: 'object', properties: { a: { uniqueItems: true } }, required: ['a'] },
    example: { a: ['example'] },
  },
  {
    name: 'a number for an exclusive bound without a type',
    schema: { type: 'object', properties: { a: { exclusiveMinimum: 2 } }, required: ['a'] },
    example: { a: 3 },
  },
  {
    name: 'a name that fits a pattern if no other name is allowed',
    schema: {
      type: 'object',
      minProperties: 1,
      additionalProperties: false,
      patternProperties: { '^([0-9]{3})$|^(default)$': TEXT },
    },
    example: { '000': 'example' },
  },
  {
    name: 'names that propertyNames allows',
    schema: { type: 'object', minProperties: 2, propertyNames: { enum: ['red', 'blue', 'green'] } },
    example: { red: 'example', blue: 'example' },
  },
  {
    name: 'the third alternative of a chain of conditions',
    schema: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { enum: ['wood'] } },
      ...toChain(['stone', 'iron', 'wood']),
    },
    example: { kind: 'wood', wood: 'example' },
  },
];

test.each(UNTYPED)('createExample() makes $name', ({ schema, example }) => {
  expect(exampleOf(schema)).toEqual(example);
});

test.each(CASES)('createExample() makes $name', ({ schema, example }) => {
  expect(exampleOf(schema)).toEqual(example);
});

test.each<JsonSchema>([
  { not: {} },
  { type: 'object', required: ['a'], properties: { a: false } },
  {
    type: 'object',
    $ref: '#/$defs/a',
    $defs: { a: { required: ['a'], properties: { a: { $ref: '#' } } } },
  },
  { type: 'string', pattern: '(?!)' },
])('createExample() gives up on %j', (schema) => {
  expect(exampleOf(schema)).toBeUndefined();
});

test('createExample() returns JSON or undefined', () => {
  expectTypeOf(exampleOf({})).toEqualTypeOf<Json | undefined>();
});

test('makes up no text that nobody would read', () => {
  const schema = (minLength: number): JsonSchema => ({ type: 'string', minLength });
  expect(exampleOf(schema(10_000))).toHaveLength(10_000);
  expect(exampleOf(schema(5e8))).toBeUndefined();
});

test('createExample() matches names with patterns of others in a limited time', () => {
  const name = `${'a'.repeat(60)}!`;
  const schema = {
    type: 'object',
    required: [name],
    properties: { [name]: { const: 1 } },
    patternProperties: { '^(a+)+$': { type: 'string' } },
  };
  expect(exampleOf(schema)).toEqual({ [name]: 1 });
});

function repeat(count: number, toMember: (at: number) => readonly [string, unknown]): JsonSchema {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => toMember(at)));
}

// No value fits these, and each takes minutes if all attempts are made to their end.
test.each<readonly [string, JsonSchema]>([
  [
    'many schemas for each of many items',
    {
      type: 'array',
      minItems: 1000,
      items: {
        allOf: Array.from({ length: 190 }, () => ({
          allOf: Array.from({ length: 9 }, () => ({})),
        })),
      },
    },
  ],
  [
    'many names and long patterns',
    {
      type: 'object',
      properties: repeat(900, (at) => [`aaaaaaaaaa${at}`, {}]),
      patternProperties: repeat(95, (at) => [`^(?:[a-z]{1,200}[0-9]){1,60}x(a|b)*${at}$`, {}]),
    },
  ],
  ['a thousand million items', { type: 'array', minItems: 1e9 }],
  ['a thousand million properties', { type: 'object', minProperties: 1e9 }],
])('an example of a hostile schema is given up soon: %s', (_name, schema) => {
  const hopeless = { ...schema, not: {} };
  expect(createExample(hopeless, createValidator(hopeless))).toBeUndefined();
});

test('an attempt whose check takes too long is no example', () => {
  const slow = { anyOf: Array.from({ length: 900 }, (_, at) => ({ required: [`p${at}`] })) };
  const schema = { type: 'array', minItems: 900, items: { ...slow, type: 'object' } };
  const validator = createValidator(schema);
  const asked: unknown[] = [];
  const isValid = (value: unknown): boolean => asked.push(value) > 0 && validator.isValid(value);
  createExample(schema, { ...validator, isValid });
  expect(asked).toEqual([]);
});
