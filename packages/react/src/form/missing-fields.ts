import type { JsonSchema } from '@formwork/schema';
import { isRecord, toList, toRecord } from '@formwork/schema/json';
import { unescapeName } from '../form-schema/escape-names.ts';
import { resolveSchema } from '../form-schema/form-keywords.ts';

/** The maximum number of missing values that are listed, and the maximum nesting of their groups. */
const MAX_MISSING = 1000;
const MAX_DEPTH = 8;

/**
 * The maximum number of groups that are searched: a group that requires itself twice doubles with
 * each level.
 */
const MAX_GROUPS = 2000;

/**
 * Lists the paths of required fields that are empty, in the order of the form. Of a union, the
 * alternative counts whose constants are in the data; rows of lists, and other unions, are left to
 * the check when the form is sent.
 */
export function listMissingFields(form: JsonSchema, data: unknown): readonly (readonly string[])[] {
  const missing: (readonly string[])[] = [];
  /** The groups that were searched, some several times. */
  const groups: unknown[] = [];
  look(form, data, []);
  return missing;

  function look(subschema: unknown, value: unknown, path: readonly string[]): void {
    const schema = resolveSchema(subschema, form);
    const isEnough = missing.length >= MAX_MISSING || groups.length >= MAX_GROUPS;
    if (path.length > MAX_DEPTH || isEnough) return;
    groups.push(schema);
    for (const part of toList(schema['allOf'])) look(part, value, path);
    const { properties } = schema;
    if (!isRecord(properties)) return;
    const required = new Set(toList(schema['required']));
    const group = toRecord(value);
    for (const [key, property] of Object.entries(properties)) {
      const name = unescapeName(key);
      const member = Object.hasOwn(group, name) ? group[name] : undefined;
      const inner = resolveSchema(property, form);
      const chosen = chooseAlternative(inner, member, form);
      if (chosen !== undefined) look(chosen, member, [...path, name]);
      const isGroup = isRecord(inner['properties']);
      if (isGroup && (member !== undefined || required.has(key)))
        look(inner, member, [...path, name]);
      else if (!isGroup && required.has(key) && isEmpty(member)) missing.push([...path, name]);
    }
  }
}

/** Returns the alternative of a union whose constants a value has, such as `kind: 'card'`. */
function chooseAlternative(
  { oneOf, anyOf }: JsonSchema,
  value: unknown,
  form: JsonSchema,
): JsonSchema | undefined {
  if (!isRecord(value)) return undefined;
  return [...toList(oneOf), ...toList(anyOf)].filter(isRecord).find((alternative) => {
    const { properties } = resolveSchema(alternative, form);
    const fixed = Object.entries(toRecord(properties)).flatMap(([name, property]) => {
      // A form has a constant as a choice of one.
      const choices = isRecord(property) ? toList(property['enum']) : [];
      return choices.length === 1 ? [choices[0] === value[unescapeName(name)]] : [];
    });
    return fixed.length > 0 && fixed.every(Boolean);
  });
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '';
}
