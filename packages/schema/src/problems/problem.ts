/**
 * One way in which a value does not fit a schema, in words for the person who must fix it.
 *
 * Values are repeated in at most 60 characters, and not at all when redaction was asked for.
 */
export interface Problem {
  /** The JSON pointer (RFC 6901) to the place in the value; `''` is the whole value. */
  readonly pointer: string;
  /**
   * The schema keyword that failed, such as `required`; `standard-schema` for a library's own
   * check.
   */
  readonly keyword: string;
  /** The demand of the schema at this place, such as `string` or `one of "a", "b"`. */
  readonly expected: string;
  /**
   * The value that came, such as `integer 3`; absent when nothing came or when values are redacted.
   */
  readonly received?: string;
  /** The problem as a sentence without its subject, such as `must be string but is integer 3`. */
  readonly message: string;
  /** A likely fix, such as `did you mean "winner"?`. */
  readonly suggestion?: string;
  /**
   * The address of the failed keyword: the `$id` of a schema document, with a JSON pointer as its
   * fragment. Only problems found by documents that have an `$id` name it: those of
   * `@formwork/documents`.
   */
  readonly schema?: string;
}
