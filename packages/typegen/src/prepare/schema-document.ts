/** A JSON document with schemas in it. */
export interface SchemaDocument {
  /** What people call it: a file's path, a schema's name. Unique within a source. */
  readonly name: string;
  readonly content: unknown;
}

/** A schema in a document. */
export interface SchemaPlace {
  /** Index of the document. */
  readonly document: number;
  /** JSON pointer (RFC 6901) into it. */
  readonly pointer: string;
}

/** A place as one text, for use as a key. */
export function toPlaceKey({ document, pointer }: SchemaPlace): string {
  return `${document}#${pointer}`;
}
