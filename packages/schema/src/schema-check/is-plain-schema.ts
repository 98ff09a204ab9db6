import { isRecord } from '../json/record.ts';
import type { Dialect } from '../references/dialect.ts';

/**
 * A function that is true for a value which a keyword may have in every dialect of {@link
 * DIALECTS}.
 */
type Fits = (value: unknown, depth: number) => boolean;

/**
 * The dialects whose plain schemas need no meta-schema. Drafts 04 and 06 demand more of some
 * keywords, and are rare.
 */
const DIALECTS: ReadonlySet<Dialect> = new Set(['draft-07', '2019-09', '2020-12', 'v1']);

/** The deepest nesting of a schema that counts as plain. */
const MAX_DEPTH = 64;

const TYPES: ReadonlySet<unknown> = new Set([
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
]);

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

const isAnything: Fits = () => true;
const isText: Fits = (value) => typeof value === 'string';
const isFlag: Fits = (value) => typeof value === 'boolean';
const isNumber: Fits = (value) => Number.isFinite(value);
const isCount: Fits = (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isPositive: Fits = (value) => Number.isFinite(value) && Number(value) > 0;
const isList: Fits = (value) => Array.isArray(value);

/** True for an `$id` without a fragment, which would have to be empty or an anchor. */
const isLocation: Fits = (value) => typeof value === 'string' && !value.includes('#');

/**
 * True for an `enum` of different scalars. An `enum` with objects is left to the meta-schema,
 * because comparing them takes longer.
 */
const isEnum: Fits = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  Array.from<unknown>(value).every((item) => item === null || SCALARS.has(typeof item)) &&
  new Set(value).size === value.length;

const isNames: Fits = (value) =>
  Array.isArray(value) &&
  Array.from<unknown>(value).every((name) => typeof name === 'string') &&
  new Set(value).size === value.length;

const isNamesMap: Fits = (value, depth) =>
  isPlainObject(value) && Object.values(value).every((names) => isNames(names, depth));

const isType: Fits = (value) =>
  TYPES.has(value) ||
  (Array.isArray(value) &&
    value.length > 0 &&
    isNames(value, 0) &&
    value.every((type) => TYPES.has(type)));

const isSchemaList: Fits = (value, depth) =>
  Array.isArray(value) &&
  value.length > 0 &&
  Array.from<unknown>(value).every((inner) => isPlain(inner, depth));

const isSchemaMap: Fits = (value, depth) =>
  isPlainObject(value) && Object.values(value).every((inner) => isPlain(inner, depth));

/**
 * The keywords of plain schemas, with the check of their values; any other keyword needs a
 * meta-schema.
 */
const KEYWORDS: ReadonlyMap<string, Fits> = new Map([
  ...listEntries(isAnything, 'const default'),
  ...listEntries(isText, '$schema $ref $comment title description pattern format'),
  ...listEntries(isText, 'contentMediaType contentEncoding'),
  ...listEntries(isFlag, 'readOnly writeOnly deprecated uniqueItems'),
  ...listEntries(isNumber, 'minimum maximum exclusiveMinimum exclusiveMaximum'),
  ...listEntries(isCount, 'minLength maxLength minItems maxItems minProperties maxProperties'),
  ...listEntries(isCount, 'minContains maxContains'),
  ...listEntries(isList, 'examples'),
  ...listEntries(isPositive, 'multipleOf'),
  ...listEntries(isLocation, '$id'),
  ...listEntries(isEnum, 'enum'),
  ...listEntries(isNames, 'required'),
  ...listEntries(isNamesMap, 'dependentRequired'),
  ...listEntries(isType, 'type'),
  ...listEntries(isPlain, 'items contains additionalProperties propertyNames not if then else'),
  ...listEntries(isPlain, 'unevaluatedItems unevaluatedProperties'),
  ...listEntries(isSchemaList, 'allOf anyOf oneOf prefixItems'),
  ...listEntries(isSchemaMap, 'properties patternProperties dependentSchemas $defs definitions'),
]);

/**
 * True if the schema surely fits the meta-schema of its dialect; false if it does not, or if it has
 * keywords or values that are too rare to be known here.
 *
 * Compiling a meta-schema takes longer than everything else that a program does with the schemas of
 * an agent when it starts; for most schemas this shows that no meta-schema is needed.
 */
export function isPlainSchema(schema: unknown, dialect: Dialect): boolean {
  return DIALECTS.has(dialect) && isPlain(schema, 0);
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'boolean') return true;
  if (depth === MAX_DEPTH || !isPlainObject(value)) return false;
  return Object.entries(value).every(([keyword, inner]) => {
    if (keyword.startsWith('x-')) return true;
    return KEYWORDS.get(keyword)?.(inner, depth + 1) ?? false;
  });
}

/** True for a plain object, whose own members are all that validators see, as in JSON. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Reflect.ownKeys(value).length === Object.keys(value).length;
}

function listEntries(fits: Fits, names: string): readonly (readonly [string, Fits])[] {
  return names.split(' ').map((name) => [name, fits]);
}
