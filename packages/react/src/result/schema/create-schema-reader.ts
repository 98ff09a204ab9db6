import { followReference, type Json, type JsonSchema } from '@formwork/schema';
import { isRecord, getOwn, toList, toRecord } from '@formwork/schema/json';
import { inferTypes, listValues } from '../../form-schema/infer-types.ts';

/**
 * The points for a constant of an alternative that equals the value; a known property gives one
 * point. The alternative with the most points is chosen.
 */
const CONSTANT_WEIGHT = 1000;

/** The keyword under which a merged schema keeps the title of the alternative that was chosen. */
export const VARIANT_TITLE = 'x-formwork-variant';

/**
 * The maximum number of references, parts of `allOf` and alternatives that are followed for one
 * value.
 */
const MAX_STEPS = 64;

/** The maximum number of alternatives of one union that are compared with a value. */
const MAX_VARIANTS = 100;

/**
 * Merges the schemas that apply to a value into one: follows references, joins `allOf`, and chooses
 * the alternative that fits best. A part that leads nowhere, in circles or too far is ignored,
 * because the schema may come from anybody.
 */
export interface SchemaReader {
  read(schema: unknown, value: Json | undefined): JsonSchema;
  /** Returns the schema of an object's member, from the merged schema of the object. */
  member(schema: JsonSchema, name: string): unknown;
  /** Returns the schema of a list's item, from the merged schema of the list. */
  item(schema: JsonSchema, position: number): unknown;
}

/** Makes a reader for the schemas of one document. */
export function createSchemaReader(root: JsonSchema): SchemaReader {
  function follow(schema: unknown): JsonSchema {
    let resolved = schema;
    for (let steps = 0; steps < MAX_STEPS && isRecord(resolved); steps += 1) {
      const target = followReference(resolved, root);
      if (target === undefined) return resolved;
      resolved = target;
    }
    return toRecord(resolved);
  }

  function read(
    schema: unknown,
    value: Json | undefined,
    budget: { steps: number } = { steps: MAX_STEPS },
  ): JsonSchema {
    if (!isRecord(schema) || budget.steps <= 0) return {};
    budget.steps -= 1;
    let whole: JsonSchema = read(followReference(schema, root), value, budget);
    for (const part of toList(schema['allOf'])) whole = merge(whole, read(part, value, budget));
    const variants = [...toList(schema['oneOf']), ...toList(schema['anyOf'])];
    if (variants.length > 0 && value !== undefined) {
      const choices = variants.slice(0, MAX_VARIANTS).map((variant) => follow(variant));
      const chosen = chooseVariant(choices, value);
      const { title, ...variant } = chosen === undefined ? {} : read(chosen, value, budget);
      whole = merge(
        whole,
        typeof title === 'string' ? { ...variant, [VARIANT_TITLE]: title } : variant,
      );
    }
    return merge(whole, schema);
  }

  return {
    read,
    member(schema, name) {
      return getOwn(schema['properties'], name) ?? schema['additionalProperties'];
    },
    item(schema, position) {
      const tuple = schema['prefixItems'] ?? schema['items'];
      if (Array.isArray(tuple) && position < tuple.length) return tuple[position];
      return Array.isArray(schema['items']) ? schema['additionalItems'] : schema['items'];
    },
  };
}

/** Merges two schemas into one; where both have a keyword, the second one counts. */
function merge(base: JsonSchema, override: JsonSchema): JsonSchema {
  const properties = [base['properties'], override['properties']].filter(isRecord);
  const merged = { ...base, ...override };
  return properties.length < 2
    ? merged
    : { ...merged, properties: { ...properties[0], ...properties[1] } };
}

/**
 * Chooses the alternative that fits a value best, by its constants and then by the names of its
 * properties; `undefined` if none fits. It compares one level only.
 */
function chooseVariant(variants: readonly JsonSchema[], value: Json): JsonSchema | undefined {
  let best: JsonSchema | undefined;
  let most = -1;
  for (const variant of variants) {
    const score = toScore(variant, value);
    if (score <= most) continue;
    most = score;
    best = variant;
  }
  return best;
}

/**
 * Returns the points of an alternative for a value, from 0 upwards; -1 if the value does not fit.
 */
function toScore(schema: JsonSchema, value: Json): number {
  const values = listValues(schema);
  if (values !== undefined) return values.includes(value) ? CONSTANT_WEIGHT : -1;
  const types = inferTypes(schema);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) return -1;
  if (!isRecord(value)) return 0;
  const required = schema['required'];
  if (Array.isArray(required) && required.some((name) => !Object.hasOwn(value, String(name)))) {
    return -1;
  }
  let score = 0;
  for (const [name, member] of Object.entries(value).slice(0, 100)) {
    const property = getOwn(schema['properties'], name);
    if (!isRecord(property)) continue;
    const constants = listValues(property);
    if (constants !== undefined && !constants.includes(member)) return -1;
    score += constants === undefined ? 1 : CONSTANT_WEIGHT;
  }
  return score;
}

function isOfType(value: Json, type: string): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  if (typeof value === 'number') {
    return type === 'number' || (type === 'integer' && Number.isInteger(value));
  }
  return typeof value === type;
}
