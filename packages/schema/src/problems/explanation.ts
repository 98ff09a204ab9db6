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
