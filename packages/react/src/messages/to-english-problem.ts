import type { Problem } from '@formwork/schema';
import { readNumber } from '../text/read-number.ts';
import { toVisibleText } from '../text/visible-text.ts';
import { formatNumber } from '../result/format/format-number.ts';
import { toProblemFact } from './problem-fact.ts';

/** What types are called by people who fill in forms. */
const TYPE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\ba string\b|\bstring\b/gu, 'text'],
  [/\ban? integer\b|\binteger\b/gu, 'a whole number'],
  [/\ba boolean\b|\bboolean\b/gu, 'yes or no'],
  [/\ban? array\b|\barray\b/gu, 'a list'],
  [/\ban? object\b|\bobject\b/gu, 'a group'],
  [/\bnull\b/gu, 'nothing'],
];

/** What a problem is told with. */
interface EnglishProblemOptions {
  readonly label: string;
  /** True for what somebody entered who can enter something else. */
  readonly isEntered: boolean;
}

/**
 * A problem with a field in the words of a form: what was entered stands in the field, so only what
 * is wanted is said.
 */
export function toEnglishProblem(
  problem: Problem,
  { label: given, isEntered }: EnglishProblemOptions,
): string {
  const label = toVisibleText(given);
  const fact = toProblemFact(problem);
  if (fact.kind === 'missing') {
    return isEntered ? `${label} is required: enter a value` : `${label} is missing`;
  }
  if (fact.kind === 'number') {
    const kind = fact.isWhole ? 'a whole number' : 'a number';
    if (!isEntered) return `${label} must be ${kind}`;
    const reading = readNumber(fact.typed ?? '', { language: 'en', isWhole: fact.isWhole });
    if (reading.kind === 'ambiguous') {
      return `${label} can be read in two ways: enter ${reading.readings.join(' or ')}`;
    }
    if (reading.kind === 'inexact') return `${label}: a number like this cannot be sent exactly`;
    return `${label}: enter ${kind}, such as ${fact.isWhole ? '12' : '12.50'}`;
  }
  if (fact.kind === 'skipped' && isEntered) {
    return `${label}: there is no such time here on that day, as the clock is put forward`;
  }
  if (fact.kind === 'decimals') {
    const count = ['one decimal', 'two decimals', 'three decimals'][fact.count - 1];
    return `${label} must have at most ${count ?? `${fact.count} decimals`}`;
  }
  if (fact.kind === 'bound') {
    return `${label} must be ${fact.comparison} ${formatNumber(fact.limit, 'en')}`;
  }
  return toVisibleText(toTold(label, problem));
}

/** In the words of the message. */
function toTold(label: string, problem: Problem): string {
  const { keyword, received, suggestion } = problem;
  const told = received === undefined ? '' : ` but is ${received}`;
  const whole = problem.message;
  const message = whole.endsWith(told) ? whole.slice(0, whole.length - told.length) : whole;
  const words = message.replace(/^must be (?:a string|an array) of /u, 'must have ');
  const sentence = words.startsWith('must be ') ? toTypeWords(words, keyword) : words;
  // Other suggestions are for whoever writes JSON.
  const hint = suggestion?.startsWith('did you mean') === true ? `: ${suggestion}` : '';
  return `${label} ${sentence}${hint}`;
}

function toTypeWords(sentence: string, keyword: string): string {
  if (keyword !== 'type') return sentence.replace(/^must be a string that /u, 'must be text that ');
  return TYPE_WORDS.reduce((text, [word, plain]) => text.replace(word, plain), sentence);
}
