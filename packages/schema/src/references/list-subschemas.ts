import type { JsonSchema } from '../types/json.ts';
import { isRecord } from '../json/record.ts';
import { appendPointer } from '../json/json-pointer.ts';
import { IN_PLACE_KEYWORDS, SUBSCHEMA_PLACES } from './schema-keywords.ts';

/** A schema inside a schema. */
export interface Subschema {
  /** The schema itself; `true` and `false` are schemas too. */
  readonly schema: JsonSchema | boolean;
  /** JSON pointer (RFC 6901) from the root of the document. */
  readonly pointer: string;
  /** True if it applies to the same value as the schema that holds it. */
  readonly inPlace: boolean;
}

/**
 * The schemas that a schema holds directly, in the order of the document. References are not
 * followed, and what stands where a schema should, but is none, is passed over.
 */
export function listSubschemas({ schema, pointer }: Subschema): readonly Subschema[] {
  if (typeof schema === 'boolean') return [];
  const found: Subschema[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const place = SUBSCHEMA_PLACES.get(keyword);
    if (place === undefined) continue;
    const inPlace = IN_PLACE_KEYWORDS.has(keyword);
    const at = appendPointer(pointer, keyword);
    if (place === 'one' && !Array.isArray(value)) {
      if (isSchema(value)) found.push({ schema: value, pointer: at, inPlace });
      continue;
    }
    // Lists of names among the members of `dependencies` are no schemas and fall away.
    const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    for (const [name, member] of members) {
      if (isSchema(member)) {
        found.push({ schema: member, pointer: appendPointer(at, name), inPlace });
      }
    }
  }
  return found;
}

function isSchema(value: unknown): value is JsonSchema | boolean {
  return typeof value === 'boolean' || isRecord(value);
}
