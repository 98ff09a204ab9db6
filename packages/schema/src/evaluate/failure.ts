import type { JsonSchema } from '../types/json.ts';

/** A keyword that a value does not fit, and what led to it. */
export interface Failure {
  readonly keyword: string;
  /** JSON pointer (RFC 6901) to the value that the keyword was applied to. */
  readonly instancePath: string;
  /** Details of the failure, such as `missingProperty`. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The value that the keyword was applied to. */
  readonly data: unknown;
  /** The value of the keyword. */
  readonly schema: unknown;
  /** The schema that has the keyword. */
  readonly parentSchema: JsonSchema;
  /** Failures in each alternative, by position; empty unless the keyword has alternatives. */
  readonly branches: ReadonlyMap<number, readonly Failure[]>;
}
