import type { JsonSchema } from '@formwork/schema';
import { expect, test } from 'vitest';
import { draw } from '../testing/draw.ts';
import { createFormValidator, isHeavy } from './create-form-validator.ts';
import type { WorkerChecker, WorkerResult } from './worker-checker.ts';

test('the schema itself is what values are judged by, in the words of core', () => {
  const schema = {
    properties: { a: { prefixItems: [{ type: 'string' }] } },
    required: ['b'],
    dependentRequired: { a: ['c'] },
  };
  const validator = createFormValidator(schema, draw(schema));
  expect(validator.unchecked).toBeUndefined();
  expect(validator.check({ a: [3], b: 1, c: 2 })).toMatchObject([
    { pointer: '/a/0', keyword: 'type', message: 'must be string but is integer 3' },
  ]);
  expect(validator.check({ a: ['x'] }).map(({ pointer }) => pointer)).toEqual(['/b', '/c']);
});

test('two schemas with one $id have a validator each', () => {
  const $id = 'https://example.com/schema';
  const first = { $id, type: 'object', properties: { a: { type: 'string' } } };
  const second = { $id, type: 'object', properties: { a: { type: 'number' } } };
  const validators = [first, second].map((schema) => createFormValidator(schema, draw(schema)));
  expect(validators.map((validator) => validator.check({ a: 1 }).length)).toEqual([1, 0]);
});

test.each([
  ['$async', { $async: true }, 'schema-keyword-refused'],
  ['a reference out', { $ref: 'https://example.com/x' }, 'schema-reference-unresolved'],
  ['a pattern that is none', { pattern: '(' }, 'schema-pattern-invalid'],
])('what cannot be judged is said: %s', (_name, schema, code) => {
  const validator = createFormValidator(schema, draw(schema));
  expect(validator.unchecked).toMatchObject({ code });
  expect(validator.check('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')).toEqual([]);
});

test('whether values are missing is known only if what does so can check the value', async () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['b'] };
  const validator = createFormValidator(schema, draw(schema));
  const long = { a: 'x'.repeat(30_000) };
  expect([{}, undefined, long].map((value) => validator.knowsMissing(value))).toEqual([
    true,
    true,
    false,
  ]);
  const verdict = { kind: 'checked', problems: [] } as const;
  const judged = createFormValidator(schema, draw(schema), createChecker(verdict));
  await judged.judge(long);
  expect(judged.knowsMissing(long)).toBe(true);
  const refused = { ...schema, $async: true };
  expect(createFormValidator(refused, draw(refused)).knowsMissing({})).toBe(false);
});

test('parts know the definitions of their form', () => {
  const schema = {
    oneOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }],
    $defs: {
      a: { type: 'object', properties: { k: { const: 'a' } }, required: ['k'] },
      b: { type: 'object', properties: { k: { const: 'b' }, t: { items: [{ type: 'number' }] } } },
    },
  };
  const form = draw({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });
  const validator = createFormValidator(schema, form);
  const options = form['oneOf'] as readonly unknown[];
  expect(options.map((option) => validator.isPartValid(option, { k: 'a' }))).toEqual([true, false]);
  expect(options.map((option) => validator.isPartValid(option, { k: 'b', t: [1] }))).toEqual([
    false,
    true,
  ]);
  expect(validator.isPartValid(options[1], { k: 'b', t: ['x'] })).toBe(false);
  expect(validator.isPartValid(options[1], undefined)).toBe(false);
});

/** Makes a checker that gives the same verdict for every request. */
function createChecker(verdict: WorkerResult): WorkerChecker & { readonly requests: unknown[] } {
  const requests: unknown[] = [];
  return {
    requests,
    prepare: () => undefined,
    check(request) {
      requests.push(request);
      return Promise.resolve(verdict);
    },
  };
}

const PATTERNS = {
  type: 'object',
  required: ['b'],
  properties: { a: { pattern: '^(a+)+$' }, l: { type: 'array', items: { pattern: 'x' } } },
};

test('patterns are not run here: without a worker it is said where they are', async () => {
  const validator = createFormValidator(PATTERNS, draw(PATTERNS));
  const value = { a: `${'a'.repeat(50)}!`, l: ['y'] };
  expect(validator.hasPatterns).toBe(true);
  expect(await validator.judge(value)).toEqual(['/a', '/l/0']);
  expect(validator.check(value).map(({ pointer }) => pointer)).toEqual(['/b']);
});

