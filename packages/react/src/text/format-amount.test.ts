import { expect, test } from 'vitest';
import { formatElapsed, formatTook } from './format-amount.ts';

test.each([
  [-5, 'en', '0 sec'],
  [999, 'en', '0 sec'],
  [65_000, 'en', '1 min 5 sec'],
  [60_000, 'de', '1 Min.'],
  [7_322_000, 'en', '2 hr 2 min'],
])('%i ms in %s', (milliseconds, language, text) => {
  expect(formatElapsed(milliseconds, language)).toBe(text);
});

test.each([
  [3, 'en', '0.1 seconds'],
  [430, 'de', '0,4 Sekunden'],
  [9_960, 'en', '9 sec'],
  [65_400, 'en', '1 min 5 sec'],
])('what took %i ms, in %s', (milliseconds, language, text) => {
  expect(formatTook(milliseconds, language)).toBe(text);
});
