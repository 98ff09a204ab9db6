import { isSensitive, humanizeName } from '@formwork/react';
import type { Json, JsonObject, JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';

/** The longest text of given values that is read, in characters. */
const MAX_TEXT = 65_536;

/**
 * Reads values from a JSON text, such as of an attribute; `{}` for a text that is no JSON object.
 */
export function parseValues(text: string): JsonObject {
  if (text.length > MAX_TEXT) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && !Array.isArray(value) ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}

/**
 * Puts values into a schema as the defaults of its top-level properties, so that its form begins
 * with them. Unknown properties are left out, and so are values for fields that ask for a secret,
 * because the author of a link must not choose a person's password. With `isFixed`, the values
 * cannot be changed.
 */
export function withValues(
  schema: JsonSchema,
  values: JsonObject,
  isFixed: boolean,
): {
  /** A schema whose form begins with the values. */
  readonly schema: JsonSchema;
  /** The labels of the fields that were filled in. */
  readonly labels: readonly string[];
} {
  const { properties } = schema;
  if (!isRecord(properties)) return { schema, labels: [] };
  const used = Object.entries(values).flatMap(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === true) return [{ name, property: {}, value }];
    if (!isRecord(property) || (!isFixed && isSensitive(property, name))) return [];
    return [{ name, property, value }];
  });
  const changed = used.map(({ name, property, value }) => {
    const preset = isFixed ? value : toTyped(value, property);
    return [name, { ...property, default: preset, ...(isFixed && { readOnly: true }) }] as const;
  });
  return {
    schema: { ...schema, properties: { ...properties, ...Object.fromEntries(changed) } },
    labels: used.map(({ name, property }) =>
      typeof property['title'] === 'string' ? property['title'] : humanizeName(name),
    ),
  };
}

/** Turns a text into the number or the boolean that a property asks for, if it is one. */
function toTyped(value: Json, { type }: JsonSchema): Json {
  if (typeof value !== 'string') return value;
  const types = new Set([type].flat());
  if (types.has('string') || type === undefined) return value;
  if (types.has('boolean') && (value === 'true' || value === 'false')) return value === 'true';
  const isNumeric = types.has('number') || types.has('integer');
  const number = Number(value);
  return isNumeric && value.trim() !== '' && Number.isFinite(number) ? number : value;
}
