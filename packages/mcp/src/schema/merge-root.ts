import type { JsonSchema } from '@formwork/schema';
import { isRecord, toRecord, isSameJson } from '@formwork/schema/json';
import { type ProjectedSchema } from './projection.ts';

/**
 * The rules of a schema's root and of all schemas in its `allOf`, collected while they are merged.
 */
interface Gathered {
  readonly properties: Map<string, ProjectedSchema>;
  readonly patterns: ProjectedSchema[];
  readonly required: Set<string>;
  readonly unions: (readonly ProjectedSchema[])[];
  readonly types: Set<string>;
  isClosed: boolean;
  isLooser: boolean;
}

/**
 * Merges the `allOf` of a root into one object, and decides whether its alternatives can be
 * flattened.
 */
export function mergeRoot(root: ProjectedSchema): {
  /**
   * Whether the unions could be flattened; `alternatives` have arguments of their own, so they can
   * stay only inside a property.
   */
  readonly kind: 'flat' | 'alternatives';
  /** False if the input is something other than an object, such as a list. */
  readonly isObject: boolean;
  readonly schema: JsonSchema;
  readonly rules: readonly string[];
  readonly isLooser: boolean;
  readonly covers: 'all' | 'objects';
} {
  const all: Gathered = {
    properties: new Map(),
    patterns: [],
    required: new Set(),
    unions: [],
    types: new Set(),
    isClosed: false,
    isLooser: false,
  };
  gather(root, all);
  const isTyped = all.types.size === 1 && all.types.has('object');
  const branchesAreObjects = all.unions.some((branches) => branches.every(isObjectSchema));
  const looksLikeOne = all.types.size === 0 && (all.properties.size > 0 || all.required.size > 0);
  const base = {
    isObject: isTyped || (all.types.size === 0 && branchesAreObjects) || looksLikeOne,
    covers: isTyped || branchesAreObjects ? ('all' as const) : ('objects' as const),
    schema: writeSchema(root, all),
  };
  const isFixed = Object.hasOwn(root, 'enum') || Object.hasOwn(root, 'const');
  const isFlat =
    !isFixed &&
    all.unions.every((branches) => branches.every((branch) => addsNothing(branch, all.properties)));
  const isLooser = all.isLooser || (isFlat && all.unions.length > 0);
  if (!isFlat) return { kind: 'alternatives', ...base, rules: [], isLooser };
  return { kind: 'flat', ...base, rules: all.unions.flatMap(tellNeeds), isLooser };
}

function gather(schema: ProjectedSchema, all: Gathered): void {
  const { type, properties, patternProperties, required, anyOf, allOf } = schema;
  for (const typeName of [type].flat()) if (typeof typeName === 'string') all.types.add(typeName);
  for (const [name, property] of Object.entries(toRecord(properties))) {
    const previous = all.properties.get(name);
    const next = toRecord(property);
    const isNew = previous === undefined || isSameJson(previous, next);
    all.properties.set(name, isNew ? next : { allOf: [previous, next] });
  }
  if (isRecord(patternProperties)) all.patterns.push(patternProperties);
  for (const name of Array.isArray(required) ? required : []) all.required.add(String(name));
  if (schema['additionalProperties'] === false) all.isClosed = true;
  if (Array.isArray(anyOf)) all.unions.push(anyOf.filter(isRecord));
  for (const member of Array.isArray(allOf) ? allOf.filter(isRecord) : []) gather(member, all);
}

function isObjectSchema(schema: ProjectedSchema): boolean {
  if (schema['type'] === 'object') return true;
  const { allOf, anyOf } = schema;
  if (Array.isArray(allOf) && allOf.filter(isRecord).some(isObjectSchema)) return true;
  return Array.isArray(anyOf) && anyOf.length > 0 && anyOf.filter(isRecord).every(isObjectSchema);
}

/** True if an alternative only adds rules for properties that the root has without it. */
function addsNothing(
  branch: ProjectedSchema,
  properties: ReadonlyMap<string, ProjectedSchema>,
): boolean {
  const { properties: members, anyOf, allOf } = branch;
  const names = isRecord(members) ? Object.keys(members) : [];
  const inner = [anyOf, allOf].flatMap((list) =>
    Array.isArray(list) ? list.filter(isRecord) : [],
  );
  return (
    names.every((name) => properties.has(name)) &&
    inner.every((member) => addsNothing(member, properties))
  );
}

function writeSchema(root: ProjectedSchema, all: Gathered): JsonSchema {
  const hasPatterns = all.patterns.length > 0;
  const [patterns] = all.patterns;
  const isSingle = !Object.hasOwn(root, 'allOf');
  // With several sets of patterns, no single set may close the object.
  const patternPart = isSingle && hasPatterns ? { patternProperties: patterns } : {};
  const hasAdditional = isSingle && isRecord(root['additionalProperties']);
  const isClosed = all.isClosed && (isSingle || !hasPatterns);
  return {
    ...pick(root, ['title', 'description', 'examples', 'default']),
    type: 'object',
    properties: Object.fromEntries(all.properties),
    ...(all.required.size > 0 && { required: [...all.required] }),
    ...patternPart,
    ...(isClosed && { additionalProperties: false }),
    ...(hasAdditional && { additionalProperties: root['additionalProperties'] }),
    ...pick(root, ['minProperties', 'maxProperties']),
  };
}

function pick(draft: ProjectedSchema, keywords: readonly string[]): ProjectedSchema {
  return Object.fromEntries(
    keywords.filter((keyword) => Object.hasOwn(draft, keyword)).map((name) => [name, draft[name]]),
  );
}

/** Describes in a sentence alternatives that differ only in the arguments that they require. */
function tellNeeds(branches: readonly ProjectedSchema[]): readonly string[] {
  const needs = branches.map(({ required }) => (Array.isArray(required) ? required : []));
  if (needs.length < 2 || needs.some((names) => names.length === 0)) return [];
  const words = needs.map((names) => names.map((name) => JSON.stringify(name)).join(' and '));
  return [`Give ${words.join(', or ')}.`];
}
