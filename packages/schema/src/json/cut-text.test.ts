import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test.each([
  ['abcd', 4, 'abcd'],
  ['abcde', 4, 'abc…'],
  ['a😀b', 3, 'a…'],
  ['a😀bc', 4, 'a😀…'],
  ['😀😀', 2, '…'],
])('%s in %i is %s', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
  expect(cut.length).toBeLessThanOrEqual(most);
});
