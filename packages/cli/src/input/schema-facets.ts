import { followReference, type JsonSchema } from '@formwork/schema';
import { isRecord, toRecord, toList } from '@formwork/schema/json';

/** A schema that applies to a part of the input; several may apply to the same part. */
interface Facet {
  readonly schema: Readonly<Record<string, unknown>>;
  /** False for a branch of `anyOf` or `oneOf`, because the value may fit another branch. */
  readonly certain: boolean;
}

/** A part of the input: all schemas that apply to it, and the document that contains them. */
export interface InputNode {
  readonly root: JsonSchema;
  readonly facets: readonly Facet[];
}

/** The highest number of schemas collected for one node, so that long chains of references end. */
const MAX_FACETS = 200;

/** Returns the node of the whole input, from which {@link stepInto} leads to its parts. */
export function toRootNode(root: JsonSchema): InputNode {
  return toNode(root, [{ schema: root, certain: true }]);
}

/**
 * Returns the node of a property or an item inside another; `undefined` if the schema has none.
 */
export function stepInto({ root, facets }: InputNode, segment: string): InputNode | undefined {
  const inner = facets.flatMap(({ schema, certain }) =>
    listInner(schema, segment).map((subschema) => ({ schema: subschema, certain })),
  );
  return inner.length === 0 ? undefined : toNode(root, inner);
}

/** Lists the JSON types that a node allows; empty if its schemas do not say. */
export function listTypes({ facets }: InputNode): ReadonlySet<string> {
  const types = new Set<string>();
  for (const { schema } of facets) {
    const { type } = schema;
    for (const name of Array.isArray(type) ? type : [type]) {
      if (typeof name === 'string') types.add(name);
    }
    if (type !== undefined) continue;
    if (isRecord(schema['properties'])) types.add('object');
    if (schema['items'] !== undefined || schema['prefixItems'] !== undefined) types.add('array');
  }
  return types;
}

/** Counts the items of a tuple, each of which has a schema of its own; 0 for other lists. */
export function countTuple({ facets }: InputNode): number {
  const lengths = facets.map(({ schema }) => {
    const tuple: unknown = schema['prefixItems'] ?? schema['items'];
    return Array.isArray(tuple) ? tuple.length : 0;
  });
  return Math.max(0, ...lengths);
}

/** Lists the values that a node allows; empty if its schemas do not list them. */
export function listValues({ facets }: InputNode): readonly unknown[] {
  const lists = facets.flatMap(({ schema }) => {
    const values: unknown = Object.hasOwn(schema, 'const') ? [schema['const']] : schema['enum'];
    return Array.isArray(values) ? [values as readonly unknown[]] : [];
  });
  return lists.flat();
}

/** Returns the value with which a node begins; `undefined` if its schemas name none. */
export function getDefault({ facets }: InputNode): unknown {
  return facets.find(({ schema }) => schema['default'] !== undefined)?.schema['default'];
}

/** Lists the names of the properties that a node declares, the required ones first. */
export function listProperties(node: InputNode): readonly string[] {
  const names = node.facets.flatMap(({ schema }) => Object.keys(toRecord(schema['properties'])));
  return [...new Set([...listRequired(node), ...names])];
}

/** Lists the names of the properties that are required whichever alternative applies. */
export function listRequired({ facets }: InputNode): readonly string[] {
  return readRequired(facets.filter(({ certain }) => certain));
}

/** Lists the names of the properties that only some alternatives require. */
export function listAlternatives({ facets }: InputNode): readonly string[] {
  return readRequired(facets.filter(({ certain }) => !certain));
}

function readRequired(facets: readonly Facet[]): readonly string[] {
  const names = facets
    .flatMap(({ schema }) => (Array.isArray(schema['required']) ? schema['required'] : []))
    .filter((name: unknown) => typeof name === 'string');
  return [...new Set(names)];
}

/** Returns the title or the description of a node; `''` if there is none. */
export function getText({ facets }: InputNode, keyword: 'title' | 'description'): string {
  for (const { schema } of facets) {
    const text = schema[keyword];
    if (typeof text === 'string') return text;
  }
  return '';
}

function toNode(root: JsonSchema, start: readonly Facet[]): InputNode {
  return { root, facets: collect(start, (facet) => listApplied(root, facet)) };
}

function collect(
  start: readonly Facet[],
  listNext: (facet: Facet) => readonly Facet[],
): readonly Facet[] {
  const facets: Facet[] = [];
  const visited = new Set<unknown>();
  const queue = [...start];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (visited.has(next.schema) || facets.length >= MAX_FACETS) continue;
    visited.add(next.schema);
    facets.push(next);
    for (const facet of listNext(next)) queue.push(facet);
  }
  return facets;
}

/** Lists the schemas that apply to the same part as a schema, its alternatives included. */
function listApplied(root: JsonSchema, facet: Facet): readonly Facet[] {
  const { schema, certain } = facet;
  return [
    ...listCertain(root, facet),
    ...[schema['anyOf'], schema['oneOf']].flatMap((list) => [
      ...toFacets(list, false),
      ...toFacets(listShared(root, list), certain),
    ]),
  ];
}

/**
 * Lists the schemas that apply whenever a schema applies: the target of its reference, and its
 * `allOf`.
 */
function listCertain(root: JsonSchema, { schema, certain }: Facet): readonly Facet[] {
  return toFacets([followReference(schema, root), ...toList(schema['allOf'])], certain);
}

function toFacets(list: unknown, certain: boolean): readonly Facet[] {
  return toList(list)
    .filter(isRecord)
    .map((schema) => ({ schema, certain }));
}

/** Makes a schema that requires the names that all alternatives require; `[]` if there are none. */
function listShared(root: JsonSchema, list: unknown): readonly JsonSchema[] {
  const [first, ...alternatives] = toList(list)
    .filter((member: unknown) => member !== false)
    .map((member: unknown) => {
      const facets = toFacets([member], true);
      return new Set(readRequired(collect(facets, (facet) => listCertain(root, facet))));
    });
  const shared = [...(first ?? [])].filter((name) =>
    alternatives.every((names) => names.has(name)),
  );
  return shared.length === 0 ? [] : [{ required: shared }];
}

function listInner(
  schema: Readonly<Record<string, unknown>>,
  segment: string,
): readonly Readonly<Record<string, unknown>>[] {
  const properties = toRecord(schema['properties']);
  if (Object.hasOwn(properties, segment)) return toSchemas(properties[segment]);
  const additional = toSchemas(schema['additionalProperties']);
  if (!/^\d+$/u.test(segment)) return additional;
  const tuple: unknown = schema['prefixItems'] ?? schema['items'];
  if (Array.isArray(tuple) && Number(segment) < tuple.length) {
    return toSchemas(tuple[Number(segment)]);
  }
  const itemSchema = Array.isArray(schema['items']) ? schema['additionalItems'] : schema['items'];
  return [...additional, ...toSchemas(itemSchema)];
}

/**
 * Returns a subschema as an object: `true` allows anything and becomes `{}`, `false` allows nothing
 * and is dropped.
 */
function toSchemas(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (value === true) return [{}];
  return isRecord(value) ? [value] : [];
}
