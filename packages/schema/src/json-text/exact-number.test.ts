import { expect, test } from 'vitest';
import { isExactNumber } from './exact-number.ts';
import { findInexactNumber } from './inexact-number.ts';
import { parseJsonText } from './parse-json-text.ts';

test.each([
  ['0', true],
  ['-0.000', true],
  ['0e5', true],
  ['0.1', true],
  ['3.14159265358979323846', true],
  ['9007199254740991', true],
  ['9007199254740992', false],
  ['-1e18', true],
  ['123456789012345000', true],
  ['1234567890123456000', false],
  ['1152921504606847000', false],
  ['999999999999999999', false],
  ['1.00000000000000000e16', true],
  ['18446744073709551616', false],
  ['18446744073709556000', true],
  ['9007199254740993', false],
  ['-9007199254740993', false],
  ['9007199254740993.5', false],
  ['9007199254740993.0e0', false],
  ['12345678901234567890', false],
  ['1e25', true],
  ['10000000000000000000000000', true],
  ['1.0E+25', true],
  ['1.5e300', true],
  ['1e400', false],
  ['-1e400', false],
  ['1e-400', false],
])('%s is held exactly: %j', (text, expected) => {
  expect(isExactNumber(text)).toBe(expected);
});

test('a number is found in a list of any length', () => {
  const parsed = parseJsonText(`[${'1,'.repeat(130_000)}9007199254740993,1e400]`);
  if (parsed.kind === 'broken') throw new Error(parsed.message);
  expect(findInexactNumber(parsed.tree, parsed.text)?.pointer).toBe('/130000');
});
