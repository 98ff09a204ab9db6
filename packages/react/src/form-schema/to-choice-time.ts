import type { Json, JsonSchema } from '@formwork/schema';
import { isRecord, toList, toRecord } from '@formwork/schema/json';
import { LATER_REFERENCE, followReferences } from './form-keywords.ts';

/**
 * The time when the data of a form decide which fields it draws: never, at once, or later, when the
 * person adds rows.
 */
export type ChoiceTime = 'never' | 'later' | 'at-once';

/** Keywords by which the data decide which fields are drawn. */
const CHOICES = ['anyOf', 'oneOf', 'if', 'dependencies'];

const CHOICE = new RegExp(`"(?:${CHOICES.join('|')})":`, 'u');

/** Matches a list with at least one item in a JSON text. */
const ROWS = /\[(?!\])/u;

/** Tells when a form needs its validator to choose alternatives and conditions by the data. */
export function toChoiceTime(form: JsonSchema, data: Json | undefined): ChoiceTime {
  if (!CHOICE.test(JSON.stringify(form))) return 'never';
  if (data !== undefined && ROWS.test(JSON.stringify(data))) return 'at-once';
  const visited = new Set<unknown>();
  return chooses(form) ? 'at-once' : 'later';

  function chooses(subschema: unknown): boolean {
    if (!isRecord(subschema)) return false;
    // The target of a reference is a new object each time, so references are remembered by name.
    const reference = subschema['$ref'] ?? subschema[LATER_REFERENCE];
    const mark = reference ?? subschema;
    if (visited.has(mark)) return false;
    visited.add(mark);
    if (CHOICES.some((keyword) => keyword in subschema)) return true;
    const followed = reference !== undefined ? followReferences(subschema, form) : undefined;
    const { properties, patternProperties, additionalProperties, allOf } = subschema;
    return [
      followed,
      additionalProperties,
      ...Object.values(toRecord(properties)),
      ...Object.values(toRecord(patternProperties)),
      ...toList(allOf),
    ].some(chooses);
  }
}
