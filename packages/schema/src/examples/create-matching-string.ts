import { findPatternFault } from '../pattern/find-pattern-fault.ts';
import { createPatternMatcher } from '../pattern/pattern-matcher.ts';
import { toUnicodePattern } from '../pattern/unicode-pattern.ts';
import { FORMAT_EXAMPLES } from '../problems/format-examples.ts';
import { listWords } from './list-words.ts';

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

/** The most steps of the patterns until a text counts as not found. */
const MAX_STEPS = 1_000_000;

/** The texts that were made last, because an example is made in several attempts. */
const texts = new Map<string, string | undefined>();

const MAX_MADE = 200;

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
  const key = JSON.stringify([patterns, minLength, maxLength]);
  if (texts.has(key)) return texts.get(key);
  if (texts.size >= MAX_MADE) texts.clear();
  const text = find(patterns, { minLength, maxLength });
  texts.set(key, text);
  return text;
}

function find(
  sources: readonly string[],
  { minLength, maxLength }: Required<MatchingStringOptions>,
): string | undefined {
  try {
    const patterns = sources.map(toUnicodePattern);
    if (patterns.some((pattern) => findPatternFault(pattern) !== undefined)) return undefined;
    const budget = { steps: MAX_STEPS };
    const matchers = patterns.map(createPatternMatcher);
    const fits = (word: string): boolean => {
      const length = countCharacters(word);
      const isLong = length >= minLength && length <= maxLength;
      return isLong && matchers.every((matcher) => matcher.test(word, budget));
    };
    return (
      [...WORDS, ...FORMAT_EXAMPLES.values()].find(fits) ?? patterns.flatMap(listWords).find(fits)
    );
  } catch {
    return undefined;
  }
}

/** Counts the characters of a text as JSON Schema does: one outside the basic plane counts once. */
function countCharacters(word: string): number {
  return word.replaceAll(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, '_').length;
}
