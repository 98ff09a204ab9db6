import { weighPattern } from '../validation/weigh-pattern.ts';
import { toSyntaxError } from './list-patterns.ts';

/** Nothing repeats, may be left out, or stands in a group; no longer than what is weighed. */
const WITHOUT_REPETITION = /^[^*+?{(]{0,500}$/u;

/**
 * True if a short look tells that the time of the regular expression (flag `u`) does not explode with
 * the length of the text. Most patterns are that plain, and need no other judgement.
 */
export function isPlainPattern(pattern: string): boolean {
  const isBounded = WITHOUT_REPETITION.test(pattern) || Number.isFinite(weighPattern(pattern));
  return isBounded && toSyntaxError(pattern) === undefined;
}
