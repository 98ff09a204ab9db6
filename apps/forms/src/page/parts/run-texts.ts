import { toVisibleText } from '@formwork/react';
import type { Json } from '@formwork/schema';
import { getOwn, isRecord } from '@formwork/schema/json';
import type { Run } from '../history/run.ts';
import type { Texts } from '../texts/texts.ts';
import { summarize } from './summarize.ts';

type Language = Texts['language'];

/** The most characters of an outcome that a list shows. */
const MAX_LENGTH = 80;

/** The most characters of a text within a result that says in short what came out. */
const MAX_VALUE = 30;

/**
 * Says in a few words what came out of a run: the first values of its result, or its text; `''` for
 * a run that has no outcome, or whose outcome the browser does not keep.
 */
export function toOutcomeText(
  { input, outcome }: Pick<Run, 'input' | 'outcome'>,
  language: Language,
): string {
  if (outcome === undefined) return '';
  const data = outcome.kind === 'result' ? outcome.data : undefined;
  const sent = input.kind === 'input' ? input.data : null;
  const words = data === undefined ? '' : summarize(toNews(data, sent), language);
  if (words !== '') return words;
  const text = toVisibleText(outcome.text.replaceAll(/[#*_`>|\s]+/gu, ' ').trim());
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}

/** Leaves out what a result only repeats of what was sent, and its long texts, if that leaves any. */
function toNews(data: Json, sent: Json): Json {
  if (!isRecord(data)) return data;
  const news = Object.entries(data).filter(([name, value]) => {
    const isRepeated = JSON.stringify(value) === JSON.stringify(getOwn(sent, name));
    return !isRepeated && !(typeof value === 'string' && value.length > MAX_VALUE);
  });
  return news.length === 0 ? data : Object.fromEntries(news);
}

/** The most values of an input that are compared. */
const MOST_VALUES = 200;

/**
 * Returns what tells inputs of one title apart: of each the values in which it differs from another
 * one, as a text; `''` for one that differs in nothing.
 */
export function tellApart(inputs: readonly Json[], language: Language): readonly string[] {
  const leaves = inputs.map((input) => {
    const values = new Map<string, Json>();
    collect(input, '', values);
    return values;
  });
  const paths = new Set(leaves.flatMap((values) => [...values.keys()]));
  const differing = [...paths].filter(
    (path) => new Set(leaves.map((values) => JSON.stringify(values.get(path)))).size > 1,
  );
  return leaves.map((values) =>
    summarize(
      differing.map((path) => values.get(path) ?? null),
      language,
    ),
  );
}

function collect(value: Json, path: string, values: Map<string, Json>): void {
  if (values.size >= MOST_VALUES) return;
  if (Array.isArray(value)) value.forEach((item, at) => collect(item, `${path}/${at}`, values));
  else if (isRecord(value))
    for (const [name, item] of Object.entries(value)) collect(item, `${path}/${name}`, values);
  else values.set(path, value);
}
