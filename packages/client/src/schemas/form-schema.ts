import { isRecord, resolvePointer } from '@formwork/schema/json';

type Fields = Readonly<Record<string, unknown>>;

/** The most schemas that are looked at to tell a form from other data, or to fill one in. */
export const MAX_LOOKS = 50;

/**
 * True for the schema of an object whose properties are schemas, and not any data of that shape. Its
 * root may refer to such a schema, or join several.
 */
export function isFormSchema(
  value: unknown,
  root: unknown = value,
  budget: { looks: number } = { looks: MAX_LOOKS },
): boolean {
  budget.looks -= 1;
  // References that lead in a circle end here as well.
  if (!isRecord(value) || budget.looks < 0) return false;
  const { type, properties, allOf, anyOf, oneOf = anyOf } = value;
  const isForm = (part: unknown): boolean => isFormSchema(part, root, budget);
  if (type === 'object' && isRecord(properties)) return Object.values(properties).every(isRecord);
  if (Array.isArray(oneOf) && oneOf.length > 0) return oneOf.every(isForm);
  return (Array.isArray(allOf) ? allOf : [followRoot(value, root)]).some(isForm);
}

/** Returns the schema that a `$ref` leads to by its place in the document, if it does. */
export function followRoot({ $ref }: Fields, root: unknown): unknown {
  return typeof $ref === 'string' && $ref.startsWith('#/')
    ? resolvePointer(root, $ref.slice(1))
    : undefined;
}
