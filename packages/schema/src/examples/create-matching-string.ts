import { loadRegexLibrary } from '#late/regex';
import { createLimitedTest } from '../pattern/pattern-matcher.ts';
import { FORMAT_EXAMPLES } from '../problems/format-examples.ts';
import { findSyntaxError } from '../schema-check/patterns.ts';

/**
 * The words that are tried first for a pattern, because they read better than text made from the
 * pattern alone.
 */
const WORDS = [
  'example',
  'Example',
  'EXAMPLE',
  'ex',
  'EX',
  'x',
  'X',
  '1',
  '10',
  '1.0.0',
  '#1a2b3c',
];

/** The most different words that are made from a pattern. */
const MAX_TRIES = 200;

/** Options of {@link createMatchingString}: the least and the greatest length of the text. */
export interface MatchingStringOptions {
  /** The least number of characters of the text. Default 0. */
  readonly minLength?: number;
  /** The greatest number of characters of the text. Default: no limit. */
  readonly maxLength?: number;
}

/**
 * Makes a text that matches all the patterns (flag `u`), readable if possible; `undefined` if none
 * is found.
 */
export function createMatchingString(
  patterns: readonly string[],
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: MatchingStringOptions = {},
): string | undefined {
  try {
    if (patterns.some((pattern) => findSyntaxError(pattern) !== undefined)) return undefined;
    const tests = patterns.map(createLimitedTest);
    const fits = (word: string): boolean => {
      const length = countCharacters(word);
      const isLong = length >= minLength && length <= maxLength;
      return isLong && tests.every((matches) => matches(word));
    };
    return (
      [...WORDS, ...FORMAT_EXAMPLES.values()].find(fits) ?? patterns.flatMap(listWords).find(fits)
    );
  } catch {
    return undefined;
  }
}

/**
 * Lists short texts that match a pattern; texts that depend on assertions inside the pattern are
 * left out.
 */
function listWords(pattern: string): readonly string[] {
  const { JS, NFA, Transformers, transform, Words } = loadRegexLibrary();
  const { expression, maxCharacter } = JS.Parser.fromLiteral({
    source: pattern,
    flags: 'u',
  }).parse({ backreferences: 'disable' });
  const withoutEdges = transform(Transformers.patternEdgeAssertions({ remove: true }), expression);
  const automaton = NFA.fromRegex(withoutEdges, { maxCharacter }, { assertions: 'disable' });
  const words: string[] = [];
  for (const wordSet of automaton.wordSets()) {
    words.push(Words.fromUnicodeToString(Words.pickMostReadableWord(wordSet)));
    if (words.length === MAX_TRIES) break;
  }
  return words;
}

/** Counts the characters of a text as JSON Schema does: one outside the basic plane counts once. */
function countCharacters(word: string): number {
  return word.replaceAll(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, '_').length;
}
