import type { JsonSchema } from '../types/json.ts';
import type { Dialect } from '../references/dialect.ts';
import { appendPointer } from '../json/json-pointer.ts';
import { readReferences, type SchemaReferences } from '../references/schema-references.ts';
import type { Subschema } from '../references/schema-keywords.ts';

/** A reference in a schema, such as the `$ref` at `/properties/a/$ref`. */
interface Reference {
  /** JSON pointer of the schema that has the reference. */
  readonly source: string;
  /** JSON pointer of the reference itself. */
  readonly pointer: string;
  /** The reference as written. */
  readonly text: string;
  /** JSON pointer of the schema it leads to; `undefined` if there is none in the document. */
  readonly target: string | undefined;
}

/** All schemas of a document, by pointer, and where the references among them lead. */
export interface SchemaIndex {
  readonly dialect: Dialect;
  readonly places: ReadonlyMap<string, Subschema>;
  /** The schemas that a schema holds directly, by its pointer; nothing for one that holds none. */
  readonly innerOf: ReadonlyMap<string, readonly Subschema[]>;
  readonly references: readonly Reference[];
  /** The same by the pointer of the schema that has them; nothing for one that has none. */
  readonly referencesOf: ReadonlyMap<string, readonly Reference[]>;
  /** JSON pointers of schemas whose name another one has already. */
  readonly duplicates: readonly string[];
}

/**
 * Finds every schema in the document, also where only a reference leads, and resolves every
 * reference within the document. Nothing is ever fetched.
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

/** The schemas of the first of some documents, by pointer. */
export function toSchemaIndex(read: SchemaReferences, dialect: Dialect): SchemaIndex {
  const places = read.places[0] ?? new Map<string, Subschema>();
  const innerOf = new Map<string, readonly Subschema[]>();
  for (const [{ pointer }, held] of read.innerOf) innerOf.set(pointer, held);
  const references: Reference[] = [];
  const referencesOf = new Map<string, readonly Reference[]>();
  for (const [{ pointer: source }, list] of read.referencesOf) {
    const own = list.map(({ keyword, text, target }) => ({
      source,
      pointer: appendPointer(source, keyword),
      text,
      target: target?.pointer,
    }));
    referencesOf.set(source, own);
    for (const reference of own) references.push(reference);
  }
  const duplicates = read.duplicates.map(({ pointer }) => pointer);
  return { dialect, places, innerOf, references, referencesOf, duplicates };
}
