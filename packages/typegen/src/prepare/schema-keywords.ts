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

type Schema = Readonly<Record<string, unknown>>;

/** Keywords by which other schemas have a say about the same object. */
const COMPOSING = ['allOf', 'anyOf', 'oneOf', '$ref', '$dynamicRef'];
/** The same for those that are not read, so that nobody knows what they say. */
const UNREAD = ['if', 'dependentSchemas', 'dependencies'];

/** True if other schemas have a say about the same object. */
export function isComposed(schema: Schema): boolean {
  return [...COMPOSING, ...UNREAD].some((keyword) => keyword in schema);
}

/** True if there may be only those properties that it or the schemas beside it list. */
export function leavesToOthers(schema: Schema): boolean {
  return (
    schema['unevaluatedProperties'] === false &&
    isComposed(schema) &&
    !UNREAD.some((keyword) => keyword in schema)
  );
}
