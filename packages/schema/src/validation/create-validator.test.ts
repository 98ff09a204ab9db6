import { expect, expectTypeOf, test } from 'vitest';
import type { Problem } from '../problems/problem.ts';
import { DIALECT_URIS, type Dialect } from '../references/dialect.ts';
import { SchemaError } from '../schema-check/schema-issue.ts';
import type { JsonSchema } from '../types/json.ts';
import { createValidator, type Validator } from './create-validator.ts';

const FIGHT = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { a: { type: 'string' }, b: { type: 'string' } },
  required: ['a', 'b'],
  additionalProperties: false,
};

test('createValidator() accepts what fits and explains what does not', () => {
  const validator = createValidator(FIGHT);
  expect(validator.isValid({ a: 'Lion', b: 'Tiger' })).toBe(true);
  expect(validator.check({ a: 'Lion', b: 'Tiger' })).toEqual([]);
  expect(validator.isValid({ a: 'Lion' })).toBe(false);
  expect(validator.check({ a: 'Lion' }).map(({ pointer }) => pointer)).toEqual(['/b']);
  expectTypeOf(validator).toEqualTypeOf<Validator>();
  expectTypeOf(validator.check({})).toEqualTypeOf<readonly Problem[]>();
});

test('createValidator() keeps nothing of one call for the next', () => {
  const validator = createValidator(FIGHT);
  validator.check({ a: 1 });
  expect(validator.check({ a: 'Lion', b: 'Tiger' })).toEqual([]);
  expect(validator.check({ a: 'Lion', b: 2 }).map(({ pointer }) => pointer)).toEqual(['/b']);
});

test.each<[Dialect, JsonSchema, unknown, unknown]>([
  ['draft-04', { minimum: 1, exclusiveMinimum: true }, 2, 1],
  ['draft-06', { exclusiveMinimum: 1 }, 2, 1],
  ['draft-06', { items: [{ const: 1 }], additionalItems: false }, [1], [2]],
  ['draft-07', { if: { const: 1 }, else: false }, 1, 2],
  ['draft-07', { items: [{ const: 1 }], prefixItems: [{ const: 2 }] }, [1], [2]],
  ['2019-09', { dependentRequired: { a: ['b'] } }, {}, { a: 1 }],
  [
    '2019-09',
    { additionalProperties: { $recursiveRef: '#' }, maxProperties: 1 },
    { a: {} },
    { a: { b: 1, c: 2 } },
  ],
  ['2020-12', { prefixItems: [{ const: 1 }], items: false }, [1], [1, 2]],
  ['2020-12', { $ref: '#a', $defs: { x: { $anchor: 'a', type: 'null' } } }, null, 1],
  [
    'v1',
    { propertyDependencies: { kind: { card: { required: ['number'] } } } },
    { kind: 'cash' },
    { kind: 'card' },
  ],
  [
    'v1',
    { items: { $dynamicRef: 'a' }, $defs: { x: { $dynamicAnchor: 'a', type: 'null' } } },
    [null],
    [1],
  ],
])('createValidator() speaks %s: %j', (...[dialect, keywords, good, bad]) => {
  const validator = createValidator({ $schema: DIALECT_URIS[dialect], ...keywords });
  expect(validator.dialect).toBe(dialect);
  expect(validator.isValid(good)).toBe(true);
  expect(validator.isValid(bad)).toBe(false);
});

test('createValidator() looks at own properties only', () => {
  const validator = createValidator({
    properties: { constructor: { type: 'number' } },
    required: ['toString'],
  });
  expect(validator.isValid({})).toBe(false);
  expect(validator.isValid({ toString: 1 })).toBe(true);
});

test('createValidator() counts multiples as people do', () => {
  const validator = createValidator({ multipleOf: 0.01 });
  for (let cents = 0; cents <= 10_000; cents += 1) {
    expect(validator.isValid(Number((cents / 100).toFixed(2)))).toBe(true);
  }
  expect(validator.isValid(0.001)).toBe(false);
});

test('createValidator() neither coerces nor fills in defaults', () => {
  const value = {};
  const validator = createValidator({ properties: { n: { type: 'number', default: 3 } } });
  expect(validator.isValid(value)).toBe(true);
  expect(value).toEqual({});
  expect(validator.isValid({ n: '3' })).toBe(false);
});

test('createValidator() asserts known formats and ignores unknown ones and unknown keywords', () => {
  const schema = { format: 'date', 'x-widget': 'calendar', surprise: { deep: true } };
  expect(createValidator(schema).isValid('2026-02-30')).toBe(false);
  expect(createValidator({ format: 'moon-phase' }).isValid('half')).toBe(true);
});

test('createValidator() takes no number that JSON has not', () => {
  const validator = createValidator({ type: 'number' });
  expect(validator.isValid(Number.NaN)).toBe(false);
  expect(validator.isValid(Number.POSITIVE_INFINITY)).toBe(false);
});

test('createValidator() lets nothing but objects through a oneOf with a discriminator', () => {
  const alternative = { type: 'object', properties: { kind: { const: 'a' } }, required: ['kind'] };
  const validator = createValidator({
    discriminator: { propertyName: 'kind' },
    oneOf: [alternative],
  });
  expect(validator.isValid({ kind: 'a' })).toBe(true);
  expect(validator.isValid(5)).toBe(false);
});

