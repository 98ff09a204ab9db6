import { expect, test } from 'vitest';
import { createCustomEqual } from './plain-equals.ts';

const isEqual = createCustomEqual();

function createCircle(name: string): object {
  const circle: Record<string, unknown> = { name };
  circle['self'] = [circle];
  return circle;
}

test.each<[string, unknown, unknown]>([
  ['numbers that are none', Number.NaN, Number.NaN],
  ['data', { a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] }],
  ['functions', { a: () => 1 }, { a: () => 2 }],
  ['dates', new Date(5), new Date(5)],
  ['circles', createCircle('a'), createCircle('a')],
])('%s are equal', (_name, a, b) => {
  expect(isEqual(a, b)).toBe(true);
});

test.each<[string, unknown, unknown]>([
  ['texts and numbers', '1', 1],
  ['nothing and an object', null, {}],
  ['lists and objects', [], {}],
  ['lists of other lengths', [1], [1, 2]],
  ['more names', { a: 1 }, { a: 1, b: 2 }],
  ['other names', { a: undefined }, { b: undefined }],
  ['names of JavaScript', { constructor: 1 }, {}],
  ['inner values', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
  ['dates', new Date(5), new Date(6)],
  ['maps', new Map(), new Map()],
  ['circles', createCircle('a'), createCircle('b')],
])('%s are not equal', (_name, a, b) => {
  expect(isEqual(a, b)).toBe(false);
  expect(isEqual(b, a)).toBe(false);
});
