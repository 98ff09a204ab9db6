import { expect, test } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import { createValidator } from '../validation/create-validator.ts';
import type { Problem } from './problem.ts';

const STRING = { type: 'string' };
const INTEGER = { type: 'integer' };

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
    name: 'a number sent as a string',
    ...of(INTEGER, '3', '/v [type] must be integer but is string "3" -- send 3 without quotes'),
  },
  {
    name: 'a boolean sent as a string',
    ...of(
      { type: 'boolean' },
      'true',
      '/v [type] must be boolean but is string "true" -- send true without quotes',
    ),
  },
  {
    name: 'a fraction sent as a string where an integer is wanted',
    ...of(INTEGER, '3.5', '/v [type] must be integer but is string "3.5"'),
  },
  {
    name: 'a string sent as a number',
    ...of(STRING, 3, '/v [type] must be string but is integer 3 -- send "3" with quotes'),
  },
  {
    name: 'an object sent as a string of JSON',
    ...of(
      { type: 'object' },
      '{"a":1}',
      String.raw`/v [type] must be object but is string "{\"a\":1}" -- send the object itself, not a string of JSON`,
    ),
  },
  {
    name: 'a single item sent without its array',
    ...of(
      { type: 'array' },
      'x',
      '/v [type] must be array but is string "x" -- send an array, also for a single item',
    ),
  },
  {
    name: 'a constant',
    ...of(
      { const: 'fight' },
      'figth',
      '/v [const] must be "fight" but is string "figth" -- did you mean "fight"?',
    ),
  },
  {
    name: 'a constant of another type',
    ...of({ const: 1 }, '1', '/v [const] must be 1 but is string "1" -- send 1 without quotes'),
  },
  {
    name: 'a misspelt value of an enumeration',
    ...of(
      { enum: ['red', 'green', 'blue'] },
      'GREN',
      '/v [enum] must be one of "red", "green", "blue" but is string "GREN" -- did you mean "green"?',
    ),
  },
];

test.each(CASES)('suggestFix() explains $name', ({ schema, value, lines }) => {
  expect(toLines(schema, value)).toEqual(lines);
});
