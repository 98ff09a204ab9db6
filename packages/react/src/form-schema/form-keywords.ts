import type { JsonSchema } from '@formwork/schema';
import { isRecord, resolvePointer } from '@formwork/schema/internal';

/**
 * The keyword that marks a place of a form schema as an editor for JSON; its value is an
 * `EditorReason`.
 */
export const JSON_EDITOR = 'x-formwork-json';

/**
 * The keyword that holds the default of a place. Under `default`, the form library would fill it
 * into saved values too.
 */
export const FORM_DEFAULT = 'x-formwork-default';

/** The keyword that marks a place whose value may be `null`. */
export const NULLABLE = 'x-formwork-nullable';

/**
 * The keyword that replaces `$ref` where following it would lead back to the same place: see
 * `deferReferences`.
 */
export const LAZY_REFERENCE = 'x-formwork-ref';

/**
 * The keyword that replaces `$ref` where it is followed only when the place is drawn: see
 * `deferReferences`.
 */
export const LATER_REFERENCE = 'x-formwork-later';

/** The reason why a place has an editor for JSON instead of fields. */
export type EditorReason =
  /** The schema says nothing about its value, or names no type. */
  | 'anything'
  /** The reference leads out of the document, nowhere, or to itself. */
  | 'reference'
  /** The schema has more alternatives, values or levels than a person can look through. */
  | 'size'
  /**
   * The schema has properties with names that mean something to JavaScript, such as `__proto__`.
   */
  | 'names';

/**
 * Follows the references of a schema to the end and keeps the keywords beside them; `undefined` if
 * one leads nowhere.
 */
export function followReferences(schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  const seen = new Set<string>();
  let at = schema;
  for (let reference = toReference(at); reference !== undefined; reference = toReference(at)) {
    if (seen.has(reference)) return undefined;
    seen.add(reference);
    const target = resolvePointer(root, reference.slice(1));
    if (!isRecord(target)) return undefined;
    const { $ref: _1, [LAZY_REFERENCE]: _2, [LATER_REFERENCE]: _3, ...beside } = at;
    at = { ...target, ...beside };
  }
  return at;
}

/**
 * The reference of a form schema, whether it is followed at once or when its place is drawn;
 * `undefined` if it has none.
 */
export function toReference(schema: JsonSchema): string | undefined {
  const reference = schema['$ref'] ?? schema[LAZY_REFERENCE] ?? schema[LATER_REFERENCE];
  return typeof reference === 'string' ? reference : undefined;
}
