import { expect, test } from 'vitest';
import { toSafeJson, toSafeLine, toSafeText } from './safe-text.ts';

test.each([
  ['\u001b[31mred', String.raw`\u001b[31mred`],
  ['a\rb', String.raw`a\u000db`],
  ['a\r\nb\tc', 'a\nb\tc'],
  ['\u009b1m', String.raw`\u009b1m`],
  ['\u202eabc', String.raw`\u202eabc`],
  ['\u{e0041}', String.raw`\udb40\udc41`],
  ['\ud800x', String.raw`\ud800x`],
  ['Grüße 日本 👍', 'Grüße 日本 👍'],
])('%j is shown as %j', (text, expected) => {
  expect(toSafeText(text)).toBe(expected);
});

test('a line stays one', () => {
  expect(toSafeLine(' a\n\tb\r\nc ')).toBe('a b c');
});

test('JSON says the same when it is safe', () => {
  const value = { 'a\u009b': 'b\u202e\u{e0041}\u007f\n' };
  const text = toSafeJson(value);
  expect(text).toBe(`{\n  "a\\u009b": "b\\u202e\\udb40\\udc41\\u007f\\n"\n}`);
  expect(JSON.parse(text)).toEqual(value);
});
