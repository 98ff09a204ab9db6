import { expect, test } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import { createValidator } from '../validation/create-validator.ts';
import type { Problem } from './problem.ts';

const STRING = { type: 'string' };
const NUMBER = { type: 'number' };
const INTEGER = { type: 'integer' };

function object(properties: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: 'object', properties, ...more };
}

function closed(properties: JsonSchema): JsonSchema {
  return object(properties, { required: Object.keys(properties), additionalProperties: false });
}

/**
 * Makes a test case: a schema and a value for the property `v`, and the expected problems as text.
 */
function of(schema: unknown, value: unknown, ...lines: readonly string[]): Omit<Case, 'name'> {
  return { schema: object({ v: schema }), value: { v: value }, lines };
}

function toLines(schema: JsonSchema, value: unknown): readonly string[] {
  return createValidator(schema).check(value).map(toLine);
}

function toLine({ pointer, keyword, message, suggestion }: Problem): string {
  const hint = suggestion === undefined ? '' : ` -- ${suggestion}`;
  return `${pointer} [${keyword}] ${message}${hint}`;
}

interface Case {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly lines: readonly string[];
}

const CASES: readonly Case[] = [
  {
    name: 'a missing property',
    schema: closed({ a: STRING }),
    value: {},
    lines: ['/a [required] is required but missing (must be string)'],
  },
  {
    name: 'a missing property whose schema is elsewhere',
    schema: object({ a: { $ref: '#/$defs/a' } }, { required: ['a'], $defs: { a: INTEGER } }),
    value: {},
    lines: ['/a [required] is required but missing (must be integer)'],
  },
  {
    name: 'a missing property with alternatives, and one whose alternatives are not simple',
    schema: object(
      {
        a: { anyOf: [NUMBER, { $ref: '#/$defs/a' }, { type: 'null' }] },
        b: { oneOf: [{ const: 'x' }, { const: 2 }] },
        c: { anyOf: [STRING, { minLength: 2 }] },
      },
      { required: ['a', 'b', 'c'], $defs: { a: STRING } },
    ),
    value: {},
    lines: [
      '/a [required] is required but missing (must be number or string or null)',
      '/b [required] is required but missing (must be "x" or 2)',
      '/c [required] is required but missing',
    ],
  },
  {
    name: 'a missing property that objects inherit',
    schema: object({ constructor: NUMBER }, { required: ['toString'] }),
    value: {},
    lines: ['/toString [required] is required but missing'],
  },
  {
    name: 'a misspelt property of a closed object',
    schema: closed({ winner: STRING, loser: STRING }),
    value: { winer: 'x', loser: 'y' },
    lines: [
      '/winner [required] is required but missing (must be string) -- rename "winer" to "winner"',
      '/winer [additionalProperties] is not an allowed property (allowed: "winner", "loser") -- did you mean "winner"?',
    ],
  },
  {
    name: 'a misspelt property of an open object',
    schema: object({ winner: STRING }, { required: ['winner'] }),
    value: { Winer: 'x' },
    lines: [
      '/winner [required] is required but missing (must be string) -- rename "Winer" to "winner"',
    ],
  },
  {
    name: 'an unevaluated property',
    schema: {
      ...object({ b: STRING }),
      allOf: [object({ a: STRING })],
      unevaluatedProperties: false,
    },
    value: { a: 'x', b: 'y', bb: 1 },
    lines: ['/bb [unevaluatedProperties] is not an allowed property'],
  },
  {
    name: 'a property that another one needs',
    schema: object({}, { dependentRequired: { card: ['billing'] } }),
    value: { card: 'x' },
    lines: ['/billing [dependentRequired] is required because "card" is present, but missing'],
  },
  {
    name: 'a property that another one needs, in draft 07',
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...object({}, { dependencies: { card: ['billing'] } }),
    },
    value: { card: 'x' },
    lines: ['/billing [dependencies] is required because "card" is present, but missing'],
  },
  {
    name: 'names of properties',
    schema: object({}, { propertyNames: { pattern: '^[a-z]+$' } }),
    value: { Foo: 1, bar: 2 },
    lines: [
      '/Foo [propertyNames] must have another name: the name must be a string that matches ^[a-z]+$',
    ],
  },
  {
    name: 'too few properties',
    ...of(
      { minProperties: 1 },
      {},
      '/v [minProperties] must be an object of at least 1 property but is object {}',
    ),
  },
  {
    name: 'too many properties',
    ...of(
      { maxProperties: 0 },
      { a: 1 },
      '/v [maxProperties] must be an object of at most 0 properties but is object {"a":1}',
    ),
  },
];

test.each(CASES)('explainProperty() explains $name', ({ schema, value, lines }) => {
  expect(toLines(schema, value)).toEqual(lines);
});
