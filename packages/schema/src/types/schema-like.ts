import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { isRecord } from '../json/record.ts';
import type {
  InferJsonSchema,
  InferJsonSchemaNames,
  InferJsonSchemaResult,
} from './infer-json-schema.ts';
import type { JsonSchema } from './json.ts';

/**
 * A schema object of a validation library that can both validate (Standard Schema) and describe
 * itself as JSON Schema (Standard JSON Schema): Zod 4.2 or newer, ArkType, and Valibot through
 * `toStandardJsonSchema` of `@valibot/to-json-schema`.
 */
export interface StandardSchemaLike<Input = unknown, Output = unknown> {
  readonly '~standard': StandardSchemaV1.Props<Input, Output> &
    StandardJSONSchemaV1.Props<Input, Output>;
}

/**
 * A schema in either form in which skills declare it: a library's schema, or plain JSON Schema.
 * Types are inferred from plain schemas written in place, and from constants declared `as const`.
 */
export type SchemaLike = StandardSchemaLike | JsonSchema;

/** The schemas of a skill by their names, which are those in the card's `schemas`. */
export type SchemaMap = { readonly [name: string]: SchemaLike };

/**
 * True for a library's schema, false for plain JSON Schema.
 *
 * @example
 * ```ts
 * import { isStandardSchema } from '@formwork/schema';
 *
 * isStandardSchema({ type: 'object' }); // false: JSON Schema is not Standard Schema
 * ```
 */
export function isStandardSchema(value: unknown): value is StandardSchemaLike {
  // ArkType's schemas are functions.
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const properties: unknown = '~standard' in value ? value['~standard'] : undefined;
  return (
    isRecord(properties) &&
    typeof properties['validate'] === 'function' &&
    isRecord(properties['jsonSchema']) &&
    typeof properties['jsonSchema']['input'] === 'function' &&
    typeof properties['jsonSchema']['output'] === 'function'
  );
}

/**
 * The type that a caller sends where the schema is an input: before defaults and transformations.
 */
export type InferWireInput<Schema> =
  Schema extends StandardSchemaLike<infer Input> ? Input : InferJsonSchema<Schema>;

/**
 * The type that a handler receives where the schema is an input: after defaults and
 * transformations.
 */
export type InferInput<Schema> =
  Schema extends StandardSchemaLike<unknown, infer Output> ? Output : InferJsonSchema<Schema>;

/** The type that a handler may return where the schema is an output: before transformations. */
export type InferResult<Schema> =
  Schema extends StandardSchemaLike<infer Input> ? Input : InferJsonSchemaResult<Schema>;

/**
 * The type that a handler may return where the schema is an output, with any name allowed where the
 * schema says that there may be further properties.
 */
export type InferResultNames<Schema> =
  Schema extends StandardSchemaLike<infer Input> ? Input : InferJsonSchemaNames<Schema>;

/** The type that a caller receives where the schema is an output: after transformations. */
export type InferWireOutput<Schema> =
  Schema extends StandardSchemaLike<unknown, infer Output> ? Output : InferJsonSchema<Schema>;
