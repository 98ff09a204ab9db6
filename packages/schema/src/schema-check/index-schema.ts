import { appendPointer } from '../json/json-pointer.ts';
import type { Dialect } from '../references/dialect.ts';
import type { Subschema } from '../references/schema-keywords.ts';
import { readReferences, type SchemaReferences } from '../references/schema-references.ts';
import type { JsonSchema } from '../types/json.ts';

/** A reference in a schema, such as the `$ref` at `/properties/a/$ref`. */
interface Reference {
  /** The JSON pointer to the schema in which the reference stands. */
  readonly source: string;
  /** The JSON pointer to the reference itself. */
  readonly pointer: string;
  /** The reference as it is written in the schema. */
  readonly text: string;
  /**
   * The JSON pointer to the schema that the reference leads to; `undefined` if the document holds
   * none.
   */
  readonly target: string | undefined;
}

/** All schemas of a document by pointer, and where the references among them lead. */
export interface SchemaIndex {
  readonly dialect: Dialect;
  readonly places: ReadonlyMap<string, Subschema>;
  /**
   * The schemas that a schema holds directly, by its pointer; without an entry for one that holds
   * none.
   */
  readonly innerOf: ReadonlyMap<string, readonly Subschema[]>;
  readonly references: readonly Reference[];
  /** The references of a schema, by its pointer; without an entry for one that has none. */
  readonly referencesOf: ReadonlyMap<string, readonly Reference[]>;
  /** The JSON pointers to schemas with an identifier or anchor that another schema has already. */
  readonly duplicates: readonly string[];
  /** The JSON pointers to schemas in which an identifier or a place is too long to be read. */
  readonly tooLong: readonly string[];
}

/**
 * Finds every schema in a document, even where only a reference leads, and resolves every reference
 * within it. Nothing is ever fetched.
 *
 * @example
 * ```ts
 * import { indexSchema, toDialect } from '@formwork/schema';
 *
 * const schema = { $defs: { a: { type: 'string' } }, $ref: '#/$defs/a' };
 * const dialect = toDialect(schema);
 * const index = dialect && indexSchema(schema, dialect);
 * ```
 */
export function indexSchema(root: JsonSchema, dialect: Dialect): SchemaIndex {
  return toSchemaIndex(readReferences([{ root, dialect }]), dialect);
}

/** Makes the index, by JSON pointer, of the first document among those that were read. */
export function toSchemaIndex(read: SchemaReferences, dialect: Dialect): SchemaIndex {
  const places = read.places[0] ?? new Map<string, Subschema>();
  const innerOf = new Map<string, readonly Subschema[]>();
  for (const [{ pointer }, held] of read.innerOf) innerOf.set(pointer, held);
  const references: Reference[] = [];
  const referencesOf = new Map<string, readonly Reference[]>();
  for (const [{ pointer: source }, list] of read.referencesOf) {
    const outgoing = list.map(({ keyword, text, target }) => ({
      source,
      pointer: appendPointer(source, keyword),
      text,
      target: target?.pointer,
    }));
    referencesOf.set(source, outgoing);
    for (const reference of outgoing) references.push(reference);
  }
  const duplicates = read.duplicates.map(({ pointer }) => pointer);
  const tooLong = read.tooLong.map(({ pointer }) => pointer);
  return { dialect, places, innerOf, references, referencesOf, duplicates, tooLong };
}
