import type { JsonSchema } from '../types/json.ts';

/** One failed keyword, after alternatives have been resolved: what explanations are made from. */
export interface Fault {
  readonly keyword: string;
  /** JSON pointer (RFC 6901) to the value that the keyword was applied to. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The value that the keyword was applied to. */
  readonly data: unknown;
  /** The value of the keyword. */
  readonly schema: unknown;
  /** The schema that has the keyword. */
  readonly parentSchema: JsonSchema;
  /** Why the alternatives of `propertyNames` failed. */
  readonly causes: readonly Fault[];
}

/** A fault in words. */
export interface Explanation {
  /** Completes "must be ...". */
  readonly expected: string;
  /** Where, if not at the value that the keyword was applied to. */
  readonly pointer?: string;
  /** Replaces "must be <expected> but is <received>". */
  readonly message?: string;
  /** A fix that does not depend on the value that came. */
  readonly suggestion?: string;
}
