import { expect, test } from 'vitest';
import { diffWords, type WordChange } from './diff-words.ts';

/** Writes changes with signs around them: `-removed-`, `+added+`. */
function write(changes: readonly WordChange[]): string {
  const signs = { same: '', removed: '-', added: '+' };
  return changes.map(({ kind, text }) => signs[kind] + text + signs[kind]).join('');
}

test.each([
  [
    'the lion wins by its weight',
    'the tiger wins by weight',
    'the -lion -+tiger +wins by -its -weight',
  ],
  ['same', 'same', 'same'],
  ['', 'new words', '+new words+'],
  ['gone', '', '-gone-'],
  ['one, two. three', 'one, 2. three', 'one, -two-+2+. three'],
  ['القط ينام', 'القط يأكل', 'القط -ينام-+يأكل+'],
])('%j and %j', (before, after, expected) => {
  expect(write(diffWords(before, after))).toBe(expected);
});

test('both texts can be put together again, however long they are', () => {
  const texts = [40, 4000].map((count) =>
    [3, 5].map((step) => Array.from({ length: count }, (_, n) => `w${n % step}${n % 7}`).join(' ')),
  );
  for (const [before = '', after = ''] of texts) {
    const changes = diffWords(before, after);
    const read = (kind: WordChange['kind']): string =>
      changes
        .filter((change) => change.kind === 'same' || change.kind === kind)
        .map(({ text }) => text)
        .join('');
    expect(read('removed')).toBe(before);
    expect(read('added')).toBe(after);
  }
});
