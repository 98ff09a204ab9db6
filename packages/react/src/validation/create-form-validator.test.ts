import { expect, test } from 'vitest';
import { draw } from '../testing/draw.ts';
import { createFormValidator } from './create-form-validator.ts';

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
  [
    '$dynamicRef',
    { $dynamicRef: '#a', $defs: { b: { $dynamicAnchor: 'a' } } },
    'schema-keyword-refused',
  ],
  ['a reference out', { $ref: 'https://example.com/x' }, 'schema-reference-unresolved'],
  ['a pattern that explodes', { pattern: '^(a+)+$' }, 'schema-pattern-unsafe'],
])('what cannot be judged is said: %s', (_name, schema, code) => {
  const validator = createFormValidator(schema, draw(schema));
  expect(validator.unchecked).toMatchObject({ code });
  expect(validator.check('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')).toEqual([]);
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
