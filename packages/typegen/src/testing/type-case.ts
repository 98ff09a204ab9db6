import type { JsonSchema } from '@formwork/core';

/** A schema, and values that its type must accept and refuse, as TypeScript. */
export type TypeCase = readonly [
  name: string,
  schema: JsonSchema,
  accepted: readonly string[],
  refused: readonly string[],
];

export const DRAFT_2020_12 = 'https://json-schema.org/draft/2020-12/schema';
export const DRAFT_07 = 'http://json-schema.org/draft-07/schema#';
export const TEXT = { type: 'string' };
export const NUMBER = { type: 'number' };

/** An object schema with these properties and no others, all of them required by default. */
export function closed(
  properties: JsonSchema,
  required: readonly string[] = Object.keys(properties),
  more: JsonSchema = {},
): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false, ...more };
}
