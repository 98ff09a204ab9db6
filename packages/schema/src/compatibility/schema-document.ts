import { appendPointer } from '../json/json-pointer.ts';
import { isRecord } from '../json/record.ts';
import { createPatternMatcher, type PatternMatcher } from '../pattern/pattern-matcher.ts';
import type { Dialect } from '../references/dialect.ts';
import { isReferenceAlone, isReferenceKeyword } from '../references/reference-keywords.ts';
import { KNOWN_KEYWORDS } from '../references/schema-keywords.ts';
import type { SchemaReferences, SchemaResource } from '../references/schema-references.ts';
import { indexSchema, type SchemaIndex } from '../schema-check/index-schema.ts';
import type { JsonSchema } from '../types/json.ts';
import type { Validator } from '../validation/create-validator.ts';
import { createRemoteValidator } from '../vetting/create-remote-validator.ts';
import type { VettedSchema } from '../vetting/vet-schema-shape.ts';
import type { ComparisonWork } from './comparison-work.ts';

/**
 * A schema document that takes part in a comparison, prepared for looking up its schemas and trying
 * values on them.
 */
export interface SchemaDocument {
  readonly side: 'old' | 'new';
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
  readonly index: SchemaIndex;
  /** The JSON pointers that the references of a schema lead to, by the pointer of that schema. */
  readonly targets: ReadonlyMap<string, readonly string[]>;
  /** The schemas that were looked up, by pointer: one object for each. */
  readonly locations: Map<string, LocatedSchema>;
  /** The work that is left for the whole comparison. */
  readonly work: ComparisonWork;
  /**
   * True if some schema says `unevaluatedProperties` or `unevaluatedItems`, for which it counts that
   * another one says `additionalProperties: true`.
   */
  readonly asksUnevaluated: boolean;
  /** True if the target of a reference depends on the schemas through which a value comes to it. */
  readonly isOpen: boolean;
  /** The validator of the whole schema of the document. */
  readonly validator: Validator;
  /** True if the schema at the given pointer of this document accepts the value. */
  accepts(pointer: string, value: unknown): boolean;
  /** True if the name of a property matches a pattern. */
  isMatch(pattern: string, name: string): boolean;
}

/** One schema within a document: the document, the pointer to it, and its keywords. */
export interface LocatedSchema {
  readonly document: SchemaDocument;
  readonly pointer: string;
  /**
   * The keywords of the schema, without those that its dialect does not know; `false` if it accepts
   * nothing.
   */
  readonly schema: JsonSchema | false;
}

/**
 * The longest check of one value against a part of a schema, in milliseconds. The values are small,
 * because they are made from the schemas.
 */
const MILLISECONDS = 25;

/** The steps to look whether a verdict is known already. */
const ACCEPT_STEPS = 5;

/** Prepares a schema that has passed `vetSchema` for a comparison. */
export function createDocument(
  vetted: VettedSchema,
  { side, work }: Pick<SchemaDocument, 'side' | 'work'>,
): SchemaDocument {
  const index = indexSchema(vetted.schema, vetted.dialect);
  const targets = new Map<string, readonly string[]>();
  for (const { source, target } of index.references) {
    if (target !== undefined) targets.set(source, [...(targets.get(source) ?? []), target]);
  }
  const validators = new Map<string, Validator>();

  function getValidator(pointer: string): Validator {
    const cached = validators.get(pointer);
    if (cached !== undefined) return cached;
    const subschema = vetted.runnable.references.places[0]?.get(pointer) ?? vetted.runnable.place;
    const runnable = { ...vetted.runnable, place: subschema, budget: work };
    const validator = createRemoteValidator(
      { ...vetted, runnable },
      { milliseconds: MILLISECONDS },
    );
    validators.set(pointer, validator);
    return validator;
  }

  // Verdicts are remembered, because the gaps try almost the same values.
  const verdicts = new Map<string, boolean>();

  function accepts(pointer: string, value: unknown): boolean {
    work.spend(ACCEPT_STEPS);
    const key = JSON.stringify([pointer, value]);
    const cached = verdicts.get(key);
    if (cached !== undefined) return cached;
    const verdict = getValidator(pointer).isValid(value);
    verdicts.set(key, verdict);
    return verdict;
  }

  const matchers = new Map<string, PatternMatcher>();

  function isMatch(pattern: string, name: string): boolean {
    const matcher = matchers.get(pattern) ?? createPatternMatcher(pattern);
    matchers.set(pattern, matcher);
    const matches = matcher.test(name, work);
    work.spend(1);
    return matches;
  }

  const { references } = vetted.runnable;
  return {
    side,
    locations: new Map(),
    work,
    asksUnevaluated: asksUnevaluated(index, vetted.dialect),
    isOpen: isOpen(references),
    schema: vetted.schema,
    dialect: vetted.dialect,
    index,
    targets,
    validator: getValidator(''),
    accepts,
    isMatch,
  };
}

