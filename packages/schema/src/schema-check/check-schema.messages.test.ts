import { expect, test } from 'vitest';
import { DIALECT_URIS } from '../references/dialect.ts';
import { checkSchema } from '../schema/check-schema.ts';
import type { JsonSchema } from '../types/json.ts';

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
    `error schema-dialect-unknown /$schema Cannot use the schema because "$schema" must be one of "http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#", "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/v1": current value is ${typeof schema.$schema === 'string' ? 'string ' : 'integer '}${JSON.stringify(schema.$schema)}`,
  ]);
});

test('checkSchema() reports a wrong type in readable words', () => {
  expect(toLines({ type: 'object', properties: { a: { type: 'strin' } } })).toEqual([
    'error schema-invalid /properties/a/type Cannot use the schema because "type" must be array or one of "array", "boolean", "integer", "null", "number", "object", "string": current value is string "strin" (did you mean "string"?)',
  ]);
});

test.each([
  ['int', 'did you mean "integer"?'],
  ['String', 'did you mean "string"?'],
  ['objet', 'did you mean "object"?'],
  ['DateTime', 'write "type": "string", "format": "date-time"'],
])('checkSchema() knows what the type %j means, alone and among others', (type, advice) => {
  for (const schema of [{ type }, { type: ['null', type] }]) {
    const [line] = toLines({ type: 'object', properties: { a: schema } });
    expect(line).toMatch(`current value is string ${JSON.stringify(type)} (${advice})`);
  }
});

test('checkSchema() advises nothing for a type like none, and for one that is no text', () => {
  for (const type of ['quaternion', 1]) {
    const [line] = toLines({ type: 'object', properties: { a: { type } } });
    expect(line).not.toContain('(');
  }
});

test.each([
  ['#/$defs/missing', undefined],
  ['#missing', undefined],
  ['https://example.com/other.json', 'https://example.com/other.json'],
  ['other.json#/$defs/a', 'other.json'],
  ['#/properties/a/description', undefined],
  ['http://json-schema.org/draft-04/schema#', 'http://json-schema.org/draft-04/schema'],
  ['https://[', undefined],
])('checkSchema() reports the unresolved reference %s', (reference, id) => {
  const properties = { a: { description: 'text' }, b: { $ref: reference } };
  const other =
    id === undefined
      ? ''
      : `, another document, which can be copied into "$defs" with "$id": "${id}"`;
  expect(toLines({ type: 'object', properties })).toEqual([
    `error schema-reference-unresolved /properties/b/$ref Cannot use the schema because "$ref" must be a reference to a schema in the same document: current value is ${JSON.stringify(reference)}${other}`,
  ]);
});

test('a reference to another document leads there once it is copied as its refusal says', () => {
  const schema = { type: 'object', properties: { b: { $ref: 'other.json#/$defs/a' } } };
  const copied = { $id: 'other.json', $defs: { a: { type: 'string' } } };
  expect(toLines({ ...schema, $defs: { other: copied } })).toEqual([]);
  const older = { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' };
  const properties = { b: { $ref: 'https://example.com/other.json' } };
  const [line] = toLines({ ...older, properties });
  expect(line).toContain('into "definitions" with "id": "https://example.com/other.json"');
  const definitions = { other: { id: 'https://example.com/other.json', type: 'string' } };
  expect(toLines({ ...older, properties, definitions })).toEqual([]);
});

test('checkSchema() says what the root lacks', () => {
  expect(toLines({ required: ['a'] })).toEqual([
    'error schema-root-not-object  Cannot use the schema because the root must be a schema that takes only objects, such as one with "type": "object": current value is no "type"',
  ]);
});

test('checkSchema() reports patterns that are no regular expressions', () => {
  expect(toLines({ type: 'object', properties: { a: { pattern: '[' } } })).toEqual([
    'error schema-pattern-invalid /properties/a/pattern Cannot use the schema because "pattern" must be a regular expression with the flag u: current value is "[" (Unterminated character class)',
  ]);
});

test('checkSchema() warns of unknown keywords and formats, not of extensions', () => {
  expect(
    toLines({
      type: 'object',
      'x-note': 1,
      enumNames: ['A'],
      properties: {
        a: { type: 'string', minLenght: 1, format: 'emial' },
        const: { enum: [{ foo: 1 }] },
      },
    }),
  ).toEqual([
    'warning schema-keyword-unknown /properties/a/minLenght "minLenght" is ignored because 2020-12 has no such keyword: did you mean "minLength"?',
    'warning schema-format-unknown /properties/a/format The format "emial" is ignored because no such format is checked: did you mean "email"?',
  ]);
});

test('checkSchema() takes the formats that only say how a value is shown', () => {
  const formats = ['color', 'currency', 'data-url', 'markdown', 'money', 'textarea'];
  const properties = Object.fromEntries(formats.map((format) => [format, { format }]));
  expect(toLines({ type: 'object', properties })).toEqual([]);
  expect(toLines({ type: 'object', properties: { a: { format: 'mony' } } })).toEqual([
    expect.stringContaining('did you mean "money"?'),
  ]);
});

test('checkSchema() names items by what holds them', () => {
  const schema = { type: 'object', properties: { a: { enum: [2 ** 60] } } };
  expect(checkSchema(schema).map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Cannot use the schema because "enum\/0" must be between /u),
  ]);
  const allOf = [true, 'string'];
  expect(checkSchema({ type: 'object', allOf }).map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Cannot use the schema because "allOf\/1" must be /u),
  ]);
});

