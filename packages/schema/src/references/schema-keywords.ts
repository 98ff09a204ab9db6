import type { Dialect } from './dialect.ts';

/** Where the value of a keyword holds schemas. */
export type SubschemaPlace = 'one' | 'list' | 'map';

/**
 * The keywords whose values hold schemas, in any dialect. `items` may hold one or a list, and
 * members of `dependencies` may be lists of names; whoever walks must look at the value.
 */
export const SUBSCHEMA_PLACES: ReadonlyMap<string, SubschemaPlace> = new Map([
  ['properties', 'map'],
  ['patternProperties', 'map'],
  ['$defs', 'map'],
  ['definitions', 'map'],
  ['dependentSchemas', 'map'],
  ['dependencies', 'map'],
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

/** Keywords whose schemas apply to the value itself, not to a part of it. */
export const IN_PLACE_KEYWORDS: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
]);

const DRAFT_04 = [
  '$schema $ref title description default format definitions',
  'type enum allOf anyOf oneOf not',
  'multipleOf minimum maximum exclusiveMinimum exclusiveMaximum',
  'minLength maxLength pattern',
  'items additionalItems minItems maxItems uniqueItems',
  'properties patternProperties additionalProperties dependencies',
  'required minProperties maxProperties',
  // Of OpenAPI: the first is honoured beside `type`, the second is an annotation.
  'nullable discriminator',
].flatMap(toWords);
const DRAFT_06 = [...DRAFT_04, ...toWords('$id const contains propertyNames examples')];
const DRAFT_07 = [
  ...DRAFT_06,
  ...toWords('$comment if then else readOnly writeOnly contentMediaType contentEncoding'),
];
const DRAFT_2019_09 = [
  ...DRAFT_07,
  ...toWords('$anchor $defs $vocabulary $recursiveRef $recursiveAnchor'),
  ...toWords('dependentRequired dependentSchemas minContains maxContains'),
  ...toWords('unevaluatedItems unevaluatedProperties contentSchema deprecated'),
];
const DRAFT_2020_12 = [
  ...DRAFT_2019_09.filter((keyword) => !/^(?:\$recursive.*|additionalItems)$/u.test(keyword)),
  ...toWords('prefixItems $dynamicRef $dynamicAnchor'),
];

/** The keywords that mean something in each dialect, annotations included. */
export const KNOWN_KEYWORDS: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  'draft-04': new Set([...DRAFT_04, 'id']),
  'draft-06': new Set(DRAFT_06),
  'draft-07': new Set(DRAFT_07),
  '2019-09': new Set(DRAFT_2019_09),
  '2020-12': new Set(DRAFT_2020_12),
};

function toWords(text: string): readonly string[] {
  return text.split(' ');
}
