import type { JsonSchema } from '@formwork/schema';
import { isRecord, resolvePointer } from '@formwork/schema/json';

/** The keyword that marks a form schema as an editor for JSON; its value is an `EditorReason`. */
export const JSON_EDITOR = 'x-formwork-json';

/**
 * The keyword that holds the default of a value. Under the usual keyword `default`, the form
 * library would also fill it into saved values.
 */
export const FORM_DEFAULT = 'x-formwork-default';

/** The keyword that marks a form schema whose value may be `null`. */
export const NULLABLE = 'x-formwork-nullable';

/** The keyword that marks a group that is folded at first although it is required: see `foldGroups`. */
export const FOLDED = 'x-formwork-folded';

/** The keyword that marks a required group whose fields the form library draws as if it were not. */
export const NEEDED = 'x-formwork-needed';

/**
 * The keyword that replaces `$ref` where the reference leads back to itself: see `deferReferences`.
 */
export const LAZY_REFERENCE = 'x-formwork-ref';

/**
 * The keyword that replaces `$ref` where the reference is followed only when its field is drawn:
 * see `deferReferences`.
 */
export const LATER_REFERENCE = 'x-formwork-later';

/** The reason why a value has an editor for JSON instead of fields. */
export type EditorReason =
  /** The schema allows any value, or names no type. */
  | 'anything'
  /** The reference leads out of the document, nowhere, or to itself. */
  | 'reference'
  /** The schema has too many alternatives, values or levels for a person to look through. */
  | 'size'
  /**
   * The schema has properties with names that mean something to JavaScript, such as `__proto__`.
   */
  | 'names';

/**
 * Follows the references of a form schema to the end, and keeps the keywords beside them;
 * `undefined` if a reference leads nowhere.
 */
export function followReferences(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  const visited = new Set<string>();
  let at = schema;
  for (let reference = toReference(at); reference !== undefined; reference = toReference(at)) {
    if (visited.has(reference)) return undefined;
    visited.add(reference);
    const target = resolvePointer(root, reference.slice(1));
    if (!isRecord(target)) return undefined;
    const { $ref: _1, [LAZY_REFERENCE]: _2, [LATER_REFERENCE]: _3, ...beside } = at;
    at = { ...target, ...beside };
  }
  return at;
}

/**
 * Returns the reference of a form schema under any of its three keywords; `undefined` if the schema
 * has none.
 */
export function toReference(schema: JsonSchema): string | undefined {
  const reference = schema['$ref'] ?? schema[LAZY_REFERENCE] ?? schema[LATER_REFERENCE];
  return typeof reference === 'string' ? reference : undefined;
}

/** Returns the schema that a place of a form schema leads to; an empty one for no schema. */
export function resolveSchema(schema: unknown, root: JsonSchema): JsonSchema {
  return isRecord(schema) ? (followReferences(schema, root) ?? schema) : {};
}
