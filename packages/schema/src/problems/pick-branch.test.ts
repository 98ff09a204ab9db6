import { expect, test } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import { createValidator } from '../validation/create-validator.ts';
import type { Problem } from './problem.ts';

const STRING = { type: 'string' };
const NUMBER = { type: 'number' };

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

const CIRCLE = closed({ kind: { const: 'circle' }, radius: NUMBER });
const SQUARE = closed({ kind: { const: 'square' }, width: NUMBER, height: NUMBER });
const TRIANGLE = closed({ kind: { const: 'triangle' }, side: NUMBER });
const SHAPES = {
  oneOf: [{ $ref: '#/$defs/circle' }, { $ref: '#/$defs/square' }, { $ref: '#/$defs/triangle' }],
};
const DRAWING = object(
  { shape: SHAPES },
  { $defs: { circle: CIRCLE, square: SQUARE, triangle: TRIANGLE } },
);
const TERM = object(
  {},
  {
    $ref: '#/$defs/term',
    $defs: {
      term: {
        oneOf: [
          closed({ op: { const: 'value' }, value: NUMBER }),
          closed({
            op: { enum: ['add', 'multiply'] },
            left: { $ref: '#/$defs/term' },
            right: { $ref: '#/$defs/term' },
          }),
        ],
      },
    },
  },
);

const CASES: readonly Case[] = [
  {
    name: 'alternatives of several types',
    ...of(
      { anyOf: [STRING, NUMBER, { type: 'null' }] },
      {},
      '/v [type] must be string or number or null but is object {}',
    ),
  },
  {
    name: 'an alternative beside null',
    ...of(
      { anyOf: [closed({ x: NUMBER }), { type: 'null' }] },
      { x: true },
      '/v/x [type] must be number but is boolean true',
    ),
  },
  {
    name: 'constants as alternatives',
    ...of(
      { anyOf: [{ const: 'a' }, { const: 'b' }] },
      'c',
      '/v [enum] must be one of "a", "b" but is string "c"',
    ),
  },
  {
    name: 'values and types as alternatives',
    ...of(
      { anyOf: [{ enum: ['a', 'b'] }, NUMBER] },
      'cc',
      '/v [anyOf] must be number or one of "a", "b" but is string "cc"',
    ),
  },
  {
    name: 'alternatives that only want properties',
    schema: { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b', 'c'] }] },
    value: {},
    lines: [' [anyOf] must have "a", or "b" and "c"'],
  },
  {
    name: 'two alternatives that both fit',
    ...of(
      { oneOf: [{ type: 'null' }, NUMBER, { minimum: 0 }] },
      1,
      '/v [oneOf] must fit exactly one of 3 alternatives but fits number 2 and number 3',
    ),
  },
  {
    name: 'the alternative with the fewest problems, without a tag',
    ...of(
      { anyOf: [closed({ a: NUMBER, b: NUMBER, c: NUMBER }), closed({ d: NUMBER, e: NUMBER })] },
      { d: 1, e: '2' },
      '/v/e [type] must be number but is string "2" -- send 2 without quotes',
    ),
  },
  {
    name: 'an enumeration that is no tag, as the other alternative has none',
    ...of(
      { anyOf: [closed({ color: { enum: ['red'] }, size: NUMBER }), closed({ name: STRING })] },
      { color: 'rde', size: 1 },
      '/v/color [enum] must be "red" but is string "rde" -- did you mean "red"?',
    ),
  },
  {
    name: 'the alternative that a tag names',
    schema: DRAWING,
    value: { shape: { kind: 'square', width: 1, hight: 2 } },
    lines: [
      '/shape/height [required] is required but missing (must be number) -- rename "hight" to "height"',
      '/shape/hight [additionalProperties] is not an allowed property (allowed: "kind", "width", "height") -- did you mean "height"?',
    ],
  },
  {
    name: 'a tag that names no alternative',
    schema: DRAWING,
    value: { shape: { kind: 'cirlce', radius: 1 } },
    lines: [
      '/shape/kind [enum] must be one of "circle", "square", "triangle" but is string "cirlce" -- did you mean "circle"?',
    ],
  },
  {
    name: 'a missing tag',
    schema: DRAWING,
    value: { shape: { radius: 1 } },
    lines: [
      '/shape/kind [required] is required but missing (must be one of "circle", "square", "triangle")',
    ],
  },
  {
    name: 'a value of the wrong type for every tagged alternative',
    schema: DRAWING,
    value: { shape: 'circle' },
    lines: ['/shape [type] must be object but is string "circle"'],
  },
  {
    name: 'a discriminator as OpenAPI has it',
    schema: object(
      { shape: { ...SHAPES, discriminator: { propertyName: 'kind', mapping: {} } } },
      { $defs: { circle: CIRCLE, square: SQUARE, triangle: TRIANGLE } },
    ),
    value: { shape: { kind: 'circle', radius: '1' } },
    lines: ['/shape/radius [type] must be number but is string "1" -- send 1 without quotes'],
  },
  {
    name: 'recursive tagged alternatives behind references',
    schema: TERM,
    value: { op: 'add', left: { op: 'value', value: '1' }, right: { op: 'ad', left: 1 } },
    lines: [
      '/left/value [type] must be number but is string "1" -- send 1 without quotes',
      '/right/op [enum] must be one of "value", "add", "multiply" but is string "ad" -- did you mean "add"?',
    ],
  },
];

test.each(CASES)('pickBranch() explains $name', ({ schema, value, lines }) => {
  expect(toLines(schema, value)).toEqual(lines);
});
