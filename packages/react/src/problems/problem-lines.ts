import type { JsonSchema, Problem } from '@formwork/schema';
import { dereference } from '@formwork/schema/internal';
import { appendPointer, isRecord, parsePointer } from '@formwork/schema/json';
import { toControlKind, type ControlKind } from '../form-schema/control-kind.ts';
import { unescapeName } from '../form-schema/escape-names.ts';
import type { InputVerb, ProblemMessages } from '../messages/lazy-messages/problem-messages.ts';
import { toProblemFact } from '../messages/problem-fact.ts';
import { cutVisibleText } from '../text/visible-text.ts';
import { findRenderedFields } from '../theme/find-rendered-fields.ts';
import type { PendingInput } from '../theme/form-settings.ts';
import { findAuthorWords } from './author-words.ts';
import {
  type ChoosingForm,
  findChosenAlternative,
  toChosenProblems,
} from './chosen-alternative.ts';
import { findLabels, type LabelledValue } from './value-labels.ts';
import { listSchemas } from './value-schemas.ts';

/** A problem of a form, in words. */
export interface ProblemLine {
  /** JSON pointer (RFC 6901) to the value. */
  readonly pointer: string;
  /** The sentence at the field. */
  readonly text: string;
  /** The sentence in a list of all problems, which says where the field is. */
  readonly line: string;
  readonly label: string;
  /** The names of the groups and rows around the field; `''` for one that stands in none. */
  readonly where: string;
  /** The element of the field; if it is not drawn, the nearest one around it. */
  readonly element: HTMLElement | undefined;
  /** False if the field itself is not drawn, as in a folded row. */
  readonly isDrawn: boolean;
  /** True if the field is empty, so that nothing is wrong before the form is sent. */
  readonly isMissing: boolean;
}

/** The form whose problems are put into words. */
export interface WordedForm extends ChoosingForm {
  /** The schema as its author wrote it. */
  readonly source: JsonSchema | boolean;
  /** The texts that are loaded late; `undefined` if they could not be loaded. */
  readonly texts: ProblemMessages | undefined;
}

/** Puts problems of the data into words, in the order of the fields on the page. */
export function writeProblems(
  form: WordedForm,
  problems: readonly Problem[],
  data: unknown,
): readonly ProblemLine[] {
  const chosen = problems.flatMap((problem) => toChosenProblems(form, problem, data));
  // Several problems of one value may have become the same.
  const different = new Map(
    chosen.map((problem) => [`${problem.keyword} ${problem.pointer} ${problem.message}`, problem]),
  );
  const lines = [...different.values()]
    .flatMap((problem) => toMembers(problem, { form, data, depth: 0 }))
    .map((problem) => {
      const location = findLabels(form, parsePointer(problem.pointer), data);
      const isMissing = toProblemFact(problem).kind === 'missing';
      const words = findAuthorText(form, problem, data);
      // Words of the author are a sentence of their own, so the name of the field stands before them.
      const text = words ?? toSentence(form, problem, { ...location, data });
      const around = words === undefined ? location.around : [...location.around, location.label];
      return {
        pointer: problem.pointer,
        text,
        line: locate(form, around, text),
        label: location.label,
        where: around.join(': '),
        element: location.element,
        isDrawn: location.isDrawn,
        isMissing,
      };
    });
  // A value that two rules ask for is missing once.
  const unlike = new Map(lines.map((line) => [`${line.pointer} ${line.line}`, line]));
  return [...unlike.values()].toSorted(byPosition);
}

/** The deepest groups whose missing members are listed in place of the group. */
const MAX_DEPTH = 4;

/**
 * Replaces the problem that a group is missing by those of its members, if its fields are drawn, so
 * that there is nothing to add.
 */
function toMembers(
  problem: Problem,
  group: {
    readonly form: WordedForm;
    readonly data: unknown;
    readonly depth: number;
  },
): readonly Problem[] {
  const { form, data, depth } = group;
  if (problem.keyword !== 'required' || depth >= MAX_DEPTH) return [problem];
  const path = parsePointer(problem.pointer);
  const { schemas } = findLabels(form, path, data);
  const names = new Set(
    schemas.flatMap(({ required, type }) =>
      type === 'object' && Array.isArray(required) ? required.map(String) : [],
    ),
  );
  const members = [...names].map(unescapeName).filter((name) => {
    const inner = [...path, name];
    return findRenderedFields(form.settings, inner).depth === inner.length;
  });
  if (members.length === 0) return [problem];
  return members.flatMap((name) => {
    const pointer = appendPointer(problem.pointer, name);
    return toMembers({ ...problem, pointer }, { ...group, depth: depth + 1 });
  });
}

/** Puts what fields hold unfinished into words, such as a text that is no JSON. */
export function writeUnfinished(
  form: WordedForm,
  unfinished: ReadonlyMap<string, Pick<PendingInput, 'problem'>>,
  data: unknown,
): readonly ProblemLine[] {
  return [...unfinished].map(([pointer, { problem }]) => {
    const { label, around, element, isDrawn } = findLabels(form, parsePointer(pointer), data);
    const text = `${label} ${problem}`;
    const line = locate(form, around, text);
    const where = around.join(': ');
    return { pointer, text, line, label, where, element, isDrawn, isMissing: false };
  });
}

