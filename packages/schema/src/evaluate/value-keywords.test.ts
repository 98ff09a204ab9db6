import { expect, test } from 'vitest';
import { createMultipleCheck } from './value-keywords.ts';

test.each<readonly [number, number, boolean]>([
  [4_512_703.35, 0.01, true],
  [1_000_000.07, 0.01, true],
  [0.07, 0.01, true],
  [0.071, 0.01, false],
  [19.99, 0.05, false],
  [12_391_239_123, 1e-8, true],
  [1e308, 0.5, true],
  [1e22, 3, false],
  [9_007_199_254_740_991, 3, false],
  [5e-324, 1e-300, false],
  [0.0075, 0.0001, true],
  [0.00751, 0.0001, false],
  [-0, 0.1, true],
  [-4.5, 1.5, true],
  [12, 2.5, false],
  [300, 100, true],
  [1e300, 1e-300, true],
])('whether %d is a multiple of %d', (value, divisor, expected) => {
  expect(createMultipleCheck(divisor)(value)).toBe(expected);
});

test('every amount is a multiple of a cent, and nothing between two amounts is', () => {
  const isAmount = createMultipleCheck(0.01);
  for (let cents = -1_000_000_000_000; cents < 1_000_000_000_000; cents += 1_999_999_973) {
    expect(isAmount(Number(`${cents}e-2`))).toBe(true);
    expect(isAmount(Number(`${cents}5e-3`))).toBe(false);
  }
});
