import type { Problem } from '@formwork/schema';
import type { FormType } from '../form-schema/infer-types.ts';
import { formatNumber } from '../text/format-number.ts';
import { readNumber } from '../text/read-number.ts';
import { toVisibleText } from '../text/visible-text.ts';
import { toProblemFact, type ProblemFact } from './problem-fact.ts';

/**
 * The sentences about problems of values in one language, one for each kind. Numbers come as the
 * language writes them.
 */
export interface ProblemTexts {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly typeNames: Readonly<Record<FormType, string>>;
  /** The sentences about a missing value or a wrong number, for the person who enters it. */
  readonly enter: EntryTexts;
  /** The sentences about a missing value or a wrong number, in data that were not entered here. */
  readonly told: EntryTexts;
  types(label: string, names: string): string;
  values(label: string, values: string): string;
  readonly bound: Readonly<
    Record<
      Extract<ProblemFact, { kind: 'bound' }>['comparison'],
      (label: string, limit: string) => string
    >
  >;
  decimals(label: string, count: number): string;
  multiple(label: string, of: string): string;
  readonly length: SideTexts;
  readonly count: SideTexts;
  example(label: string, text: string): string;
  pattern(label: string, text: string): string;
  format(label: string): string;
  choice(label: string): string;
  unique(label: string): string;
  unknown(label: string): string;
  name(label: string): string;
  more(label: string, count: string): string;
  other(label: string): string;
  /** The end of a sentence that names the value which was probably intended. */
  meant(value: string): string;
}

interface EntryTexts {
  missing(label: string): string;
  number(label: string, example: string): string;
  whole(label: string, example: string): string;
  /** The sentence about a text that can be read as either of two numbers, such as `1.234`. */
  either(label: string, numbers: readonly [string, string]): string;
  /** The sentence about a time that the local clock skips when summer time begins. */
  skipped(label: string): string;
  /**
   * The sentence about a number that JavaScript cannot hold exactly, so that it would send another
   * one.
   */
  inexact(label: string): string;
}

type SideTexts = Readonly<Record<'least' | 'most', (label: string, count: number) => string>>;

/** Writes a problem as a sentence of one language, whatever the language of its message. */
export function toProblemText(
  problem: Problem,
  {
    label,
    texts,
    isEntered,
  }: {
    readonly label: string;
    readonly texts: ProblemTexts;
    /** True if the value was entered in this form, so that the person can change it. */
    readonly isEntered: boolean;
  },
): string {
  const name = isolate(label, texts);
  const sentence = toSentence(name, { fact: toProblemFact(problem), texts, isEntered });
  const meant = /^did you mean (.+)\?$/u.exec(problem.suggestion ?? '')?.[1];
  return meant === undefined ? sentence : `${sentence}${texts.meant(isolate(meant, texts))}`;
}

function toSentence(
  label: string,
  {
    fact,
    texts,
    isEntered,
  }: { readonly fact: ProblemFact; readonly texts: ProblemTexts; readonly isEntered: boolean },
): string {
  const { language } = texts;
  const entry = isEntered ? texts.enter : texts.told;
  switch (fact.kind) {
    case 'missing':
      return entry.missing(label);
    case 'skipped':
      return entry.skipped(label);
    case 'zoneless':
      return texts.told.skipped(label);
    case 'number':
      return toNumberSentence(label, { fact, entry, language });
    case 'types': {
      const names = fact.types.map((type) => texts.typeNames[type]);
      return texts.types(
        label,
        new Intl.ListFormat(language, { type: 'disjunction' }).format(names),
      );
    }
    case 'values':
      return texts.values(label, isolate(fact.values, texts));
    case 'bound':
      return texts.bound[fact.comparison](label, formatNumber(fact.limit, language));
    case 'decimals':
      return texts.decimals(label, fact.count);
    case 'multiple':
      return texts.multiple(label, formatNumber(fact.of, language));
    case 'length':
      return texts.length[fact.side](label, fact.count);
    case 'count':
      return texts.count[fact.side](label, fact.count);
    case 'example':
      return texts.example(label, isolate(fact.text, texts));
    case 'pattern':
      return texts.pattern(label, isolate(fact.text, texts));
    case 'more':
      return texts.more(label, formatNumber(fact.count, language));
    case 'format':
    case 'choice':
    case 'unique':
    case 'unknown':
    case 'name':
    case 'other':
      return texts[fact.kind](label);
  }
}

function toNumberSentence(
  label: string,
  {
    fact,
    entry,
    language,
  }: {
    readonly fact: Extract<ProblemFact, { kind: 'number' }>;
    readonly entry: EntryTexts;
    readonly language: string;
  },
): string {
  const { isWhole, typed = '' } = fact;
  const reading = readNumber(typed, { language, isWhole });
  if (reading.kind === 'ambiguous') return entry.either(label, reading.readings);
  if (reading.kind === 'inexact') return entry.inexact(label);
  return isWhole
    ? entry.whole(label, formatNumber(12, language))
    : entry.number(label, formatNumber(12.5, language, { decimals: 2 }));
}

/**
 * Isolates a text of an agent by Unicode characters, so that its direction of writing does not
 * change the sentence around it.
 */
function isolate(text: string, { direction }: ProblemTexts): string {
  const shown = toVisibleText(text);
  const isOther =
    direction === 'rtl' ? /\p{Script=Latin}/u : /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
  return isOther.test(shown) ? `\u2068${shown}\u2069` : shown;
}
