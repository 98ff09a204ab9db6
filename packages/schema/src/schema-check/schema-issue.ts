/** Something wrong, or doubtful, in a schema. */
export interface SchemaIssue {
  /** A schema with an error cannot be used; a warning is for its author. */
  readonly severity: 'error' | 'warning';
  /** Stable, for programs: `schema-invalid`, `schema-reference-unresolved`, ... */
  readonly code: string;
  /** JSON pointer (RFC 6901) into the schema; `''` is the whole schema. */
  readonly pointer: string;
  /** "Cannot X as Y must be Z: current value is V". */
  readonly message: string;
}
