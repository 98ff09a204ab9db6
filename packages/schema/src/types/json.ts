/** A value that JSON can carry. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [key: string]: Json };

/**
 * A JSON Schema document whose root is an object.
 *
 * Its `$schema` names the dialect; without it the document counts as draft 2020-12.
 */
export type JsonSchema = { readonly [keyword: string]: unknown };