function asksUnevaluated({ places }: SchemaIndex, dialect: Dialect): boolean {
  const asking = ['unevaluatedProperties', 'unevaluatedItems'].filter((keyword) =>
    KNOWN_KEYWORDS[dialect].has(keyword),
  );
  return [...places.values()].some(
    ({ schema }) => isRecord(schema) && asking.some((keyword) => Object.hasOwn(schema, keyword)),
  );
}

/** True if a dynamic reference may lead to one of several schemas. */
function isOpen({ places, referencesOf }: SchemaReferences): boolean {
  const resources = new Set(
    places.flatMap((byPointer) => [...byPointer.values()].map(({ resource }) => resource)),
  );
  const isAnyOf = (isAnchor: (resource: SchemaResource) => boolean): boolean =>
    [...resources].filter(isAnchor).length > 1;
  return [...referencesOf.values()].flat().some(({ keyword, fragment, target }) => {
    if (keyword === '$recursiveRef' && target?.resource.isRecursive === true)
      return isAnyOf((resource) => resource.isRecursive);
    if (keyword !== '$dynamicRef' || target === undefined) return false;
    return (
      target.resource.dynamicAnchors.get(fragment) === target &&
      isAnyOf((resource) => resource.dynamicAnchors.has(fragment))
    );
  });
}

/**
 * Returns the schema at a JSON pointer of a document; one that accepts everything if there is none.
 */
export function locateSchema(document: SchemaDocument, pointer: string): LocatedSchema {
  const cached = document.locations.get(pointer);
  if (cached !== undefined) return cached;
  const location = readLocation(document, pointer);
  document.locations.set(pointer, location);
  return location;
}

function readLocation(document: SchemaDocument, pointer: string): LocatedSchema {
  const schema = document.index.places.get(pointer)?.schema ?? true;
  if (schema === false) return { document, pointer, schema: false };
  if (schema === true) return { document, pointer, schema: {} };
  const keywords = KNOWN_KEYWORDS[document.dialect];
  const entries = Object.entries(schema)
    .filter(([keyword]) => keywords.has(keyword))
    .map(([keyword, value]): readonly [string, unknown] => [
      keyword,
      isOldTuple(keyword, value, document) ? true : value,
    ]);
  const isAlone = isReferenceAlone(schema, document.dialect);
  const effective = isAlone ? entries.filter(([keyword]) => isReferenceKeyword(keyword)) : entries;
  return { document, pointer, schema: Object.fromEntries(effective) };
}

/** True for a list in `items`, which from 2020-12 on lets all items through. */
function isOldTuple(keyword: string, value: unknown, { dialect }: SchemaDocument): boolean {
  return keyword === 'items' && KNOWN_KEYWORDS[dialect].has('prefixItems') && Array.isArray(value);
}

/**
 * Returns the schema that a keyword of a schema holds, by itself or as a named member; `undefined`
 * if there is none.
 */
export function findSubschema(
  location: LocatedSchema,
  ...segments: readonly PropertyKey[]
): LocatedSchema | undefined {
  const [keyword] = segments;
  if (location.schema === false || !Object.hasOwn(location.schema, String(keyword)))
    return undefined;
  const pointer = segments.reduce<string>(appendPointer, location.pointer);
  return location.document.index.places.has(pointer)
    ? locateSchema(location.document, pointer)
    : undefined;
}

/** Lists the schemas that a keyword such as `anyOf` holds in a list. */
export function listSubschemas(location: LocatedSchema, keyword: string): readonly LocatedSchema[] {
  const list = location.schema === false ? undefined : location.schema[keyword];
  if (!Array.isArray(list)) return [];
  return list.flatMap((_, position) => findSubschema(location, keyword, position) ?? []);
}

/** Lists the names under which a keyword such as `properties` holds schemas. */
export function listSubschemaNames(location: LocatedSchema, keyword: string): readonly string[] {
  const map = location.schema === false ? undefined : location.schema[keyword];
  const names = isRecord(map) ? Object.keys(map) : [];
  location.document.work.spend(names.length);
  return names;
}
