import { isRecord } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { followReferences } from '../form-schema/form-keywords.ts';

/** The maximum number of missing values that are listed, and the maximum nesting of their groups. */
const MAX_MISSING = 1000;
const MAX_DEPTH = 8;

/**
 * Lists the paths of required fields that are empty, in the order of the form. Rows of lists and
 * the alternatives of unions are left to the check when the form is sent.
 */
export function listMissing(form: JsonSchema, data: unknown): readonly (readonly string[])[] {
  const missing: (readonly string[])[] = [];
  look(form, data, []);
  return missing;

  function look(place: unknown, value: unknown, path: readonly string[]): void {
    const schema = isRecord(place) ? (followReferences(place, form) ?? place) : {};
    if (path.length > MAX_DEPTH || missing.length >= MAX_MISSING) return;
    for (const part of toList(schema['allOf'])) look(part, value, path);
    const { properties } = schema;
    if (!isRecord(properties)) return;
    const required = new Set(toList(schema['required']));
    const group = isRecord(value) ? value : {};
    for (const [name, property] of Object.entries(properties)) {
      const own = Object.hasOwn(group, name) ? group[name] : undefined;
      const inner = isRecord(property) ? (followReferences(property, form) ?? property) : {};
      const isGroup = isRecord(inner['properties']);
      if (isGroup && (own !== undefined || required.has(name))) look(inner, own, [...path, name]);
      else if (!isGroup && required.has(name) && isEmpty(own)) missing.push([...path, name]);
    }
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '';
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
