import { expect, test } from 'vitest';
import { didYouMean } from './did-you-mean.ts';

const NAMES = ['winner', 'probability', 'explanation', 'id', 'kind'];

test.each([
  ['winer', 'winner'],
  ['wniner', 'winner'],
  ['Winner', 'winner'],
  ['propability', 'probability'],
  ['explenaton', 'explanation'],
  ['knid', 'kind'],
  ['ID', 'id'],
])('didYouMean() finds what %s means', (word, name) => {
  expect(didYouMean(word, NAMES)).toBe(name);
});

test.each(['', 'loser', 'x', 'xy', 'w', 'probably not this'])(
  'didYouMean() finds nothing near %j',
  (word) => {
    expect(didYouMean(word, NAMES)).toBeUndefined();
  },
);

test('didYouMean() prefers the nearest candidate', () => {
  expect(didYouMean('colour', ['color', 'colours', 'colour_'])).toBe('color');
  expect(didYouMean('fight', ['night', 'fight2', 'fight'])).toBe('fight');
});

test('didYouMean() ignores words that are too long to be misspelt names', () => {
  expect(didYouMean('x'.repeat(65), ['x'.repeat(64)])).toBeUndefined();
});
