import type { JsonSchema } from '../types/json.ts';
import type { StandardSchemaLike } from '../types/schema-like.ts';
import type { Validator } from '../validation/create-validator.ts';

/** An entry of the card's `schemas`. */
export interface NamedSchema {
  readonly name: string;
  /** As published: frozen, with `$schema`. */
  readonly schema: JsonSchema;
  /** See `toFingerprint`. */
  readonly fingerprint: string;
  /** Checks a value against {@link schema}. */
  readonly validator: Validator;
  /** The library object that the schema was made from; its own validation runs after ours. */
  readonly library?: StandardSchemaLike;
}
