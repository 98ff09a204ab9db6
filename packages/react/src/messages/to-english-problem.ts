import type { Problem } from '@formwork/core';

/** What types are called by people who fill in forms. */
const TYPE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\ba string\b|\bstring\b/gu, 'text'],
  [/\ban? integer\b|\binteger\b/gu, 'a whole number'],
  [/\ba boolean\b|\bboolean\b/gu, 'yes or no'],
  [/\ban? array\b|\barray\b/gu, 'a list'],
  [/\ban? object\b|\bobject\b/gu, 'a group'],
  [/\bnull\b/gu, 'nothing'],
];

/** Keywords that a field which was left empty offends against. */
const NEEDS_TEXT = new Set(['minLength', 'pattern', 'format', 'enum', 'const']);

/**
 * A problem with a field in the words of a form: what was entered stands in the field, so only what
 * is wanted is said.
 */
export function toEnglishProblem(label: string, problem: Problem): string {
  const { keyword, received, suggestion } = problem;
  const isEmpty = received === 'string ""' && NEEDS_TEXT.has(keyword);
  if (keyword === 'required' || isEmpty) return `${label} is required: enter a value`;
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
