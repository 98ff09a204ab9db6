import { expect, test } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import { createValidator } from '../validation/create-validator.ts';
import type { Problem } from './problem.ts';

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

const CIRCLE = closed({ kind: { const: 'circle' }, radius: NUMBER });
const SQUARE = closed({ kind: { const: 'square' }, width: NUMBER, height: NUMBER });
const TRIANGLE = closed({ kind: { const: 'triangle' }, side: NUMBER });
const SHAPES = {
  oneOf: [{ $ref: '#/$defs/circle' }, { $ref: '#/$defs/square' }, { $ref: '#/$defs/triangle' }],
};

const CASES: readonly Case[] = [
  {
    name: 'a whole value of the wrong type',
    schema: object({}),
    value: [],
    lines: [' [type] must be object but is array []'],
  },
  {
    name: 'an item of nested arrays',
    schema: object({ rows: { type: 'array', items: { type: 'array', items: INTEGER } } }),
    value: { rows: [[1], [2, 'x']] },
    lines: ['/rows/1/1 [type] must be integer but is string "x"'],
  },
  {
    name: 'names with slashes and tildes',
    schema: object({ 'a/b': object({ '~c': NUMBER }) }),
    value: { 'a/b': { '~c': null } },
    lines: ['/a~1b/~0c [type] must be number but is null'],
  },
  {
    name: 'properties that only a failed union would have evaluated',
    schema: {
      type: 'object',
      oneOf: [
        object({ kind: { const: 'a' }, x: NUMBER }, { required: ['kind', 'x'] }),
        object({ kind: { const: 'b' }, y: NUMBER }, { required: ['kind', 'y'] }),
      ],
      unevaluatedProperties: false,
    },
    value: { kind: 'a', x: null },
    lines: ['/x [type] must be number but is null'],
  },
  {
    name: 'a value that fits neither its type nor its enumeration',
    ...of({ type: 'string', enum: ['a', 'b'] }, null, '/v [type] must be string but is null'),
  },
  {
    name: 'two constraints of one value',
    ...of(
      { allOf: [{ minLength: 3 }, { pattern: '^a' }] },
      'b',
      '/v [minLength] must be a string of at least 3 characters but is string "b"',
      '/v [pattern] must be a string that matches ^a but is string "b"',
    ),
  },
  {
    name: 'contains, without the errors of every item',
    ...of(
      { contains: { const: 'a' } },
      ['b', 'c'],
      '/v [contains] must be an array in which at least 1 item must be "a" but is array ["b","c"]',
    ),
  },
  {
    name: 'if and then, without the keyword "if"',
    schema: object({}, { if: object({ kind: { const: 'a' } }), then: { required: ['x'] } }),
    value: { kind: 'a' },
    lines: ['/x [required] is required but missing'],
  },
];

test.each(CASES)('toProblems() explains $name', ({ schema, value, lines }) => {
  expect(toLines(schema, value)).toEqual(lines);
});

test('toProblems() tells a repeated problem once', () => {
  const schema = object(
    { v: { allOf: [NUMBER, { $ref: '#/$defs/n' }] } },
    { $defs: { n: NUMBER } },
  );
  expect(toLines(schema, { v: true })).toEqual(['/v [type] must be number but is boolean true']);
});

test('toProblems() lists 20 problems and counts the rest', () => {
  const schema = object({ v: { type: 'array', items: NUMBER } });
  const lines = toLines(schema, { v: Array.from({ length: 25 }, () => true) });
  expect(lines).toHaveLength(21);
  expect(lines[19]).toBe('/v/19 [type] must be number but is boolean true');
  expect(lines[20]).toBe(' [more] has 5 more problems not listed here');
});

test('toProblems() with redact tells no value', () => {
  const schema = object(
    { pin: INTEGER, color: { enum: ['red'] }, day: { format: 'date' }, shape: SHAPES },
    { $defs: { circle: CIRCLE, square: SQUARE, triangle: TRIANGLE } },
  );
  const value = { pin: '4711', color: 'rad', day: 'secret', shape: { kind: 'secret' } };
  const problems = createValidator(schema).check(value, { redact: true });
  expect(problems.map(toLine)).toEqual([
    '/pin [type] must be integer',
    '/color [enum] must be "red"',
    '/day [format] must be a valid date such as 2026-11-21',
    '/shape/kind [enum] must be one of "circle", "square", "triangle"',
  ]);
  expect(JSON.stringify(problems)).not.toMatch(/4711|rad\b|secret|received/u);
});

test('toProblems() says what was expected and what came, apart from the sentence', () => {
  expect(createValidator(object({ n: INTEGER })).check({ n: 'x' })).toEqual([
    {
      pointer: '/n',
      keyword: 'type',
      expected: 'integer',
      received: 'string "x"',
      message: 'must be integer but is string "x"',
    },
  ]);
});
