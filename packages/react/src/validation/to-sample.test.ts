import { expect, test } from 'vitest';
import { toSample } from './to-sample.ts';

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
