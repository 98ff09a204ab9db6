import { expect, test } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import { checkSchema } from '../schema/check-schema.ts';

function toLines(schema: JsonSchema): readonly string[] {
  return checkSchema(schema).map(({ severity, code, pointer, message }) => {
    return `${severity} ${code} ${pointer} ${message}`;
  });
}

test.each([
  { $schema: 'https://example.com/own', type: 'object' },
  { $schema: 4, type: 'object' },
])('checkSchema() reports an unknown dialect: %j', (schema) => {
  expect(toLines(schema)).toEqual([
    `error schema-dialect-unknown /$schema Cannot use the schema as "$schema" must be one of "http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#", "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema": current value is ${typeof schema.$schema === 'string' ? 'string ' : 'integer '}${JSON.stringify(schema.$schema)}`,
  ]);
});

test('checkSchema() reports a wrong type in readable words', () => {
  expect(toLines({ type: 'object', properties: { a: { type: 'strin' } } })).toEqual([
    'error schema-invalid /properties/a/type Cannot use the schema as "type" must be array or one of "array", "boolean", "integer", "null", "number", "object", "string": current value is string "strin"',
  ]);
});

test.each([
  '#/$defs/missing',
  '#missing',
  'https://example.com/other.json',
  'other.json#/$defs/a',
  '#/properties/a/description',
  'https://json-schema.org/draft/2020-12/schema',
  'https://[',
])('checkSchema() reports the unresolved reference %s', (reference) => {
  const properties = { a: { description: 'text' }, b: { $ref: reference } };
  expect(toLines({ type: 'object', properties })).toEqual([
    `error schema-reference-unresolved /properties/b/$ref Cannot use the schema as "$ref" must be a reference to a schema in the same document: current value is ${JSON.stringify(reference)}`,
  ]);
});

test('checkSchema() says what the root lacks', () => {
  expect(toLines({ properties: {} })).toEqual([
    'error schema-root-not-object  Cannot use the schema as the root must be a schema that takes only objects, such as one with "type": "object": current value is no "type"',
  ]);
});

test('checkSchema() reports patterns that are no regular expressions', () => {
  expect(toLines({ type: 'object', properties: { a: { pattern: '[' } } })).toEqual([
    'error schema-pattern-invalid /properties/a/pattern Cannot use the schema as "pattern" must be a regular expression with the flag u: current value is "[" (Unterminated character class)',
  ]);
});

test('checkSchema() warns of unknown keywords and formats, not of extensions', () => {
  expect(
    toLines({
      type: 'object',
      'x-note': 1,
      properties: {
        a: { type: 'string', minLenght: 1, format: 'emial' },
        const: { enum: [{ foo: 1 }] },
      },
    }),
  ).toEqual([
    'warning schema-keyword-unknown /properties/a/minLenght Cannot use the schema as "minLenght" must be a keyword of 2020-12, or begin with "x-": current value is "minLenght", did you mean "minLength"?',
    'warning schema-format-unknown /properties/a/format Cannot use the schema as "format" must be a format that is checked, such as "email": current value is string "emial"',
  ]);
});

test('checkSchema() takes the formats that only say how a value is shown', () => {
  const formats = ['color', 'currency', 'data-url', 'markdown', 'money', 'textarea'];
  const properties = Object.fromEntries(formats.map((format) => [format, { format }]));
  expect(toLines({ type: 'object', properties })).toEqual([]);
  expect(toLines({ type: 'object', properties: { a: { format: 'mony' } } })).toEqual([
    expect.stringContaining('such as "money"'),
  ]);
});

test('checkSchema() names items by what holds them', () => {
  const schema = { type: 'object', properties: { a: { enum: [2 ** 60] } } };
  expect(checkSchema(schema).map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Cannot use the schema as "enum\/0" must be between /u),
  ]);
  const allOf = [true, 'string'];
  expect(checkSchema({ type: 'object', allOf }).map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Cannot use the schema as "allOf\/1" must be /u),
  ]);
});