test('what the worker says of a value counts for this value', async () => {
  const problem = { pointer: '/a', keyword: 'pattern', expected: 'x', message: 'm' };
  const checker = createChecker({ kind: 'checked', problems: [problem] });
  const validator = createFormValidator(PATTERNS, draw(PATTERNS), checker);
  expect(await validator.judge({ a: 'b', b: 1 })).toBeUndefined();
  expect(checker.requests).toEqual([
    { schema: JSON.stringify(PATTERNS), value: JSON.stringify({ a: 'b', b: 1 }) },
  ]);
  expect(validator.check({ a: 'b', b: 1 })).toEqual([problem]);
  expect(validator.check({ a: 'c', b: 1 })).toEqual([]);
});

test('the worker is not asked about schemas without patterns', async () => {
  const checker = createChecker({ kind: 'unchecked' });
  const schema = { properties: { pattern: { type: 'string' } } };
  const validator = createFormValidator(schema, draw(schema), checker);
  expect(await validator.judge({ pattern: 1 })).toBeUndefined();
  expect(checker.requests).toEqual([]);
  expect(validator.check({ pattern: 1 })).toHaveLength(1);
});

test('alternatives are chosen without patterns', () => {
  const option = (kind: string): JsonSchema => ({
    type: 'object',
    properties: { kind: { const: kind }, a: { pattern: '^(a+)+$' } },
    required: ['kind'],
  });
  const schema = { oneOf: [option('x'), option('y')] };
  const form = draw(schema);
  const validator = createFormValidator(schema, form);
  const options = form['oneOf'] as readonly unknown[];
  const value = { kind: 'y', a: `${'a'.repeat(50)}!` };
  expect(options.map((part) => validator.isPartValid(part, value))).toEqual([false, true]);
});

const DIFFERENT = { type: 'array', uniqueItems: true, items: { type: 'integer' } };

test('values that take long to judge are judged in the worker alone', async () => {
  const problem = { pointer: '/0', keyword: 'x', expected: 'x', message: 'm' };
  const checker = createChecker({ kind: 'checked', problems: [problem] });
  const validator = createFormValidator(DIFFERENT, draw(DIFFERENT), checker);
  const large = Array.from({ length: 30_000 }, () => 'x');
  expect([['x'], large].map((value) => validator.needsWorker(value))).toEqual([false, true]);
  expect(validator.check(large)).toEqual([]);
  expect(await validator.judge(['x'])).toBeUndefined();
  expect(checker.requests).toEqual([]);
  expect(await validator.judge(large)).toBeUndefined();
  expect(validator.check(large)).toEqual([problem]);
});

test('a value that could not be judged is not taken for wrong', async () => {
  const checker = createChecker({ kind: 'unchecked' });
  const validator = createFormValidator(DIFFERENT, draw(DIFFERENT), checker);
  const large = Array.from({ length: 30_000 }, () => 'x');
  expect(await validator.judge(large)).toEqual([]);
  expect(validator.check(large)).toEqual([]);
});

const LIGHT = 100;

function toNumbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_item, at) => at);
}

test.each([
  ['many values', { a: toNumbers(24_000) }, { a: toNumbers(26_000) }],
  ['a long text', { a: 'x'.repeat(20_000) }, { a: 'x'.repeat(20_001) }],
  ['a long name', { ['x'.repeat(20_000)]: 1 }, { ['x'.repeat(20_001)]: 1 }],
])('%s are heavy', (_name, light, heavy) => {
  expect([light, heavy].map((value) => isHeavy(value, LIGHT))).toEqual([false, true]);
});

test('what a large schema judges is heavy sooner', () => {
  const value = { a: toNumbers(1500) };
  expect(isHeavy(value, LIGHT)).toBe(false);
  expect(isHeavy(value, 50_000)).toBe(true);
});

test('fields that are left empty make no value too large for the page', () => {
  const text = 'Described at length. '.repeat(100_000);
  const schema = { type: 'object', description: text, properties: { a: { maxLength: 3 } } };
  const validator = createFormValidator(schema, draw(schema));
  const empty = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`b${n}`, undefined]));
  expect(validator.unchecked).toBeUndefined();
  expect(validator.needsWorker({ ...empty, a: 'long' })).toBe(false);
  expect(validator.check({ ...empty, a: 'long' }).map(({ pointer }) => pointer)).toEqual(['/a']);
});
