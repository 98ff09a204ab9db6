import { expect, test } from 'vitest';
import type { JsonSchema } from '../types/json.ts';
import { createValidator, type Validator } from '../validation/create-validator.ts';
import { createRemoteValidator, type RemoteValidatorOptions } from './create-remote-validator.ts';
import { vetSchema } from './vet-schema.ts';

function create(schema: JsonSchema, options?: RemoteValidatorOptions): Validator {
  const outcome = vetSchema(schema);
  if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.issues));
  return createRemoteValidator(outcome.vetted, options);
}

const text = { type: 'string' };

// The messages are those of `createValidator`, because the same people read both.
test.each<readonly [string, JsonSchema, unknown]>([
  ['a missing property', { type: 'object', properties: { b: text }, required: ['b'] }, { bb: 1 }],
  ['two missing ones', { required: ['a', 'b'] }, {}],
  ['a wrong type', { properties: { n: { type: 'integer' } } }, { n: '3' }],
  ['several types', { properties: { n: { type: ['integer', 'null'] } } }, { n: 'x' }],
  ['enum', { properties: { c: { enum: ['red', 'green'] } } }, { c: 'gren' }],
  ['const', { properties: { c: { const: 1 } } }, { c: 2 }],
  ['limits', { properties: { n: { minimum: 3 }, m: { exclusiveMaximum: 3 } } }, { n: 1, m: 3 }],
  ['multipleOf', { properties: { n: { multipleOf: 0.01 } } }, { n: 0.071 }],
  ['lengths', { properties: { s: { minLength: 2 }, t: { maxLength: 2 } } }, { s: 'a', t: 'abc' }],
  ['pattern', { properties: { s: { pattern: '^[a-z]+$' } } }, { s: 'A1' }],
  ['format', { properties: { s: { format: 'date' } } }, { s: 'today' }],
  [
    'array sizes',
    { properties: { l: { minItems: 2 }, m: { maxItems: 1 } } },
    { l: [1], m: [1, 2] },
  ],
  ['uniqueItems', { properties: { l: { uniqueItems: true } } }, { l: [1, 2, 1] }],
  ['contains', { properties: { l: { contains: { type: 'string' } } } }, { l: [1, 2] }],
  ['minContains', { properties: { l: { contains: text, minContains: 2 } } }, { l: ['a', 1, 2] }],
  ['a closed object', { properties: { name: text }, additionalProperties: false }, { nam: 'x' }],
  ['unevaluated', { properties: { name: text }, unevaluatedProperties: false }, { other: 'x' }],
  ['propertyNames', { propertyNames: { maxLength: 3 } }, { long: 1 }],
  ['a property that must be absent', { properties: { a: false } }, { a: 1 }],
  ['dependentRequired', { dependentRequired: { a: ['b'] } }, { a: 1 }],
  ['not', { properties: { a: { not: { type: 'string' } } } }, { a: 'x' }],
  ['if and then', { if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }],
  ['allOf', { allOf: [{ required: ['a'] }, { properties: { b: text } }] }, { b: 1 }],
  ['a union of types', { properties: { a: { anyOf: [text, { type: 'null' }] } } }, { a: 1 }],
  [
    'a tagged union',
    {
      oneOf: [
        { properties: { kind: { const: 'a' }, x: text }, required: ['kind', 'x'] },
        { properties: { kind: { const: 'b' }, y: text }, required: ['kind', 'y'] },
      ],
    },
    { kind: 'b', y: 3 },
  ],
  [
    'too many alternatives',
    { properties: { n: { oneOf: [text, { type: 'number' }, { type: 'integer' }] } } },
    { n: 3 },
  ],
  [
    'references',
    {
      $defs: { list: { items: { $ref: '#/$defs/item' } }, item: text },
      properties: { l: { $ref: '#/$defs/list' } },
    },
    { l: ['a', 1] },
  ],
  [
    'unions in items of a union',
    {
      $defs: { item: { anyOf: [{ type: 'null' }, { properties: { n: { type: 'number' } } }] } },
      properties: { l: { oneOf: [{ type: 'array', items: { $ref: '#/$defs/item' } }, text] } },
    },
    { l: [{ n: 1 }, { n: 'x' }, null] },
  ],
  ['names that need escaping', { properties: { 'a/b c~#%': text } }, { 'a/b c~#%': 1 }],
  ['names of prototypes', { required: ['toString'] }, {}],
])('says the same of %s as the validator for own schemas', (_, schema, value) => {
  const problems = create(schema).check(value);
  expect(problems).toEqual(createValidator(schema).check(value));
  expect(problems).not.toEqual([]);
});

test.each<readonly [string, JsonSchema, unknown]>([
  ['a price', { multipleOf: 0.01 }, 0.07],
  ['nullable of OpenAPI', { type: 'string', nullable: true }, null],
  ['an unknown format', { type: 'string', format: 'moon-phase' }, 'half'],
  ['own "__proto__"', { properties: { ['__proto__']: text } }, JSON.parse('{"__proto__":"x"}')],
])('accepts %s', (_, schema, value) => {
  expect(create(schema).check(value)).toEqual([]);
});

test('redacts values', () => {
  const validator = create({ type: 'object', properties: { a: text } }, { redact: true });
  expect(validator.check({ a: 4711 })).toMatchObject([{ message: 'must be string' }]);
});

test('refuses values that are nested too deep, without looking further', () => {
  let value: unknown = 1;
  for (let depth = 0; depth < 100_000; depth += 1) value = [value];
  expect(create({}).check(value)).toMatchObject([{ keyword: 'depth' }]);
});

test('alternatives that lead back to the schema do not multiply', () => {
  const tree = {
    anyOf: Array.from({ length: 6 }, () => ({ properties: { c: { $ref: '#' } }, required: ['x'] })),
  };
  let value: unknown = {};
  for (let depth = 0; depth < 30; depth += 1) value = { c: value };
  // If they did, the check would not end within any limit.
  expect(create(tree, { milliseconds: 60_000 }).check(value)[0]).toMatchObject({ pointer: '/x' });
});

test('stops checking a value that takes too long', () => {
  const validator = create({ items: { items: text } }, { milliseconds: 1 });
  const value = [Array.from({ length: 150_000 }, () => 'a')];
  expect(validator.check(value)).toMatchObject([{ keyword: 'timeout' }]);
  expect(validator.isValid(value)).toBe(false);
});

test('tells that there are more errors than are looked for', () => {
  const validator = create({ items: { items: text } }, { milliseconds: 20_000 });
  const value = [Array.from({ length: 150_000 }, () => 1)];
  const problems = validator.check(value);
  expect(problems).toHaveLength(21);
  expect(problems[0]).toMatchObject({ pointer: '/0/0', keyword: 'type' });
  expect(problems[20]).toMatchObject({
    message: 'has at least 980 more problems not listed here',
  });
});
