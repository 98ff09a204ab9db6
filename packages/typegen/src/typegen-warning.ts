/** Something that the types do not say as the schema does. */
export interface TypegenWarning {
  /**
   * - `reference-unresolved`: leads to no schema of the source; nothing is ever loaded for it
   * - `reference-dynamic`: depends on who refers to it, and several schemas could be meant
   * - `reference-circular`: leads back to itself without getting further
   * - `union-too-large`: more alternatives than a compiler bears
   * - `schema-missing`: named by a skill of the card, but not among its schemas
   * - `type-unknown`: `type` says a word that JSON Schema does not have
   */
  readonly code:
    | 'reference-unresolved'
    | 'reference-dynamic'
    | 'reference-circular'
    | 'union-too-large'
    | 'schema-missing'
    | 'type-unknown';
  /** The document, as the source calls it, and the JSON pointer (RFC 6901) into it. */
  readonly where: string;
  /** What was found and what stands in the types instead. */
  readonly message: string;
}
