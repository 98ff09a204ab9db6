import { appendPointer } from '../json/json-pointer.ts';
import { isRecord } from '../json/record.ts';
import { type Dialect, toDialect } from '../references/dialect.ts';
import { isReferenceAlone, REFERENCE_KEYWORD } from '../references/reference-keywords.ts';
import type { SchemaIndex } from '../schema-check/index-schema.ts';
import type { JsonSchema } from '../types/json.ts';

/** The keywords that say beside `properties` of what type a value is. */
const TYPE_KEYWORDS = ['type', 'const', 'enum'];

/**
 * True for the root of a document that describes an object by its properties but does not say that it
 * takes nothing else, as many published schemas do. The properties may also be those of a schema that
 * it refers to or joins.
 */
export function lacksObjectType(index: SchemaIndex): boolean {
  return describesObject(index, '', new Set()) === 'by-properties';
}

/**
 * Says how a schema describes objects: by their properties alone, not at all, or in another way, which
 * is not to be changed.
 */
function describesObject(
  index: SchemaIndex,
  pointer: string,
  visited: Set<string>,
): 'by-properties' | 'nothing' | 'otherwise' {
  const schema = index.places.get(pointer)?.schema;
  if (!isRecord(schema) || visited.has(pointer)) return 'otherwise';
  visited.add(pointer);
  const targets = (index.referencesOf.get(pointer) ?? []).map(({ target }) => target);
  const isAlone = isReferenceAlone(schema, index.dialect);
  if (!isAlone && TYPE_KEYWORDS.some((keyword) => keyword in schema)) return 'otherwise';
  const members = !isAlone && Array.isArray(schema['allOf']) ? schema['allOf'] : [];
  const joined = members.map((_member, at) => appendPointer(appendPointer(pointer, 'allOf'), at));
  const ways = [...targets, ...joined].map((target) =>
    target === undefined ? 'otherwise' : describesObject(index, target, visited),
  );
  // What is referred to counts as a whole: it may take anything on purpose.
  const referred = ways.slice(0, targets.length);
  if (referred.some((way) => way !== 'by-properties')) return 'otherwise';
  if (!isAlone && isRecord(schema['properties'])) return 'by-properties';
  if (ways.includes('otherwise')) return 'otherwise';
  return ways.includes('by-properties') ? 'by-properties' : 'nothing';
}

/** The keywords that keep their meaning when the reference beside them moves into an `allOf`. */
const STAYS: ReadonlySet<string> = new Set([
  '$id',
  'id',
  'title',
  'description',
  '$comment',
  'definitions',
  'default',
  'examples',
]);

/** Adds the type to a schema whose root {@link lacksObjectType}. */
export function addObjectType(
  schema: JsonSchema,
  dialect: Dialect = toDialect(schema) ?? '2020-12',
): JsonSchema {
  const { $schema, ...members } = schema;
  const first = { ...($schema !== undefined && { $schema }), type: 'object' };
  if (!isReferenceAlone(schema, dialect)) return { ...first, ...members };
  // Up to draft 07, nothing counts beside a reference.
  const stays = Object.entries(members).filter(([name]) => STAYS.has(name));
  const reference = { [REFERENCE_KEYWORD]: members[REFERENCE_KEYWORD] };
  return { ...first, allOf: [reference], ...Object.fromEntries(stays) };
}
