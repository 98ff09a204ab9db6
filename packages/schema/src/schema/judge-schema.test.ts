import { expect, test } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import { checkSchema } from './check-schema.ts';

const city = { type: 'string' };

function toLines(schema: JsonSchema): readonly string[] {
  return checkSchema({ type: 'object', ...schema }).map(
    ({ severity, code, pointer, message }) =>
      `${severity} ${code} ${pointer} ${message.replace(/^.*? must be /u, '')}`,
  );
}

test.each<readonly [string, JsonSchema, string]>([
  [
    'a misspelt name',
    { properties: { city, zip: city }, required: ['zip', 'citi'] },
    '/required/1 a name that "properties" declares: current value is "citi", did you mean "city"?',
  ],
  [
    'a misspelt name further in',
    { properties: { home: { properties: { city }, required: ['City'] } } },
    '/properties/home/required/0 a name that "properties" declares: current value is "City", did you mean "city"?',
  ],
  [
    'a misspelt name where others may come',
    { properties: { city }, required: ['citi'], additionalProperties: { type: 'string' } },
    '/required/0 a name that "properties" declares: current value is "citi", did you mean "city"?',
  ],
  [
    'a name that no object may have',
    { properties: { city }, required: ['zip'], additionalProperties: false },
    '/required/0 a name that "additionalProperties": false lets through: current value is "zip"',
  ],
  [
    'a name that is declared beside, where nothing else is let through',
    {
      allOf: [
        { properties: { city }, required: ['citi'], additionalProperties: false },
        { properties: { citi: city } },
      ],
    },
    '/allOf/0/required/0 a name that "additionalProperties": false lets through: current value is "citi", did you mean "city"?',
  ],
])('checkSchema() warns of %s', (_what, schema, line) => {
  expect(toLines(schema)).toEqual([`warning schema-required-undeclared ${line}`]);
});

test.each<readonly [string, JsonSchema]>([
  ['names that are declared', { properties: { city }, required: ['city'] }],
  ['no properties', { required: ['citi'] }],
  ['another name', { properties: { city }, required: ['postcode'] }],
  ['a name whose like is required, too', { properties: { city }, required: ['city', 'citi'] }],
  ['patterns', { properties: { x1: city }, patternProperties: { '^x': city }, required: ['x2'] }],
  [
    'patterns where nothing else is let through',
    {
      properties: { x1: city },
      patternProperties: { '^x': city },
      required: ['x2'],
      additionalProperties: false,
    },
  ],
  ['allOf', { properties: { city }, required: ['citi'], allOf: [{ properties: { citi: city } }] }],
  [
    'a schema that holds it',
    { properties: { citi: city }, anyOf: [{ properties: { city }, required: ['citi'] }] },
  ],
  [
    'a reference',
    {
      $ref: '#/$defs/place',
      $defs: { place: { properties: { citi: city } } },
      properties: { city },
      required: ['citi'],
    },
  ],
  [
    'what stands beside a reference, where that means nothing',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: {
        a: { $ref: '#/definitions/a', properties: { city }, required: ['citi'], title: 'A' },
      },
      definitions: { a: { type: 'object' } },
    },
  ],
])('checkSchema() does not warn of required names with %s', (_what, schema) => {
  expect(toLines(schema).filter((line) => line.includes('required-undeclared'))).toEqual([]);
});

test('checkSchema() matches required names with patterns in a limited time', () => {
  const lines = toLines({
    properties: { city },
    patternProperties: { '^(a+)+$': city },
    required: [`${'a'.repeat(60)}!`],
    additionalProperties: false,
  });
  expect(lines.some((line) => line.includes('required-undeclared'))).toBe(true);
});
