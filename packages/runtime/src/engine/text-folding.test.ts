import { expect, test } from 'vitest';
import { chooseRowWord, foldText } from './text-folding.ts';

/** Returns true if a database, which folds ASCII and replaces listed forms, takes a text for a hit. */
function isRowHit(text: string, word: string): boolean {
  const row = chooseRowWord([foldText(word)]);
  let folded = text.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
  for (const [letter, forms] of row.forms) {
    for (const form of forms) folded = folded.replaceAll(form, letter);
  }
  return folded.includes(row.word) && folded.includes(row.ascii);
}

test('no letter of Unicode hides a text from a search for it, in any form', () => {
  const missed = Array.from({ length: 0x30000 }, (_, code) => String.fromCodePoint(code))
    // The syllables of Hangul are all made by one rule.
    .filter((letter, code) => !/[\uac00-\ud7a3]/u.test(letter) || code % 97 === 0)
    .filter((letter) => !/[\s\p{Cs}]/u.test(letter))
    .filter((letter) => foldText(letter) !== letter || letter.normalize('NFD') !== letter)
    .filter((letter) => {
      const forms = [letter, letter.normalize('NFD'), letter.toUpperCase(), foldText(letter)];
      const texts = [...new Set(forms.map((form) => `x${form}y`))];
      const words = [...texts, `x${letter}`, `x${Array.from(foldText(letter))[0]}`];
      return texts.some((text) =>
        words.some((word) => foldText(text).includes(foldText(word)) && !isRowHit(text, word)),
      );
    });
  expect(missed).toEqual([]);
});

test.each([
  ['İstanbul', 'i\u0307stanbul', 'stanbul'],
  ['CAFÉ', 'caf', 'caf'],
  ['Müller', 'müller', 'ller'],
  ['Việt', 'vi', 'vi'],
  ['हिन्दी', 'हिन्', ''],
  ['한국어', '한국어', ''],
  ['taxi', 'tax', 'tax'],
  ['i', '', ''],
])('rows with %s are found by %j', (text, word, ascii) => {
  expect(chooseRowWord([foldText(text)])).toMatchObject({ word, ascii });
});

test('foldText() hands no long row of marks to ICU, which sorts them by insertion', () => {
  const marks = '\u0301\u0327'.repeat(10_000);
  expect(foldText(`CAFE\u0301 a${marks} E\u0301`)).toBe(`café a${marks} é`);
});
