import { REFERENCE_KEYWORDS } from '../references/reference-keywords.ts';
import { createFacts, type Facts } from './facts.ts';
import { findInner, listInner, listInnerNames, type LocatedSchema } from './schema-document.ts';

/**
 * The keywords that apply other schemas to the same value, beside which `unevaluatedProperties`
 * depends on more than its own schema.
 */
const IN_PLACE: readonly string[] = [
  ...REFERENCE_KEYWORDS,
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
  'dependencies',
  'propertyDependencies',
  // From 2020-12 on, the items that it matches are evaluated.
  'contains',
];

/**
 * True for a schema without references and compositions, in which `unevaluatedProperties` therefore
 * means the same as `additionalProperties`.
 */
export function isSelfContained({ schema }: LocatedSchema): boolean {
  return schema !== false && !IN_PLACE.some((keyword) => Object.hasOwn(schema, keyword));
}

/**
 * Returns the schema that applies to properties which are neither declared nor match a pattern;
 * `undefined` if there is none.
 */
export function findOtherKeywords(spot: LocatedSchema): LocatedSchema | undefined {
  const additional = findInner(spot, 'additionalProperties');
  if (additional !== undefined || !isSelfContained(spot)) return additional;
  return findInner(spot, 'unevaluatedProperties');
}

/** Returns the schemas that one schema applies to a property of the given name. */
export function findPropertySpots(spot: LocatedSchema, name: string): readonly LocatedSchema[] {
  const declared = findInner(spot, 'properties', name);
  const matching = listInnerNames(spot, 'patternProperties')
    .filter((pattern) => spot.document.isMatch(pattern, name))
    .flatMap((pattern) => findInner(spot, 'patternProperties', pattern) ?? []);
  const described = [...(declared === undefined ? [] : [declared]), ...matching];
  if (described.length > 0) return described;
  const additional = findOtherKeywords(spot);
  return additional === undefined ? [] : [additional];
}

/** Returns the facts about the value of the property with this name, if an object has one. */
export function gatherPropertyFacts({ spots }: Facts, name: string): Facts {
  return createFacts(spots.flatMap((spot) => findPropertySpots(spot, name)));
}

/**
 * Returns the facts about the values of properties that match this pattern and are declared
 * nowhere.
 */
export function gatherPatternFacts({ spots }: Facts, pattern: string): Facts {
  return createFacts(
    spots.flatMap((spot) => {
      return findInner(spot, 'patternProperties', pattern) ?? [];
    }),
  );
}

/**
 * Returns the facts about the values of properties that are neither declared nor match a pattern.
 */
export function gatherOtherFacts({ spots }: Facts): Facts {
  return createFacts(spots.flatMap((spot) => findOtherKeywords(spot) ?? []));
}

/** The schemas of the first items of arrays, and the one schema of all further items. */
interface ItemSpots {
  readonly first: readonly LocatedSchema[];
  readonly additional: LocatedSchema | undefined;
}

/** The schemas of items that were looked up, because each position asks for them. */
const itemSpots = new WeakMap<LocatedSchema, ItemSpots>();

/** Returns the schemas of the first items of arrays, and the one schema of all further items. */
export function findItemSpots(spot: LocatedSchema): ItemSpots {
  const cached = itemSpots.get(spot);
  if (cached !== undefined) return cached;
  const read = readItemSpots(spot);
  itemSpots.set(spot, read);
  return read;
}

function readItemSpots(spot: LocatedSchema): ItemSpots {
  const isList = spot.schema !== false && Array.isArray(spot.schema['items']);
  const first = listInner(spot, isList ? 'items' : 'prefixItems');
  const additional = findInner(spot, isList ? 'additionalItems' : 'items');
  const isRestKnown = spot.schema !== false && spot.schema['items'] === true;
  if (additional !== undefined || isRestKnown || !isSelfContained(spot))
    return { first, additional };
  return { first, additional: findInner(spot, 'unevaluatedItems') };
}

/** Returns the facts about the item at an index of an array, if the array has one. */
export function gatherItemFacts({ spots }: Facts, position: number): Facts {
  return createFacts(
    spots.flatMap((spot) => {
      const { first, additional } = findItemSpots(spot);
      return first[position] ?? additional ?? [];
    }),
  );
}

/** Returns how many items at the beginning of arrays have schemas of their own. */
export function countFirst({ spots }: Pick<Facts, 'spots'>): number {
  return Math.max(0, ...spots.map((spot) => findItemSpots(spot).first.length));
}

/** True if it is certain that no value fits the facts; false if one does, or it is uncertain. */
export function isImpossible(facts: Facts, depth: number = 4): boolean {
  if (facts.kinds.size === 0) return true;
  if (depth === 0 || facts.kinds.size > 1 || !facts.kinds.has('object')) return false;
  return listRequired(facts).some((name) =>
    isImpossible(gatherPropertyFacts(facts, name), depth - 1),
  );
}

/** Lists the names of the properties that every object of these facts is required to have. */
export function listRequired({ spots }: Pick<Facts, 'spots'>): readonly string[] {
  return [
    ...new Set(
      spots.flatMap(({ schema }) => {
        const required = schema === false ? undefined : schema['required'];
        return Array.isArray(required) ? required.map(String) : [];
      }),
    ),
  ];
}

/** Lists the names of properties that the schemas of these facts declare. */
export function listDeclared({ spots }: Pick<Facts, 'spots'>): readonly string[] {
  return [...new Set(spots.flatMap((spot) => listInnerNames(spot, 'properties')))];
}

/** Lists the patterns by which the schemas of these facts describe properties. */
export function listPropertyPatterns({ spots }: Pick<Facts, 'spots'>): readonly string[] {
  return [...new Set(spots.flatMap((spot) => listInnerNames(spot, 'patternProperties')))];
}