test('createValidator() compiles schemas with the same $id side by side', () => {
  const $id = 'https://example.com/schema';
  const numbers = createValidator({ $id, type: 'number' });
  const strings = createValidator({ $id, type: 'string' });
  expect([numbers.isValid(1), numbers.isValid('1')]).toEqual([true, false]);
  expect([strings.isValid(1), strings.isValid('1')]).toEqual([false, true]);
});

test('createValidator() refuses values nested deeper than 64 levels', () => {
  const validator = createValidator({ type: 'object' });
  const parse = (levels: number): unknown =>
    JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
  expect(validator.check(parse(64))).toEqual([]);
  expect(validator.isValid(parse(65))).toBe(false);
  expect(validator.check(parse(65))).toEqual([
    {
      pointer: '',
      keyword: 'depth',
      expected: 'nested at most 64 levels deep',
      message: 'must be nested at most 64 levels deep but is deeper',
    },
  ]);
});

test.each<[string, JsonSchema, unknown]>([
  [
    'a value that throws when it is read',
    { required: ['a'], properties: { a: { type: 'string' } } },
    {
      get a(): string {
        throw new Error('no');
      },
    },
  ],
])('createValidator() calls a value invalid when checking it throws: %s', (_, schema, value) => {
  const validator = createValidator(schema);
  expect(validator.isValid(value)).toBe(false);
  expect(validator.check(value).map(({ keyword }) => keyword)).toEqual(['uncheckable']);
});

test('createValidator() never calls a value that it rejected fit, even if the value changes', () => {
  const validator = createValidator({ properties: { a: { type: 'string' } } });
  let reads = 0;
  let readsThatFail = Number.POSITIVE_INFINITY;
  const value = {
    get a(): unknown {
      reads += 1;
      return reads > readsThatFail ? 'text' : 1;
    },
  };
  expect(validator.isValid(value)).toBe(false);
  readsThatFail = reads * 2;
  expect(validator.check(value).map(({ keyword }) => keyword)).toEqual(['uncheckable']);
});

test('createValidator() compares values that have the names of methods', () => {
  const validator = createValidator({ const: { valueOf: 1 } });
  expect(validator.check({ valueOf: 1 })).toEqual([]);
  expect(validator.check({ valueOf: 0 })).toMatchObject([{ keyword: 'const' }]);
});

test.each([[30], [62]])(
  'alternatives that lead back are checked %d levels deep at once',
  (levels) => {
    const term = {
      anyOf: ['a', 'b', 'c'].map((name) => ({
        type: 'object',
        properties: { [name]: { const: 1 }, next: { $ref: '#/$defs/term' } },
        required: ['end'],
      })),
    };
    const validator = createValidator({ $ref: '#/$defs/term', $defs: { term } });
    let value = {};
    for (let level = 0; level < levels; level += 1) value = { next: value };
    const before = process.cpuUsage();
    expect(validator.check(value)[0]).toMatchObject({ pointer: '/end', keyword: 'required' });
    expect(process.cpuUsage(before).user).toBeLessThan(200_000);
  },
);

test('a list of 6,000 names, of which all are missing, is told in no time', () => {
  const required = Array.from({ length: 6000 }, (_, index) => `name${index}`);
  const validator = createValidator({ type: 'object', required });
  const sent = Object.fromEntries(required.map((name) => [`${name}x`, 1]));
  const before = process.cpuUsage();
  expect(validator.check({})).toHaveLength(21);
  expect(validator.check(sent)).toHaveLength(21);
  expect(process.cpuUsage(before).user).toBeLessThan(200_000);
});

test('createValidator() leaves values out if asked to, for one call or for all', () => {
  const secret = { a: 'Lion', b: 4711 };
  const open = createValidator(FIGHT);
  expect(JSON.stringify(open.check(secret))).toContain('4711');
  expect(JSON.stringify(open.check(secret, { redact: true }))).not.toContain('4711');
  const redacting = createValidator(FIGHT, { redact: true });
  expect(JSON.stringify(redacting.check(secret))).not.toContain('4711');
  expect(JSON.stringify(redacting.check(secret, { redact: false }))).toContain('4711');
});

test.each([
  ['schema-invalid', { type: 'objekt' }],
  ['schema-invalid', { $async: true }],
  ['schema-dialect-unknown', { $schema: 'https://example.com/own' }],
  ['schema-reference-unresolved', { $ref: '#/$defs/missing' }],
  ['schema-reference-cycle', { anyOf: [{ $ref: '#' }] }],
  ['schema-reference-ambiguous', { $defs: { a: { $anchor: 'a' }, b: { $anchor: 'a' } } }],
  ['schema-pattern-invalid', { pattern: '(' }],
  ['schema-dialect-mixed', { $defs: { a: { $id: 'a', $schema: DIALECT_URIS['draft-07'] } } }],
])('createValidator() throws a SchemaError with %s for %j', (code, schema) => {
  expect(() => createValidator(schema, { name: 'fight' })).toThrow(SchemaError);
  try {
    createValidator(schema, { name: 'fight' });
  } catch (error) {
    expect(error).toMatchObject({ code: 'SCHEMA_INVALID', issues: [{ code }] });
    expect(String(error)).toContain('Cannot use schema "fight" because it must be a valid schema');
  }
});

test('a pattern that would take for ever elsewhere is checked like any other', () => {
  const validator = createValidator({
    type: 'object',
    properties: { a: { maxLength: 9, pattern: '^(a+)+$' } },
  });
  expect(validator.check({ a: `${'a'.repeat(60)}!` })).toMatchObject([
    { pointer: '/a', keyword: 'maxLength' },
    { pointer: '/a', keyword: 'pattern' },
  ]);
});
