import type { JsonSchema } from '@formwork/schema';
import { isRecord, resolvePointer } from '@formwork/schema/internal';

/** Marks a place of a form schema that gets an editor for JSON; its value is an `EditorReason`. */
export const JSON_EDITOR = 'x-formwork-json';

/** Holds the default of a place: not under `default`, which would be filled into saved values too. */
export const FORM_DEFAULT = 'x-formwork-default';

/** Marks a place that may be `null` beside its type. */
export const NULLABLE = 'x-formwork-nullable';

/** Stands for `$ref` where following it would lead back: see `deferReferences`. */
export const LAZY_REFERENCE = 'x-formwork-ref';

/** Stands for `$ref` where it is followed when the place is drawn: see `deferReferences`. */
export const LATER_REFERENCE = 'x-formwork-later';

/** Why a place is not drawn. */
export type EditorReason =
  /** The schema says nothing, or nothing about a type. */
  | 'anything'
  /** A reference that leads out of the document, nowhere, or to itself. */
  | 'reference'
  /** More alternatives, values or levels than a person can look through. */
  | 'size'
  /** Names of properties that mean something to JavaScript, such as `__proto__`. */
  | 'names';

/** Follows the references of a schema to the end, and keeps what stands beside them. */
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

/** Lists what a schema of a form refers to, at once or when it is drawn. */
export function toReference(schema: JsonSchema): string | undefined {
  const reference = schema['$ref'] ?? schema[LAZY_REFERENCE] ?? schema[LATER_REFERENCE];
  return typeof reference === 'string' ? reference : undefined;
}
