import {
  isStandardSchema,
  type SchemaLike,
  type StandardSchemaLike,
} from '../types/schema-like.ts';
import type { JsonSchema } from '../types/json.ts';
import { DIALECT_URIS } from '../validation/dialect.ts';

/** Which side of the wire a schema describes: what callers send, or what they get. */
export type Direction = 'input' | 'output';

/** The outcome of {@link toPublishedSchema}. */
export type Published =
  | { readonly kind: 'published'; readonly schema: JsonSchema }
  | {
      readonly kind: 'failed';
      readonly code: 'schema-not-json' | 'schema-conversion';
      readonly pointer: string;
      readonly message: string;
    };

/**
 * Makes the JSON Schema that the card shows: a frozen copy, with `$schema` always present.
 *
 * A library's schema is asked for its own JSON Schema of that direction, as draft 2020-12.
 */
export function toPublishedSchema(schema: SchemaLike, direction: Direction): Published {
  if (!isStandardSchema(schema)) return publish(schema);
  try {
    return publish(convert(schema, direction));
  } catch (cause) {
    const vendor = schema['~standard'].vendor;
    return {
      kind: 'failed',
      code: 'schema-conversion',
      pointer: findUnconvertible(schema, direction),
      message:
        `Cannot publish the ${vendor} schema as it must be expressible in JSON Schema: ` +
        `${vendor} says "${cause instanceof Error ? cause.message : String(cause)}"`,
    };
  }
}

function convert(schema: StandardSchemaLike, direction: Direction): Record<string, unknown> {
  return schema['~standard'].jsonSchema[direction]({ target: 'draft-2020-12' });
}

function publish(schema: unknown): Published {
  let text: string | undefined;
  try {
    text = JSON.stringify(schema);
  } catch {
    // Cycles and BigInt: told below.
  }
  const copy: unknown = text === undefined ? undefined : JSON.parse(text);
  if (typeof copy !== 'object' || copy === null || Array.isArray(copy)) {
    return {
      kind: 'failed',
      code: 'schema-not-json',
      pointer: '',
      message: `Cannot publish the schema as it must be a JSON object: current value is ${describe(schema, text)}`,
    };
  }
  const withDialect = '$schema' in copy ? copy : { $schema: DIALECT_URIS['2020-12'], ...copy };
  return { kind: 'published', schema: deepFreeze(withDialect) as JsonSchema };
}

function describe(schema: unknown, text: string | undefined): string {
  if (text !== undefined) return text.length > 60 ? `${text.slice(0, 57)}...` : text;
  return typeof schema === 'object' ? 'an object that refers to itself' : typeof schema;
}

function deepFreeze(value: object): object {
  for (const child of Object.values(value)) {
    if (typeof child === 'object' && child !== null) deepFreeze(child);
  }
  return Object.freeze(value);
}

/**
 * Libraries say why they cannot convert, but not where. Object schemas of the known libraries show
 * their fields as `shape` (Zod) or `entries` (Valibot): the first field that fails alone is it.
 */
function findUnconvertible(schema: object, direction: Direction): string {
  const fields: unknown =
    'shape' in schema ? schema.shape : 'entries' in schema ? schema.entries : undefined;
  if (typeof fields !== 'object' || fields === null) return '';
  for (const [key, field] of Object.entries(fields)) {
    if (!isStandardSchema(field)) continue;
    try {
      convert(field, direction);
    } catch {
      const escaped = key.replaceAll('~', '~0').replaceAll('/', '~1');
      return `/properties/${escaped}${findUnconvertible(field, direction)}`;
    }
  }
  return '';
}
