/** Where the value of a keyword holds schemas. `items` may hold one or a list. */
export const SUBSCHEMA_PLACES: ReadonlyMap<string, 'one' | 'list' | 'map'> = new Map([
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

/** The keywords that mean something for objects only. */
export const OBJECT_KEYWORDS = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'required',
] as const;

/** The keywords that mean something for arrays only, and say what is in them. */
export const ARRAY_KEYWORDS = ['items', 'prefixItems', 'additionalItems'] as const;

/** True for drafts in which everything beside a `$ref` is ignored. */
export function isLegacyDialect(dialect: unknown): boolean {
  return typeof dialect === 'string' && /\/draft-0[34567]\//u.test(dialect);
}
