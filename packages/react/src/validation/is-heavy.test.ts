import { expect, test } from 'vitest';
import { isHeavy } from './is-heavy.ts';

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
