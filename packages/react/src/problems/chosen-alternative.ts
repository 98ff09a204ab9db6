import type { JsonSchema, Problem } from '@formwork/schema';
import {
  appendPointer,
  getOwn,
  isRecord,
  parsePointer,
  toList,
  toRecord,
} from '@formwork/schema/json';
import { escapeName, escapeNames, unescapeName } from '../form-schema/escape-names.ts';
import { followReferences } from '../form-schema/form-keywords.ts';
import { ID_SEPARATOR } from '../rjsf.ts';
import { findRoot } from '../text/shadow-root.ts';
import { toElementId } from '../theme/element-ids.ts';
import { type LabelledForm, findLabels } from './value-labels.ts';

/** A form with alternatives, and the check of a value by a part of its schema. */
export interface ChoosingForm extends LabelledForm {
  readonly fits: (part: unknown, value: unknown) => boolean;
}

/** The keywords of problems with names that an alternative does not let through. */
const UNKNOWN = new Set(['additionalProperties', 'unevaluatedProperties']);

/**
 * Replaces a problem with alternatives by those of the fields of the alternative that the person
 * has chosen: that none fits, and what the check misses in another one. Only the form knows which
 * one was chosen.
 */
export function toChosenProblems(
  form: ChoosingForm,
  problem: Problem,
  data: unknown,
): readonly Problem[] {
  const { keyword } = problem;
  const whole = parsePointer(problem.pointer);
  const isUnion = keyword === 'oneOf' || keyword === 'anyOf';
  const path = isUnion ? whole : whole.slice(0, -1);
  const chosen = findChosenAlternative(form, path, data);
  const value = path.reduce<unknown>((group, name) => getOwn(group, name), data);
  if (chosen === undefined || !(isRecord(value) || value === undefined)) return [problem];
  const isOwn =
    !isUnion && !UNKNOWN.has(keyword) && isWrong(form, chosen, { name: whole.at(-1) ?? '', value });
  return isOwn ? [problem] : (listProblems(chosen, value, path) ?? [problem]);
}

/** Lists what is missing, and what is no number, in a value of an alternative. */
function listProblems(
  chosen: JsonSchema,
  value: Readonly<Record<string, unknown>> | undefined,
  path: readonly string[],
): readonly Problem[] | undefined {
  const pointer = path.reduce<string>((at, name) => appendPointer(at, name), '');
  const { properties, required } = chosen;
  const names = toList(required);
  const problems = Object.entries(toRecord(properties)).flatMap(([key, field]) => {
    const name = unescapeName(key);
    const member = getOwn(value, name);
    const at = appendPointer(pointer, name);
    if (member === undefined && names.includes(key)) return [toMissing(at)];
    return typeof member === 'string' && isNumber(field) ? [toNoNumber(at, member, field)] : [];
  });
  return problems.length > 0 ? problems : undefined;
}

/** True if an alternative itself has a problem with a member of its value. */
function isWrong(
  { fits }: ChoosingForm,
  { properties, required }: JsonSchema,
  {
    name,
    value,
  }: {
    readonly name: string;
    /** The value around the member. */
    readonly value: unknown;
  },
): boolean {
  const key = escapeName(name);
  if (!isRecord(properties) || !Object.hasOwn(properties, key)) return false;
  const member = getOwn(value, name);
  if (member === undefined) return Array.isArray(required) && required.includes(key);
  return !fits(properties[key], escapeNames(member));
}

/**
 * Returns the alternative of the union at a path whose fields are drawn, by the control that chooses
 * it; `undefined` if there is none.
 */
export function findChosenAlternative(
  { schema, settings }: LabelledForm,
  path: readonly string[],
  data: unknown,
): JsonSchema | undefined {
  const root = findRoot(settings.revealing.frame.current);
  const id = [settings.prefix, ...path.map(escapeName)].join(ID_SEPARATOR);
  for (const subschema of findLabels({ schema, settings }, path, data).schemas) {
    for (const keyword of ['oneOf', 'anyOf']) {
      const control = root.getElementById(toElementId(`${id}__${keyword.toLowerCase()}_select`));
      const options = subschema[keyword];
      if (!(control instanceof HTMLSelectElement) || !Array.isArray(options)) continue;
      const option: unknown = options[Number(control.value)];
      return isRecord(option) ? followReferences(option, schema) : undefined;
    }
  }
  return undefined;
}

function isNumber(field: unknown): field is JsonSchema {
  return isRecord(field) && ['number', 'integer'].includes(String([field['type']].flat()[0]));
}

function toMissing(pointer: string): Problem {
  return {
    pointer,
    keyword: 'required',
    expected: 'present',
    message: 'is required but missing',
  };
}

function toNoNumber(pointer: string, value: string, { type }: JsonSchema): Problem {
  const expected = String([type].flat()[0]);
  const received = `string ${JSON.stringify(value)}`;
  const message = `must be ${expected} but is ${received}`;
  return { pointer, keyword: 'type', expected, received, message };
}
