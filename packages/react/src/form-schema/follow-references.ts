import { isRecord, resolvePointer } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { LATER_REFERENCE, LAZY_REFERENCE } from './form-keywords.ts';

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
