import { appendPointer } from '../json/json-pointer.ts';
import { isRecord } from '../json/record.ts';
import type { JsonSchema } from '../types/json.ts';
import type { Dialect } from './dialect.ts';

/** A schema inside a schema document, and its place. */
export interface Subschema {
  /** The schema at this place; `true` and `false` are schemas too. */
  readonly schema: JsonSchema | boolean;
  /** The JSON pointer (RFC 6901) to the schema, from the root of the document. */
  readonly pointer: string;
  /** True if the schema applies to the same value as the schema that holds it. */
  readonly inPlace: boolean;
}

/**
 * Lists the schemas that a schema holds directly, in the order of the document. References are not
 * followed, and values that are not schemas are skipped.
 */
export function listSubschemas({ schema, pointer }: Subschema): readonly Subschema[] {
  if (typeof schema === 'boolean') return [];
  const subschemas: Subschema[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    const nesting = SUBSCHEMA_FORMS.get(keyword);
    if (nesting === undefined) continue;
    const inPlace = IN_PLACE_KEYWORDS.has(keyword);
    const at = appendPointer(pointer, keyword);
    if (nesting === 'one' && !Array.isArray(value)) {
      if (isSchema(value)) subschemas.push({ schema: value, pointer: at, inPlace });
      continue;
    }
    // Lists of names among the members of `dependencies` are no schemas and fall away.
    const addMembers = (map: unknown, start: string): void => {
      for (const [name, member] of listMembers(map)) {
        const inside = appendPointer(start, name);
        if (isSchema(member)) subschemas.push({ schema: member, pointer: inside, inPlace });
      }
    };
    if (nesting !== 'maps') addMembers(value, at);
    else for (const [name, map] of listMembers(value)) addMembers(map, appendPointer(at, name));
  }
  return subschemas;
}

function listMembers(map: unknown): readonly (readonly [string, unknown])[] {
  return typeof map === 'object' && map !== null ? Object.entries(map) : [];
}

/** True for a value that can be a schema: an object, `true` or `false`. */
export function isSchema(value: unknown): value is JsonSchema | boolean {
  return typeof value === 'boolean' || isRecord(value);
}

/** The form in which a keyword holds schemas: as its value, in a list or a map, or in a map of maps. */
export type SubschemaForm = 'one' | 'list' | 'map' | 'maps';

/**
 * The keywords whose values hold schemas, in any dialect. `items` may hold one or a list, and
 * members of `dependencies` may be lists of names, so a walker must look at the value.
 */
export const SUBSCHEMA_FORMS: ReadonlyMap<string, SubschemaForm> = new Map([
  ['properties', 'map'],
  ['patternProperties', 'map'],
  ['$defs', 'map'],
  ['definitions', 'map'],
  ['dependentSchemas', 'map'],
  ['dependencies', 'map'],
  ['propertyDependencies', 'maps'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['prefixItems', 'list'],
  ['items', 'one'],
  ['additionalItems', 'one'],
  ['additionalProperties', 'one'],
  ['unevaluatedItems', 'one'],
  ['unevaluatedProperties', 'one'],
  ['contains', 'one'],
  ['contentSchema', 'one'],
  ['not', 'one'],
  ['if', 'one'],
  ['then', 'one'],
  ['else', 'one'],
  ['propertyNames', 'one'],
]);

/** The keywords whose schemas apply to the value itself, not to a part of it. */
const IN_PLACE_KEYWORDS: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
  'propertyDependencies',
]);

/** Lists the schemas that apply to an object depending on its properties. */
export function listDependent(schema: JsonSchema): readonly unknown[] {
  const { dependentSchemas, dependencies, propertyDependencies } = schema;
  const chosen = listMembers(propertyDependencies).map(([, schemas]) => schemas);
  return [dependentSchemas, dependencies, ...chosen].flatMap((map) =>
    listMembers(map).map(([, member]) => member),
  );
}

const DRAFT_04 = [
  '$schema $ref title description default format definitions',
  'type enum allOf anyOf oneOf not',
  'multipleOf minimum maximum exclusiveMinimum exclusiveMaximum',
  'minLength maxLength pattern',
  'items additionalItems minItems maxItems uniqueItems',
  'properties patternProperties additionalProperties dependencies',
  'required minProperties maxProperties',
  // OpenAPI's keywords: the first is honoured beside `type`, the second is an annotation.
  'nullable discriminator',
  // Of draft-06, but published schemas of draft-04 tell their alternatives apart by it.
  'const',
].flatMap(splitWords);
const DRAFT_06 = [...DRAFT_04, ...splitWords('$id contains propertyNames examples')];
const DRAFT_07 = [
  ...DRAFT_06,
  ...splitWords('$comment if then else readOnly writeOnly contentMediaType contentEncoding'),
];
const DRAFT_2019_09 = [
  ...DRAFT_07,
  ...splitWords('$anchor $defs $vocabulary $recursiveRef $recursiveAnchor'),
  ...splitWords('dependentRequired dependentSchemas minContains maxContains'),
  ...splitWords('unevaluatedItems unevaluatedProperties contentSchema deprecated'),
];
const DRAFT_2020_12 = [
  ...DRAFT_2019_09.filter((keyword) => !/^(?:\$recursive.*|additionalItems)$/u.test(keyword)),
  ...splitWords('prefixItems $dynamicRef $dynamicAnchor'),
];

const V1 = [
  ...DRAFT_2020_12.filter((keyword) => keyword !== '$vocabulary'),
  'propertyDependencies',
];

/** The keywords that mean something in each dialect, annotations included. */
export const KNOWN_KEYWORDS: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  'draft-04': new Set([...DRAFT_04, 'id']),
  'draft-06': new Set(DRAFT_06),
  'draft-07': new Set(DRAFT_07),
  '2019-09': new Set(DRAFT_2019_09),
  '2020-12': new Set(DRAFT_2020_12),
  v1: new Set(V1),
};

function splitWords(text: string): readonly string[] {
  return text.split(' ');
}
