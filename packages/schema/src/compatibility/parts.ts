import { REFERENCE_KEYWORDS } from '../references/reference-keywords.ts';
import { createConstraints, type Constraints } from './constraints.ts';
import {
  findSubschema,
  listSubschemas,
  listSubschemaNames,
  type LocatedSchema,
} from './schema-document.ts';

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
export function findOtherKeywords(location: LocatedSchema): LocatedSchema | undefined {
  const additional = findSubschema(location, 'additionalProperties');
  if (additional !== undefined || !isSelfContained(location)) return additional;
  return findSubschema(location, 'unevaluatedProperties');
}

/** Returns the schemas that one schema applies to a property of the given name. */
export function findPropertySchemas(
  location: LocatedSchema,
  name: string,
): readonly LocatedSchema[] {
  const declared = findSubschema(location, 'properties', name);
  const matching = listSubschemaNames(location, 'patternProperties')
    .filter((pattern) => location.document.isMatch(pattern, name))
    .flatMap((pattern) => findSubschema(location, 'patternProperties', pattern) ?? []);
  const described = [...(declared === undefined ? [] : [declared]), ...matching];
  if (described.length > 0) return described;
  const additional = findOtherKeywords(location);
  return additional === undefined ? [] : [additional];
}

/** Returns the constraints about the value of the property with this name, if an object has one. */
export function gatherPropertyConstraints({ locations }: Constraints, name: string): Constraints {
  return createConstraints(locations.flatMap((location) => findPropertySchemas(location, name)));
}

/**
 * Returns the constraints about the values of properties that match this pattern and are declared
 * nowhere.
 */
export function gatherPatternConstraints({ locations }: Constraints, pattern: string): Constraints {
  return createConstraints(
    locations.flatMap((location) => {
      return findSubschema(location, 'patternProperties', pattern) ?? [];
    }),
  );
}

/**
 * Returns the constraints about the values of properties that are neither declared nor match a pattern.
 */
export function gatherOtherConstraints({ locations }: Constraints): Constraints {
  return createConstraints(locations.flatMap((location) => findOtherKeywords(location) ?? []));
}

/** The schemas of the first items of arrays, and the one schema of all further items. */
interface ItemSchemas {
  readonly first: readonly LocatedSchema[];
  readonly additional: LocatedSchema | undefined;
}

/** The schemas of items that were looked up, because each position asks for them. */
const itemSchemas = new WeakMap<LocatedSchema, ItemSchemas>();

/** Returns the schemas of the first items of arrays, and the one schema of all further items. */
export function findItemSchemas(location: LocatedSchema): ItemSchemas {
  const cached = itemSchemas.get(location);
  if (cached !== undefined) return cached;
  const read = readItemSchemas(location);
  itemSchemas.set(location, read);
  return read;
}

function readItemSchemas(location: LocatedSchema): ItemSchemas {
  const isList = location.schema !== false && Array.isArray(location.schema['items']);
  const first = listSubschemas(location, isList ? 'items' : 'prefixItems');
  const additional = findSubschema(location, isList ? 'additionalItems' : 'items');
  const isRestKnown = location.schema !== false && location.schema['items'] === true;
  if (additional !== undefined || isRestKnown || !isSelfContained(location))
    return { first, additional };
  return { first, additional: findSubschema(location, 'unevaluatedItems') };
}

/** Returns the constraints about the item at an index of an array, if the array has one. */
export function gatherItemConstraints({ locations }: Constraints, position: number): Constraints {
  return createConstraints(
    locations.flatMap((location) => {
      const { first, additional } = findItemSchemas(location);
      return first[position] ?? additional ?? [];
    }),
  );
}

/** Returns how many items at the beginning of arrays have schemas of their own. */
export function countFirst({ locations }: Pick<Constraints, 'locations'>): number {
  return Math.max(0, ...locations.map((location) => findItemSchemas(location).first.length));
}

/** True if it is certain that no value fits the constraints; false if one does, or it is uncertain. */
export function isImpossible(constraints: Constraints, depth: number = 4): boolean {
  if (constraints.kinds.size === 0) return true;
  if (depth === 0 || constraints.kinds.size > 1 || !constraints.kinds.has('object')) return false;
  return listRequired(constraints).some((name) =>
    isImpossible(gatherPropertyConstraints(constraints, name), depth - 1),
  );
}

/** Lists the names of the properties that every object of these constraints is required to have. */
export function listRequired({ locations }: Pick<Constraints, 'locations'>): readonly string[] {
  return [
    ...new Set(
      locations.flatMap(({ schema }) => {
        const required = schema === false ? undefined : schema['required'];
        return Array.isArray(required) ? required.map(String) : [];
      }),
    ),
  ];
}

/** Lists the names of properties that the schemas of these constraints declare. */
export function listDeclared({ locations }: Pick<Constraints, 'locations'>): readonly string[] {
  return [...new Set(locations.flatMap((location) => listSubschemaNames(location, 'properties')))];
}

/** Lists the patterns by which the schemas of these constraints describe properties. */
export function listPropertyPatterns({
  locations,
}: Pick<Constraints, 'locations'>): readonly string[] {
  return [
    ...new Set(locations.flatMap((location) => listSubschemaNames(location, 'patternProperties'))),
  ];
}
