import { expect, test } from 'vitest';
import { showUnsafe } from './visible-text.ts';

test.each([
  ['\u001b[2J', String.raw`\u001b[2J`],
  ['a\u202eb', String.raw`a\u202eb`],
  ['a\u2028b\u2029c', String.raw`a\u2028b\u2029c`],
  ['\u009b31m', String.raw`\u009b31m`],
  ['\u{e0041}', String.raw`\udb40\udc41`],
  ['\ud800', String.raw`\ud800`],
  ['zoë 🦁\tx\ny', 'zoë 🦁\tx\ny'],
])('showUnsafe() shows %j as %j', (text, expected) => {
  expect(showUnsafe(text)).toBe(expected);
});

test('showUnsafe() leaves the value of JSON as it is', () => {
  const value = { text: '\u202e\u2028\u0007\u{e0041}\ud800"' };
  expect(JSON.parse(showUnsafe(JSON.stringify(value)))).toEqual(value);
});
