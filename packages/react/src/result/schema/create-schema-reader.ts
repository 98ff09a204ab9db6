import { followReference, type Json, type JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/internal';
import { chooseVariant } from './choose-variant.ts';
import { getOwn } from './get-own.ts';

/** Under this name a read schema has the title of the alternative that its value is of. */
export const VARIANT_TITLE = 'x-formwork-variant';

/** References, parts and alternatives that are followed for one value. */
const MAX_STEPS = 64;

/** Alternatives that are looked at. */
const MAX_VARIANTS = 100;

/**
 * Reads a schema for a value: references followed, `allOf` put together, the alternative chosen that
 * the value is of. The schema may be anybody's: what leads nowhere, in circles or too far says
 * nothing, and the value is drawn by its shape.
 */
export interface SchemaReader {
  read(schema: unknown, value: Json | undefined): JsonSchema;
  /** The schema of a member of an object with a schema that was read. */
  member(schema: JsonSchema, name: string): unknown;
  /** The schema of an item of a list with a schema that was read. */
  item(schema: JsonSchema, position: number): unknown;
}

/** A reader of the schemas of one document. */
export function createSchemaReader(root: JsonSchema): SchemaReader {
  function follow(schema: unknown): JsonSchema {
    let found = schema;
    for (let steps = 0; steps < MAX_STEPS && isRecord(found); steps += 1) {
      const target = followReference(found, root);
      if (target === undefined) return found;
      found = target;
    }
    return isRecord(found) ? found : {};
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

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Both schemas in one; what the second says counts more. */
function merge(one: JsonSchema, other: JsonSchema): JsonSchema {
  const properties = [one['properties'], other['properties']].filter(isRecord);
  const merged = { ...one, ...other };
  return properties.length < 2
    ? merged
    : { ...merged, properties: { ...properties[0], ...properties[1] } };
}
