import { expect, test } from 'vitest';
import { isPlainPattern } from './is-plain-pattern.ts';

test.each([
  '',
  '^a',
  'b|c',
  '^[A-Z]{3}$',
  String.raw`^\d{4}-\d{2}$`,
  '^[a-z-]*[a-z]$',
  '^-?[0-9]+$',
])('isPlainPattern() takes %s for plain', (pattern) => {
  expect(isPlainPattern(pattern)).toBe(true);
});

test.each([
  '^(a+)+$',
  '^(a|a)(a|a)(a|a)b$',
  String.raw`^.*\s+$`,
  '^a*a*b$',
  'a'.repeat(501),
  // None at all.
  '[z-a]',
  '^a{2,1}$',
  ')',
])('isPlainPattern() leaves %s to those who look closely', (pattern) => {
  expect(isPlainPattern(pattern)).toBe(false);
});
