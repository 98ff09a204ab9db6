/**
 * The source of types for `generateTypes`: schemas from a file, a folder, an agent or a card, in
 * one form. The `from*` and `read*` functions make it.
 */
export interface TypeSource {
  /** Where the schemas came from, for the comment at the top of the generated module. */
  readonly origin: string;
  readonly documents: readonly SchemaDocument[];
  /** The schemas that get types; for an agent, its named schemas, by their names. */
  readonly roots: readonly TypeRoot[];
  /** The agent whose schemas these are; absent for schemas without an agent. */
  readonly agent?: SourceAgent;
  /** True if the source is not trusted, so that the stricter limits are the default. */
  readonly remote: boolean;
}

/** A JSON document that holds schemas. */
export interface SchemaDocument {
  /**
   * The name of the document that people know: a file's path, a schema's name. Unique within a
   * source.
   */
  readonly name: string;
  readonly content: unknown;
}

/** The place of a schema in the documents of a source. */
export interface SchemaLocation {
  /** The index of the document that holds the schema, in the list of the source. */
  readonly document: number;
  /** The JSON pointer (RFC 6901) to the schema in its document. */
  readonly pointer: string;
}

/** A schema that gets a type of its own, and the name for it. */
export interface TypeRoot {
  /** The wanted name of the type; it is changed only if it is taken or the name of a global. */
  readonly name: string;
  readonly place: SchemaLocation;
}

/** The facts about an agent that its generated types need. */
export interface SourceAgent {
  readonly name: string;
  readonly description?: string;
  readonly skills: readonly SourceSkill[];
  /** The address of the agent; `undefined` if it is not known. */
  readonly url?: string;
}

/** The facts about a skill that its generated types need. */
export interface SourceSkill {
  readonly id: string;
  readonly description?: string;
  /** The names of the skill's input schemas. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** Writes the place of a schema as one text, for use as a key. */
export function toLocationKey({ document, pointer }: SchemaLocation): string {
  return `${document}#${pointer}`;
}
