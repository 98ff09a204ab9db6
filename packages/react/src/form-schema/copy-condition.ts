import { appendPointer, isRecord, SUBSCHEMA_PLACES } from '@formwork/schema/internal';

/** Finds the local name of what the schema at a pointer refers to. */
export type ToLocalReference = (pointer: string) => string | undefined;

/** Keywords of identity: they would lead references elsewhere once they stand in a copy. */
const IDENTITY = new Set([
  '$id',
  'id',
  '$schema',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'default',
]);

/**
 * A copy of a schema that is only asked whether a value fits, such as that of `if`: nothing in it
 * is drawn, so that nothing in it is changed but where references lead.
 */
export function copyCondition(
  schema: unknown,
  pointer: string,
  toLocalReference: ToLocalReference,
): unknown {
  if (Array.isArray(schema)) {
    return schema.map((item, position) =>
      copyCondition(item, appendPointer(pointer, position), toLocalReference),
    );
  }
  if (!isRecord(schema)) return schema;
  const entries = Object.entries(schema)
    .filter(([keyword]) => !IDENTITY.has(keyword))
    .map(([keyword, value]): [string, unknown] => {
      const place = SUBSCHEMA_PLACES.get(keyword);
      if (place === undefined) return [keyword, value];
      const at = appendPointer(pointer, keyword);
      if (place !== 'map' || !isRecord(value)) {
        return [keyword, copyCondition(value, at, toLocalReference)];
      }
      const members = Object.entries(value).map(([name, member]): [string, unknown] => [
        name,
        copyCondition(member, appendPointer(at, name), toLocalReference),
      ]);
      return [keyword, Object.fromEntries(members)];
    });
  const reference = toLocalReference(pointer);
  return Object.fromEntries(
    reference === undefined ? entries : [...entries, ['$ref', reference] as [string, unknown]],
  );
}