test.each([
  [
    { type: 'integer', min: 3 },
    '"min" is ignored because 2020-12 has no such keyword: did you mean "minimum"?',
  ],
  [
    { type: 'string', min: 3 },
    '"min" is ignored because 2020-12 has no such keyword: did you mean "minLength"?',
  ],
  [
    { type: 'array', max: 3 },
    '"max" is ignored because 2020-12 has no such keyword: did you mean "maxItems"?',
  ],
  [
    { propertyDependencies: {} },
    '"propertyDependencies" is ignored because 2020-12 has no such keyword: it is one of "$schema": "https://json-schema.org/v1"',
  ],
  [{ label: 'A' }, '"label" is ignored because 2020-12 has no such keyword: did you mean "title"?'],
  [
    { optional: true },
    '"optional" is ignored because 2020-12 has no such keyword: leave the name out of "required" instead',
  ],
  [
    { zzzzzzzz: 1 },
    '"zzzzzzzz" is ignored because 2020-12 has no such keyword: let names of your own begin with "x-"',
  ],
])('checkSchema() says what to write instead of a keyword that is none: %j', (member, message) => {
  const issues = checkSchema({ type: 'object', properties: { a: member } });
  expect(issues.map((issue) => issue.message)).toEqual([message]);
});

test.each([
  [{ type: 'string', label: 'A' }, 'label'],
  [{ type: 'string', nullable: true }, 'nullable'],
  [{ type: 'string', format: 'phone' }, 'format'],
  [{ $ref: '#/definitions/s', maxLength: 3 }, 'maxLength'],
])('checkSchema() has one warning for what is ignored in many places: %j', (member, name) => {
  const properties = Object.fromEntries(['a', 'b', 'c'].map((each) => [each, member]));
  const definitions = { s: { type: 'string' } };
  const $schema = DIALECT_URIS['draft-07'];
  const [issue, ...others] = checkSchema({ $schema, type: 'object', properties, definitions });
  expect(others).toEqual([]);
  expect(issue).toMatchObject({ severity: 'warning', pointer: `/properties/a/${name}` });
  expect(issue?.message).toMatch(/is ignored .*\(here and at 2 other places\)$/u);
});

test('checkSchema() suggests the definition that a misspelt reference means', () => {
  const $defs = { Money: { type: 'number' }, Name: { type: 'string' } };
  const schema = { type: 'object', properties: { a: { $ref: '#/$defs/Monye' } }, $defs };
  expect(toLines(schema)).toEqual([
    expect.stringMatching(
      /current value is "#\/\$defs\/Monye", did you mean "#\/\$defs\/Money"\?$/u,
    ),
  ]);
});

test('checkSchema() suggests a declared name that is a letter longer or shorter than a required one', () => {
  const schema = { type: 'object', properties: { b: {} }, required: ['bb'] };
  expect(toLines(schema)).toEqual([expect.stringMatching(/did you mean "b"\?$/u)]);
});

