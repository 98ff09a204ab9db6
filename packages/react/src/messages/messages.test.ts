import type { Problem } from '@formwork/core';
import { expect, test } from 'vitest';
import { ARABIC } from './arabic.ts';
import { ENGLISH } from './english.ts';
import { GERMAN } from './german.ts';

const KEYWORDS =
  'required type enum const minLength maximum multipleOf format pattern minItems uniqueItems additionalProperties oneOf not timeout uncheckable'.split(
    ' ',
  );

test.each([ENGLISH, GERMAN, ARABIC])(
  'every problem is a sentence about its field: $language',
  (messages) => {
    const sentences = KEYWORDS.map((keyword) => {
      const problem: Problem = { pointer: '/a', keyword, expected: 'X', message: 'must be X' };
      return messages.problem('Label', problem);
    });
    for (const sentence of sentences) expect(sentence).toContain('Label');
    expect(new Set(sentences).size).toBeGreaterThan(1);
  },
);

test('other languages tell what was expected where the kind of problem does not', () => {
  const problem = { pointer: '/a', keyword: 'minLength', expected: 'X', message: 'must be X' };
  expect(GERMAN.problem('Name', problem)).toBe(
    'Name hat nicht die richtige Länge (erwartet wird: X)',
  );
  expect(GERMAN.problem('Name', { ...problem, keyword: 'required' })).toBe(
    'Name fehlt: bitte ausfüllen',
  );
});

test('no text is the English one by mistake', () => {
  const words = (messages: object): readonly string[] =>
    Object.values(messages).filter((value) => typeof value === 'string' && value.length > 6);
  const english = new Set(words(ENGLISH));
  expect([GERMAN, ARABIC].flatMap(words).filter((text) => english.has(text))).toEqual([]);
});
