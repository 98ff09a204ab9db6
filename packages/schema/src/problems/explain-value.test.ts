import { expect, test } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import { createValidator } from '../validation/create-validator.ts';
import type { Problem } from './problem.ts';

const STRING = { type: 'string' };
const NUMBER = { type: 'number' };

function object(properties: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: 'object', properties, ...more };
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
    name: 'what JSON cannot carry',
    ...of(NUMBER, Number.NaN, '/v [type] must be number but is NaN'),
  },
  {
    name: 'a long value, cut to 60 characters',
    ...of(NUMBER, 'x'.repeat(100), `/v [type] must be number but is string "${'x'.repeat(58)}…`),
  },
  {
    name: 'one of several types',
    ...of(
      { type: ['string', 'null'] },
      true,
      '/v [type] must be string or null but is boolean true -- send "true" with quotes',
    ),
  },
  {
    name: 'more than twelve allowed values',
    ...of(
      { enum: Array.from({ length: 15 }, (_, index) => index) },
      99,
      '/v [enum] must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 3 more but is integer 99',
    ),
  },
  {
    name: 'date-time',
    ...of(
      { format: 'date-time' },
      'soon',
      '/v [format] must be a valid date-time such as 2026-11-21T09:30:00Z but is string "soon"',
    ),
  },
  {
    name: 'date',
    ...of(
      { format: 'date' },
      '21.11.',
      '/v [format] must be a valid date such as 2026-11-21 but is string "21.11."',
    ),
  },
  {
    name: 'time',
    ...of(
      { format: 'time' },
      '9:30',
      '/v [format] must be a valid time such as 09:30:00Z but is string "9:30"',
    ),
  },
  {
    name: 'iso-date-time without seconds',
    ...of(
      { format: 'iso-date-time' },
      '2026-03-29T10:30',
      '/v [format] must be a date and a time with seconds such as 2026-11-21T09:30:00 but is string "2026-03-29T10:30"',
    ),
  },
  {
    name: 'iso-time without seconds',
    ...of(
      { format: 'iso-time' },
      '10:30',
      '/v [format] must be a time with seconds such as 09:30:00 but is string "10:30"',
    ),
  },
  {
    name: 'duration',
    ...of(
      { format: 'duration' },
      '15',
      '/v [format] must be a valid duration such as PT15M but is string "15"',
    ),
  },
  {
    name: 'email',
    ...of(
      { format: 'email' },
      'ada',
      '/v [format] must be a valid email such as ada@example.com but is string "ada"',
    ),
  },
  {
    name: 'uri',
    ...of(
      { format: 'uri' },
      'x',
      '/v [format] must be a valid uri such as https://example.com/page but is string "x"',
    ),
  },
  {
    name: 'uuid',
    ...of(
      { format: 'uuid' },
      'x',
      '/v [format] must be a valid uuid such as 123e4567-e89b-12d3-a456-426614174000 but is string "x"',
    ),
  },
  {
    name: 'a pattern',
    ...of(
      { pattern: '^[a-z]+$' },
      'A1',
      '/v [pattern] must be a string that matches ^[a-z]+$ but is string "A1"',
    ),
  },
  {
    name: 'too long a string',
    ...of(
      { maxLength: 1 },
      'ab',
      '/v [maxLength] must be a string of at most 1 character but is string "ab"',
    ),
  },
  {
    name: 'minimum',
    ...of({ minimum: 0 }, -1, '/v [minimum] must be at least 0 but is integer -1'),
  },
  {
    name: 'maximum',
    ...of({ maximum: 1 }, 1.5, '/v [maximum] must be at most 1 but is number 1.5'),
  },
  {
    name: 'exclusiveMinimum',
    ...of({ exclusiveMinimum: 0 }, 0, '/v [exclusiveMinimum] must be more than 0 but is integer 0'),
  },
  {
    name: 'exclusiveMaximum',
    ...of({ exclusiveMaximum: 1 }, 1, '/v [exclusiveMaximum] must be less than 1 but is integer 1'),
  },
  {
    name: 'exclusiveMinimum of draft 04',
    schema: {
      $schema: 'http://json-schema.org/draft-04/schema#',
      ...object({ v: { minimum: 0, exclusiveMinimum: true } }),
    },
    value: { v: 0 },
    lines: ['/v [minimum] must be more than 0 but is integer 0'],
  },
  {
    name: 'multipleOf',
    ...of(
      { multipleOf: 0.01 },
      0.005,
      '/v [multipleOf] must be a multiple of 0.01 but is number 0.005',
    ),
  },
  {
    name: 'too few items',
    ...of(
      { minItems: 2 },
      [1],
      '/v [minItems] must be an array of at least 2 items but is array [1]',
    ),
  },
  {
    name: 'too many items',
    ...of(
      { maxItems: 1 },
      [1, 2],
      '/v [maxItems] must be an array of at most 1 item but is array [1,2]',
    ),
  },
  {
    name: 'more items than a tuple has',
    ...of(
      { prefixItems: [STRING], items: false },
      ['a', 2],
      '/v [items] must be an array of at most 1 item but is array ["a",2]',
    ),
  },
  {
    name: 'equal items',
    ...of(
      { uniqueItems: true },
      [{ a: 1 }, 2, { a: 1 }],
      '/v [uniqueItems] must not have equal items but items 0 and 2 are equal',
    ),
  },
  {
    name: 'contains with bounds',
    ...of(
      { contains: NUMBER, minContains: 2, maxContains: 3 },
      [1],
      '/v [contains] must be an array in which at least 2 and at most 3 items must be number but is array [1]',
    ),
  },
  {
    name: 'not',
    ...of({ not: { const: 'x' } }, 'x', '/v [not] must be anything but "x" but is string "x"'),
  },
  {
    name: 'not, of a schema that is not simple',
    ...of(
      { not: { required: ['a'] } },
      { a: 1 },
      '/v [not] must be anything but what fits {"required":["a"]} but is object {"a":1}',
    ),
  },
  { name: 'a false schema', ...of(false, 1, '/v [false schema] is not allowed here') },
];

test.each(CASES)('explainValue() explains $name', ({ schema, value, lines }) => {
  expect(toLines(schema, value)).toEqual(lines);
});
