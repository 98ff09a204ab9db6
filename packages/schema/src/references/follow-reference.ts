import { isRecord } from '../json/record.ts';
import type { JsonSchema } from '../types/json.ts';
import { toDialect } from './dialect.ts';
import { hasReference, REFERENCE_KEYWORD, REFERENCE_KEYWORDS } from './reference-keywords.ts';
import {
  readReferences,
  type SchemaReference,
  type SchemaReferences,
} from './schema-references.ts';

/**
 * The resolved references of schema documents, remembered because the same documents are asked for
 * again and again.
 */
const cache = new WeakMap<JsonSchema, SchemaReferences>();

/**
 * Returns the schema that a `$ref`, `$dynamicRef` or `$recursiveRef` of a schema leads to within
 * its document (JSON Schema 2020-12, section 8.2.3); `undefined` if the schema has none, or if the
 * reference leads nowhere or outside. A dynamic reference leads to the nearest of its targets.
 * Keywords beside the reference are ignored.
 *
 * `schema` is a part of `root`, or a copy of one that says the same. `root` MUST NOT change
 * afterwards.
 *
 * @example
 *   const root = { properties: { a: { $ref: '#b' } }, $defs: { b: { $anchor: 'b', type: 'string' } } };
 *   followReference(root.properties.a, root); // { $anchor: 'b', type: 'string' }
 */
export function followReference(
  schema: unknown,
  root: JsonSchema,
): JsonSchema | boolean | undefined {
  if (!isRecord(schema)) return undefined;
  const text = REFERENCE_KEYWORDS.map((keyword) => schema[keyword] ?? undefined).find(
    (value) => value !== undefined,
  );
  if (typeof text !== 'string') return undefined;
  const references = read(root);
  const subschema = references.placeOf(schema);
  const [reference] = subschema === undefined ? [] : (references.referencesOf.get(subschema) ?? []);
  return reference === undefined ? references.find(text)?.schema : reference.target?.schema;
}

/**
 * Lists the schemas that the references of a schema lead to within its document. Dynamic references
 * may lead to any schema with their anchor.
 *
 * `schema` and `root` are as for {@link followReference}.
 */
export function listReferred(
  schema: Readonly<Record<string, unknown>>,
  root: JsonSchema,
): readonly (JsonSchema | boolean)[] {
  if (!REFERENCE_KEYWORDS.some((keyword) => typeof schema[keyword] === 'string')) return [];
  const references = read(root);
  const subschema = references.placeOf(schema);
  const outgoing = subschema === undefined ? undefined : references.referencesOf.get(subschema);
  if (outgoing === undefined) {
    const target = followReference(schema, root);
    return target === undefined ? [] : [target];
  }
  return outgoing.flatMap(({ keyword, fragment, target }) => [
    ...(target === undefined ? [] : [target.schema]),
    ...listDynamic(references, { keyword, fragment }),
  ]);
}

/** Lists the schemas that a dynamic reference may lead to, besides its own target. */
function listDynamic(
  { places }: SchemaReferences,
  { keyword, fragment }: Pick<SchemaReference, 'keyword' | 'fragment'>,
): readonly (JsonSchema | boolean)[] {
  if (keyword === REFERENCE_KEYWORD) return [];
  const anchored = places
    .flatMap((document) => [...document.values()])
    .filter(({ schema, resource }) =>
      keyword === '$dynamicRef'
        ? isRecord(schema) && schema['$dynamicAnchor'] === fragment
        : resource.isRecursive && resource.root?.schema === schema,
    );
  return anchored.map(({ schema }) => schema);
}

const MAX_HOPS = 16;

/**
 * Follows the references of a schema of `root` to the schema at their end.
 *
 * `undefined` for dangling references and circles. Keywords beside a reference are lost, so the
 * result is for texts, never for verdicts.
 */
export function dereference(schema: unknown, root: JsonSchema): JsonSchema | undefined {
  let current = schema;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    if (!isRecord(current)) return undefined;
    if (!hasReference(current)) return current;
    current = followReference(current, root);
  }
  return undefined;
}

function read(root: JsonSchema): SchemaReferences {
  let references = cache.get(root);
  if (references === undefined) {
    references = readReferences([{ root, dialect: toDialect(root) ?? '2020-12' }]);
    cache.set(root, references);
  }
  return references;
}