/** Compares two problems by the order of their fields on the page. */
export function byPosition({ element: a }: ProblemLine, { element: b }: ProblemLine): number {
  if (a === undefined || b === undefined || a === b) return 0;
  return (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 ? -1 : 1;
}

function locate({ texts }: WordedForm, around: readonly string[], text: string): string {
  if (around.length === 0) return text;
  const where = around.join(': ');
  return texts === undefined ? `${where}: ${text}` : texts.at(where, text);
}

/** Finds the words that the author of the schema has for a problem. */
function findAuthorText(
  { source, settings }: WordedForm,
  problem: Problem,
  data: unknown,
): string | undefined {
  const steps = listSchemas(toSource(source), parsePointer(problem.pointer), data);
  return findAuthorWords(
    problem,
    {
      value: steps.at(-1) ?? [],
      group: steps.at(-2) ?? [],
      name: parsePointer(problem.pointer).at(-1) ?? '',
    },
    settings.messages.language,
  );
}

function toSource(source: JsonSchema | boolean): Parameters<typeof listSchemas>[0] {
  return {
    root: source,
    follow(part) {
      const target = isRecord(source) ? dereference(part, source) : undefined;
      return target === undefined || target === part ? part : { ...target, ...part };
    },
    toName: (name) => name,
  };
}

function toSentence(
  form: WordedForm,
  problem: Problem,
  {
    label,
    schemas: all,
    data,
  }: Pick<LabelledValue, 'label' | 'schemas'> & {
    readonly data: unknown;
  },
): string {
  const { messages } = form.settings;
  const { texts } = form;
  const fallback = messages.problem(label, problem);
  if (texts === undefined) return fallback;
  const fact = toProblemFact(problem);
  const { keyword, suggestion, expected } = problem;
  const isConsent = all.some((schema) => isOnlyYes(schema));
  if (isConsent || (keyword === 'const' && expected === 'true')) return texts.agree(label);
  if (fact.kind === 'missing') {
    const chosen = findChosenAlternative(form, parsePointer(problem.pointer), data);
    return texts.missing(label, toAsking(chosen === undefined ? all : [chosen]));
  }
  if (keyword === 'pattern') {
    const example = /^such as (.+)$/su.exec(suggestion ?? '')?.[1];
    return example === undefined ? fallback : texts.pattern(label, example);
  }
  if (keyword === 'not' || keyword === 'contains') {
    const values = listValues(form, { problem, keyword, data });
    if (values.length > 0)
      return keyword === 'not' ? texts.except(label, values) : texts.lacks(label, values);
  }
  if (keyword === 'not') return texts.apart(listNames(form, problem, 'not'), label);
  if (fact.kind === 'choice') return texts.kinds(listNames(form, problem, 'anyOf'), label);
  return fact.kind === 'other' ? texts.other(label) : fallback;
}

function isOnlyYes({ enum: values, const: value }: JsonSchema): boolean {
  return value === true || (Array.isArray(values) && values.length === 1 && values[0] === true);
}

const ASKING: Partial<Record<ControlKind, InputVerb>> = {
  radio: 'choose',
  combobox: 'choose',
  select: 'choose',
  choices: 'choose',
  color: 'choose',
  rating: 'choose',
  file: 'choose',
  files: 'choose',
  switch: 'answer',
  group: 'add',
  list: 'add',
  union: 'add',
};

/** Tells what a person does to give a value. */
function toAsking(schemas: readonly JsonSchema[]): InputVerb {
  const kinds = schemas.map(toControlKind).map((kind) => ASKING[kind]);
  return kinds.find((asking) => asking !== undefined) ?? 'enter';
}

/**
 * Lists the labels of the fields that a rule of a group is about: the names that `not` requires, or
 * of which each alternative requires one.
 */
function listNames(
  form: WordedForm,
  problem: Problem,
  keyword: 'not' | 'anyOf',
): readonly string[] {
  const path = parsePointer(problem.pointer);
  const schemas = listSchemas(toSource(form.source), path, undefined).at(-1) ?? [];
  const rules = schemas.flatMap((schema) =>
    keyword === 'not' ? [schema['not']] : [schema['anyOf'] ?? schema['oneOf'] ?? []].flat(),
  );
  const names = rules.map((rule) => (isRecord(rule) ? toOnlyNames(rule) : []));
  const lists = keyword === 'not' ? names.filter((list) => list.length > 1) : names;
  if (lists.some((list) => list.length === 0)) return [];
  return [...new Set(lists.flat())].map(
    (name) => findLabels(form, [...path, name], undefined).label,
  );
}

/** The most values that a sentence names. */
const MAX_VALUES = 5;

/** Lists the texts and numbers that a rule is about; none if it is about something else. */
function listValues(
  form: WordedForm,
  {
    problem,
    keyword,
    data,
  }: {
    readonly problem: Problem;
    readonly keyword: 'not' | 'contains';
    readonly data: unknown;
  },
): readonly string[] {
  const path = parsePointer(problem.pointer);
  const schemas = listSchemas(toSource(form.source), path, data).at(-1) ?? [];
  const ruled = schemas.filter((schema) => keyword in schema);
  const [schema] = ruled;
  const rule = schema?.[keyword];
  if (ruled.length !== 1 || !isRecord(rule)) return [];
  if (schema !== undefined && ('minContains' in schema || 'maxContains' in schema)) return [];
  const values: unknown = 'const' in rule ? [rule['const']] : rule['enum'];
  const isPlain = (value: unknown): boolean =>
    typeof value === 'number' || (typeof value === 'string' && value !== '');
  if (!Array.isArray(values) || values.length > MAX_VALUES || !values.every(isPlain)) return [];
  return values.map((value) => cutVisibleText(String(value)));
}

/** Returns the names that a rule requires, if it says nothing else. */
function toOnlyNames({ required, ...keywords }: JsonSchema): readonly string[] {
  const otherKeywords = Object.keys(keywords).filter((name) => name !== 'type' && name !== 'title');
  if (otherKeywords.length > 0 || !Array.isArray(required)) return [];
  return required.filter((name) => typeof name === 'string');
}
