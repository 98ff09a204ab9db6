import { expect, test } from 'vitest';
import { createDefinitionPicker, toSample } from './create-part-validator.ts';

test('small values are what they are, as JSON', () => {
  const value = { a: [1, undefined, { b: null }], c: undefined, d: 'x' };
  expect(toSample(value)).toEqual({ a: [1, null, { b: null }], d: 'x' });
});

test('the first of many members are left', () => {
  const many = Array.from({ length: 1000 }, (_item, at) => at);
  const named = Object.fromEntries(many.map((at) => [`p${at}`, at]));
  expect(toSample(many)).toEqual(many.slice(0, 100));
  expect(Object.keys(Object(toSample(named)))).toHaveLength(100);
});

const ref = (name: string): { readonly $ref: string } => ({ $ref: `#/$defs/${name}` });

test('a part gets what it leads to, also through others and in circles, and nothing else', () => {
  const pick = createDefinitionPicker({
    a: { properties: { b: ref('b') } },
    b: { properties: { a: { 'x-formwork-ref': '#/$defs/a' }, c: ref('c'), none: ref('none') } },
    c: { type: 'string' },
    d: ref('c'),
  });
  const a = { properties: { b: ref('b') } };
  const b = { properties: { a: ref('a'), c: ref('c'), none: ref('none') } };
  const c = { type: 'string' };
  expect(pick({ type: 'null' })).toEqual({});
  expect(pick({ anyOf: [ref('c')] })).toEqual({ c });
  expect(pick({ items: ref('d') })).toEqual({ c, d: ref('c') });
  expect(pick(ref('b'))).toEqual({ a, b, c });
});

test('names are no keywords', () => {
  const a = { type: 'string' };
  const pick = createDefinitionPicker({ a });
  expect(pick({ dependentSchemas: { examples: ref('a') } })).toEqual({ a });
  expect(pick({ patternProperties: { enum: ref('a') } })).toEqual({ a });
});

test('what only looks like a reference leads nowhere', () => {
  const pick = createDefinitionPicker({ a: {} });
  expect(pick({ enum: [ref('a')], properties: { $ref: { type: 'string' } } })).toEqual({});
});
