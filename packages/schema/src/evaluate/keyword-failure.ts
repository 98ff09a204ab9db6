import type { JsonSchema } from '../types/json.ts';

/** A keyword that a value does not fit, with the failures that led to it. */
export interface KeywordFailure {
  readonly keyword: string;
  /** The JSON pointer (RFC 6901) to the value that the keyword was applied to. */
  readonly instancePath: string;
  /** The details of the failure by keyword, such as `missingProperty`. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The part of the checked value that the failed keyword was applied to. */
  readonly data: unknown;
  /** The value of the failed keyword in the schema, such as 3 in `minLength: 3`. */
  readonly schema: unknown;
  /** The schema that holds the failed keyword. */
  readonly parentSchema: JsonSchema;
  /**
   * The failures inside each alternative, by its position; empty unless the keyword has
   * alternatives.
   */
  readonly branches: ReadonlyMap<number, readonly KeywordFailure[]>;
}
