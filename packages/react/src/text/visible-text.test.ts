import { expect, test } from 'vitest';
import { toVisibleText } from './visible-text.ts';

test('what turns the letters around it is shown in its place', () => {
  expect(toVisibleText('Pay \u202E001 EUR')).toBe('Pay [U+202E]001 EUR');
  expect(toVisibleText('\u202Aa\u202B\u202C\u202D')).toBe('[U+202A]a[U+202B][U+202C][U+202D]');
  expect(toVisibleText('\u2067a\u2066b\u2069')).toBe('[U+2067]a[U+2066]b[U+2069]');
  expect(toVisibleText('\u2068a\u202Eb\u2069')).toBe('[U+2068]a[U+202E]b[U+2069]');
});

test('text of any script stays as it is, isolated values and marks of direction included', () => {
  const text = 'مرحبا \u2068Ada\u2069\u200F! שלום, Ada 👩‍🚀';
  expect(toVisibleText(text)).toBe(text);
  expect(toVisibleText(toVisibleText('\u202E'))).toBe('[U+202E]');
});
