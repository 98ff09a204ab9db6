/** Something wrong in a document. */
export interface Finding {
  /** JSON pointer (RFC 6901) into the document. */
  readonly pointer: string;
  readonly message: string;
}
