import { expect, test } from 'vitest';
import { didYouMean, listNames } from './did-you-mean.ts';

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

const names = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel'];

test.each([
  [names, 'hotels', 'hotel, alpha, bravo, charlie, delta, echo and 2 more'],
  [names, 'x', 'alpha, bravo, charlie, delta, echo, foxtrot and 2 more'],
  [names.slice(0, 7), 'x', 'alpha, bravo, charlie, delta, echo, foxtrot, golf'],
  [['alpha', 'bravo'], 'brave', 'bravo, alpha'],
  [[], 'x', ''],
])('of %j for %s: %s', (known, unknown, text) => {
  expect(listNames(known, unknown)).toBe(text);
});

test('didYouMean() finds no other word of which half of the letters are the same', () => {
  expect(didYouMean('cash', ['card', 'invoice'])).toBe('card');
  expect(didYouMean('cash', ['card', 'invoice'], 1)).toBeUndefined();
  expect(didYouMean('crad', ['card', 'invoice'], 1)).toBe('card');
});
