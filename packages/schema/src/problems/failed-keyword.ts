import type { JsonSchema } from '../types/json.ts';

/**
 * One failed keyword from which an explanation is made; failed alternatives have already been
 * reduced to the likeliest.
 */
export interface FailedKeyword {
  readonly keyword: string;
  /** The JSON pointer (RFC 6901) to the value that the keyword was applied to. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The part of the checked value that the failed keyword was applied to. */
  readonly data: unknown;
  /** The value of the failed keyword in the schema, such as 3 in `minLength: 3`. */
  readonly schema: unknown;
  /** The schema that holds the failed keyword. */
  readonly parentSchema: JsonSchema;
  /** The faults for which a name failed the schema of `propertyNames`; `[]` for other keywords. */
  readonly causes: readonly FailedKeyword[];
}

/** A failed keyword in words: what was expected, and where. */
export interface Explanation {
  /** The demand of the schema in words that complete "must be ...". */
  readonly expected: string;
  /**
   * The JSON pointer to the place of the fault. Default: the value that the keyword was applied to.
   */
  readonly pointer?: string;
  /** The whole message of the fault. Default: "must be <expected> but is <received>". */
  readonly message?: string;
  /**
   * A fix in words that does not repeat the value that came, so that it may be shown where values
   * must not.
   */
  readonly suggestion?: string;
}
