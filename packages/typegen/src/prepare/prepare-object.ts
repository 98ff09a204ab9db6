import { REFERENCE_KEYWORDS } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import { descend, PART, type Preparation, type Surroundings } from './preparation.ts';
import { NEVER, unite, UNKNOWN, type TypeNode, type TypeProperty } from './type-node.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The keywords that mean something for objects only. */
export const OBJECT_KEYWORDS = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'required',
] as const;

/** Matches patterns that fit every name, such as `.*`. */
const ANY_NAME = /^(?:\^?(?:\.\*|\.\+|\[\\s\\S\][*+])?\$?|\^\.\*|\.)$/u;

/** The keywords that apply further schemas to the same object. */
const COMPOSING = ['allOf', 'anyOf', 'oneOf', ...REFERENCE_KEYWORDS];

/** The keywords that apply further schemas to the same object, but are not read for its type. */
const UNREAD = ['if', 'dependentSchemas', 'dependencies', 'propertyDependencies'];

/** Prepares the type of an object from its keywords. */
export function prepareObject(
  preparation: Preparation,
  schema: Schema,
  surroundings: Surroundings,
): TypeNode {
  const parts = { ...surroundings, ...PART };
  const additional = prepareUnlistedProperties(preparation, schema, surroundings);
  const listed = prepareProperties(preparation, schema, parts);
  const listedNames = new Set(listed.map(({ name }) => name));
  const hasPatterns = isRecord(schema['patternProperties']);
  const further = [...listRequired(schema)]
    .filter((name) => !listedNames.has(name) && !hasPatterns)
    .map((name) => ({ name, node: additional ?? UNKNOWN, required: true }));
  const properties = [...listed, ...further];
  const names = listNames(schema);
  if (names !== undefined && properties.length === 0) {
    return createObjectOf(names, additional ?? UNKNOWN);
  }
  if (properties.length > 0 || additional !== undefined)
    return { kind: 'object', properties, additional };
  // If schemas beside the current one decide about the properties, it adds nothing.
  return (surroundings.covered && !isClosed(schema)) || leavesToBranches(schema)
    ? UNKNOWN
    : { kind: 'object', properties, additional: NEVER };
}

function prepareProperties(
  preparation: Preparation,
  schema: Schema,
  surroundings: Surroundings,
): readonly TypeProperty[] {
  const { properties } = schema;
  if (!isRecord(properties)) return [];
  const required = listRequired(schema);
  const inside = descend(surroundings, 'properties');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    node: preparation.prepare(property, descend(inside, name)),
    // In draft 03 the property itself says that it is required.
    required: required.has(name) || (isRecord(property) && property['required'] === true),
  }));
}

/** Prepares the type of properties that are not listed; `undefined` when there may be none. */
function prepareUnlistedProperties(
  preparation: Preparation,
  schema: Schema,
  surroundings: Surroundings,
): TypeNode | undefined {
  const inside = { ...surroundings, ...PART };
  const additional = prepareAdditional(preparation, schema, surroundings);
  const { patternProperties } = schema;
  if (!isRecord(patternProperties)) return additional;
  const patterns = Object.entries(patternProperties);
  const nodes = patterns.map(([pattern, property]) =>
    preparation.prepare(property, descend(descend(inside, 'patternProperties'), pattern)),
  );
  if (patterns.some(([pattern]) => ANY_NAME.test(pattern))) return unite(nodes);
  const all = additional === undefined ? nodes : [...nodes, additional];
  return all.length === 0 ? undefined : unite(all);
}

function prepareAdditional(
  preparation: Preparation,
  schema: Schema,
  surroundings: Surroundings,
): TypeNode | undefined {
  if (isClosed(schema)) return undefined;
  const inside = { ...surroundings, ...PART };
  for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
    // Which properties are unevaluated depends on the schemas beside this one.
    if (keyword === 'unevaluatedProperties' && isComposed(schema)) continue;
    const value = schema[keyword];
    if (isRecord(value)) return preparation.prepare(value, descend(inside, keyword));
  }
  if (schema['additionalProperties'] === true) return UNKNOWN;
  return surroundings.covered || leavesToBranches(schema) ? undefined : UNKNOWN;
}

function isClosed(schema: Schema): boolean {
  const { additionalProperties, unevaluatedProperties } = schema;
  if (additionalProperties === false) return true;
  return (
    unevaluatedProperties === false && additionalProperties === undefined && !isComposed(schema)
  );
}

function createObjectOf(names: readonly string[], node: TypeNode): TypeNode {
  const properties = names.map((name) => ({ name, node, required: false }));
  return { kind: 'object', properties, additional: properties.length === 0 ? NEVER : undefined };
}

/** Returns the names that `propertyNames` allows, if it lists them; `undefined` otherwise. */
function listNames(schema: Schema): readonly string[] | undefined {
  const { propertyNames } = schema;
  const names = isRecord(propertyNames) ? propertyNames['enum'] : undefined;
  if (!Array.isArray(names) || names.length > 500) return undefined;
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}

function listRequired({ required }: Schema): ReadonlySet<string> {
  return new Set(
    Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [],
  );
}

/** True if other schemas describe the same object as this one. */
function isComposed(schema: Schema): boolean {
  return [...COMPOSING, ...UNREAD].some((keyword) => keyword in schema);
}

/** True if an object may only have properties that its schema, or the schemas beside it, list. */
export function leavesToBranches(schema: Schema): boolean {
  return (
    schema['unevaluatedProperties'] === false &&
    isComposed(schema) &&
    !UNREAD.some((keyword) => keyword in schema)
  );
}
