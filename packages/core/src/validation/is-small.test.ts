import { expect, test } from 'vitest';
import { isSmall } from './is-small.ts';

test.each([
  ['a number', 1, 1],
  ['null', null, 1],
  ['a short text', 'x'.repeat(99), 1],
  ['a long text', 'x'.repeat(1_000), 11],
  ['an array', [1, [2, 3]], 5],
  ['an object', { a: 1, b: { c: 2 } }, 4],
  ['a long name', { ['x'.repeat(250)]: 1 }, 4],
])('isSmall() counts the parts of %s', (_, value, parts) => {
  expect(isSmall(value, parts)).toBe(true);
  expect(isSmall(value, parts - 1)).toBe(false);
});

test('isSmall() is false for values with a text or a name that is very long', () => {
  expect(isSmall({ a: 'x'.repeat(2_000) }, 1_000)).toBe(true);
  expect(isSmall({ a: 'x'.repeat(2_001) }, 1_000)).toBe(false);
  expect(isSmall({ ['x'.repeat(2_001)]: 1 }, 1_000)).toBe(false);
});

test('isSmall() is false for values that hold themselves', () => {
  const value: unknown[] = [];
  value.push(value, { value });
  expect(isSmall(value, 1_000)).toBe(false);
});

test('isSmall() takes nothing for small when nothing may be', () => {
  expect(isSmall(0, 0)).toBe(false);
  expect(isSmall({}, 0)).toBe(false);
});
