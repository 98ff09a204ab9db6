import { findManyWays, judgeExpression } from './judge-expression.ts';
import {
  createCountedMatcher,
  createPatternMatcher,
  isMatchedByHost,
  type PatternMatcher,
} from './pattern-matcher.ts';

/** A regular expression as a library runs it. Its source MUST be valid with the flag `u`. */
type Expression = Pick<RegExp, 'source' | 'flags'>;

/**
 * The most steps of the search for a text that takes long, some hundredths of a second. If they do
 * not suffice, the pattern counts as slow.
 */
export const MAX_JUDGE_STEPS = 50_000;

/** The most ways at one character of a text with which a pattern is fast. */
const MAX_FAST_WAYS = 200;

/** The most verdicts that are remembered. */
const MAX_VERDICTS = 1000;

const verdicts = new Map<string, boolean>();

/** True if the time of the engine of the host for a regular expression surely grows as the text does. */
export function isFastOnHost({ source, flags }: Expression): boolean {
  const key = `/${source}/${flags}`;
  const verdict = verdicts.get(key);
  if (verdict !== undefined) return verdict;
  const isFast =
    (toMatchingFlags(flags) === '' && isMatchedByHost(source)) ||
    (judgeExpression({ source, flags }, { maxSteps: MAX_JUDGE_STEPS }).kind === 'linear' &&
      findManyWays({ source, flags }, MAX_FAST_WAYS) === undefined);
  if (verdicts.size >= MAX_VERDICTS) verdicts.clear();
  verdicts.set(key, isFast);
  return isFast;
}

/**
 * Makes the matcher of a pattern that takes the steps of the engine of the host, which runs it with
 * the same text afterwards: those of each way that it tries, so that few characters may take more
 * steps than there are. Several expressions have the same source and other flags.
 */
export function createHostMatcher(expressions: readonly Expression[]): PatternMatcher {
  const matchers = expressions.map((expression) => {
    const { source } = expression;
    const flags = toMatchingFlags(expression.flags);
    const isOfHost = !isFastOnHost(expression);
    return flags === '' && !isOfHost
      ? createPatternMatcher(source)
      : createCountedMatcher(source, { flags, isOfHost });
  });
  return {
    pattern: expressions[0]?.source ?? '',
    // Each is asked, because nothing tells which of them stands at a place.
    test: (text, budget) => matchers.map((matcher) => matcher.test(text, budget)).includes(true),
  };
}

/** Picks the flags that decide which characters fit and where. */
function toMatchingFlags(flags: string): string {
  return flags.replaceAll(/[^ims]/gu, '');
}