test('checkSchema() passes over a default that takes long to check, because strangers write defaults', () => {
  const toSchema = (text: string): JsonSchema => {
    const member = { type: 'string', pattern: '^[ab]*$', default: `${text}c` };
    return { type: 'object', properties: { a: member } };
  };
  expect(checkSchema(toSchema('ab'.repeat(10)))).toMatchObject([{ code: 'schema-default-misfit' }]);
  expect(checkSchema(toSchema('ab'.repeat(20_000)))).toEqual([]);
});

test('checkSchema() warns of a default that does not fit, not of one that lacks members', () => {
  const point = { type: 'object', properties: { x: { default: 1 } }, required: ['x'], default: {} };
  const list = { type: 'array', items: { type: 'string' }, default: ['a', 2] };
  const schema = {
    type: 'object',
    properties: { a: { type: 'number', default: 'x' }, point, list },
  };
  expect(toLines(schema)).toEqual([
    'warning schema-default-misfit /properties/a/default Forms begin with a value that is refused because "default" does not fit its schema: must be number but is string "x"',
    'warning schema-default-misfit /properties/list/default Forms begin with a value that is refused because "default" does not fit its schema at "/1": must be string but is integer 2',
  ]);
});

test('checkSchema() warns of an example that is the JSON text of a value, with what to write', () => {
  const a = { type: 'integer', examples: [5, '5', 'five'] };
  const b = { type: 'string', examples: ['5', '{"a":5}'] };
  const schema = {
    type: 'object',
    properties: { a, b },
    examples: ['{"a":5}', '{"a":"x"}', { a: 1 }],
  };
  const says = 'The example fits nothing, because it is the JSON text of a value: write';
  expect(toLines(schema)).toEqual([
    `warning schema-example-text /examples/0 ${says} {"a":5} without quotes around it`,
    `warning schema-example-text /properties/a/examples/1 ${says} 5 without quotes around it`,
  ]);
});

test('checkSchema() warns of a default behind any number of examples', () => {
  const examples = Array.from({ length: 300 }, (_, at) => `name ${at}`);
  const schema = {
    type: 'object',
    properties: {
      names: { type: 'string', examples },
      codes: { type: 'string', examples: examples.map((_, at) => `${at}`) },
      size: { type: 'integer', default: 'x', examples: ['7'] },
    },
  };
  expect(toLines(schema)).toEqual([
    expect.stringContaining('schema-default-misfit /properties/size/default'),
  ]);
});

test('checkSchema() suggests a target for the first of very many references that lead nowhere', () => {
  const names = Array.from({ length: 30 }, (_, at) => `quantity${at}`);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}x` }])),
    $defs: Object.fromEntries(names.map((name) => [name, { type: 'number' }])),
  };
  const lines = toLines(schema);
  expect(lines).toHaveLength(30);
  expect(lines.filter((line) => line.includes('did you mean'))).toEqual(lines.slice(0, 20));
});

test('checkSchema() says how a pattern is read that is none with the flag u', () => {
  const a = { type: 'string', pattern: String.raw`^(?i)a\-b$` };
  expect(toLines({ type: 'object', properties: { a } })).toEqual([
    String.raw`warning schema-pattern-rewritten /properties/a/pattern The pattern "^(?i)a\\-b$" is read as "^[aA]-[bB]$", because it is none with the flag u: write that, or others may refuse the schema`,
  ]);
});

test('checkSchema() warns of bounds that are rounded, and refuses values', () => {
  const a = { type: 'integer', minimum: -(2 ** 63), maximum: Number.MAX_VALUE };
  const properties = { a, b: { const: 2 ** 63 }, c: { default: 2 ** 63 } };
  const issues = checkSchema({ type: 'object', properties });
  expect(issues.map(({ severity, pointer }) => `${severity} ${pointer}`)).toEqual([
    'error /properties/b/const',
    'error /properties/c/default',
    'warning /properties/a/minimum',
    'warning /properties/a/maximum',
  ]);
  expect(issues[2]?.message).toBe(
    '"minimum" counts as -9223372036854776000, because integers beyond 9007199254740991 are rounded: others may read it with another last digit',
  );
});
