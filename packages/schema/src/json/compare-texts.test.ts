import { expect, test } from 'vitest';
import { compareTexts } from './compare-texts.ts';

test('compareTexts() orders by code units, and equal texts are equal', () => {
  expect(['é', 'b', '', 'a', 'B', 'ab', '\u{1F600}', '\uFFFD'].toSorted(compareTexts)).toEqual([
    '',
    'B',
    'a',
    'ab',
    'b',
    'é',
    '\u{1F600}',
    '\uFFFD',
  ]);
  expect(compareTexts('a', 'a')).toBe(0);
});
