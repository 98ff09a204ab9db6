/** The input of `generateTypes`, wherever it came from. Made by the `from*` and `read*` functions. */
export interface TypeSource {
  /** Where it came from, for the comment at the top of the module. */
  readonly origin: string;
  readonly documents: readonly SchemaDocument[];
  /** The schemas to make types of; for an agent, its named schemas, by their names. */
  readonly roots: readonly TypeRoot[];
  /** Only for an agent. */
  readonly agent?: SourceAgent;
  /** True if nobody vouches for it; it has the stricter limits by default. */
  readonly remote: boolean;
}

/** A JSON document with schemas in it. */
export interface SchemaDocument {
  /** The name that people know: a file's path, a schema's name. Unique within a source. */
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

/** A schema to make a type of. */
export interface TypeRoot {
  /** The wanted name of the type; only taken names and those of globals change it. */
  readonly name: string;
  readonly place: SchemaPlace;
}

/** The facts of an agent that its types need. */
export interface SourceAgent {
  readonly name: string;
  readonly description?: string;
  readonly skills: readonly SourceSkill[];
  /** The address of the agent; `undefined` if it is not known. */
  readonly url?: string;
}

/** The facts of a skill that its types need. */
export interface SourceSkill {
  readonly id: string;
  readonly description?: string;
  /** Names of schemas. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** A place as one text, for use as a key. */
export function toPlaceKey({ document, pointer }: SchemaPlace): string {
  return `${document}#${pointer}`;
}
