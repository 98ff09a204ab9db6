import { isRecord } from '../json/record.ts';
import { REFERENCE_KEYWORDS } from '../references/reference-keywords.ts';
import type { JsonSchema } from '../types/json.ts';

/** The keywords that say beside `properties` of what type a value is. */
const TYPE_KEYWORDS = ['type', 'const', 'enum', ...REFERENCE_KEYWORDS];

/**
 * True for a schema that describes an object by its properties but does not say that it takes
 * nothing else, as many published schemas do.
 */
export function lacksObjectType(schema: JsonSchema): boolean {
  return isRecord(schema['properties']) && TYPE_KEYWORDS.every((keyword) => !(keyword in schema));
}

/** Adds the type to a schema that {@link lacksObjectType}. */
export function addObjectType({ $schema, ...members }: JsonSchema): JsonSchema {
  return { ...($schema !== undefined && { $schema }), type: 'object', ...members };
}
