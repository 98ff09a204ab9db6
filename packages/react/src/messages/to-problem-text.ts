import type { Problem } from '@formwork/core';

/** Sentences by kind of problem, for languages that core does not speak. */
export interface ProblemTexts {
  required(label: string): string;
  type(label: string): string;
  choice(label: string): string;
  length(label: string): string;
  bound(label: string): string;
  format(label: string): string;
  items(label: string): string;
  unknown(label: string): string;
  other(label: string): string;
  /** What the schema wants, in its own terms: numbers and names are the same in all languages. */
  expected(text: string): string;
}

type Kind = Exclude<keyof ProblemTexts, 'expected'>;

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['required', 'required'],
  ['dependentRequired', 'required'],
  ['type', 'type'],
  ['enum', 'choice'],
  ['const', 'choice'],
  ['anyOf', 'choice'],
  ['oneOf', 'choice'],
  ['minLength', 'length'],
  ['maxLength', 'length'],
  ['minimum', 'bound'],
  ['maximum', 'bound'],
  ['exclusiveMinimum', 'bound'],
  ['exclusiveMaximum', 'bound'],
  ['multipleOf', 'bound'],
  ['format', 'format'],
  ['pattern', 'format'],
  ['minItems', 'items'],
  ['maxItems', 'items'],
  ['uniqueItems', 'items'],
  ['contains', 'items'],
  ['additionalProperties', 'unknown'],
  ['unevaluatedProperties', 'unknown'],
]);

/** The problem as a sentence of a language, with what was expected where that says more. */
export function toProblemText(label: string, problem: Problem, texts: ProblemTexts): string {
  const kind = KINDS.get(problem.keyword) ?? 'other';
  const sentence = texts[kind](label);
  const isPlain = kind === 'required' || kind === 'unknown' || problem.expected === '';
  return isPlain ? sentence : `${sentence} (${texts.expected(problem.expected)})`;
}
