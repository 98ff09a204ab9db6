import { loadMetaSchema } from '#late/meta-schemas';
import { toRecord } from '../json/record.ts';
import { type Dialect, toDialect } from '../references/dialect.ts';
import { REFERENCE_KEYWORD } from '../references/reference-keywords.ts';
import type { JsonSchema } from '../types/json.ts';
import { indexSchema } from './index-schema.ts';

/** A text in every reference to a meta-schema, and in few other schemas. */
const ADDRESS = `"${REFERENCE_KEYWORD}":"http`;

/**
 * Copies the meta-schema of its dialect into the definitions of a schema that refers to it, such as
 * by its address `http://json-schema.org/draft-07/schema#`, so that every reader of it can follow
 * the reference. Other schemas are returned as they are.
 */
export function embedMetaSchema(schema: JsonSchema): JsonSchema {
  const dialect = toDialect(schema);
  if (dialect === undefined || !JSON.stringify(schema).includes(ADDRESS)) return schema;
  const lost = indexSchema(schema, dialect).references.filter(({ target }) => target === undefined);
  if (lost.length === 0) return schema;
  const addresses = new Set(lost.map(({ text }) => toAddress(text)));
  const documents = listReadable(dialect)
    .map((each) => loadMetaSchema(each).map((document) => withoutDialect(document, each, dialect)))
    .find((all) => all.some((document) => addresses.has(toAddress(readId(document, dialect)))));
  if (documents === undefined) return schema;
  const keyword = dialect.startsWith('draft-') ? 'definitions' : '$defs';
  const definitions = toRecord(schema[keyword]);
  // The dialect says which keywords count, so the list of vocabularies is not needed.
  const embedded = documents.map(({ $vocabulary: _vocabulary, ...document }) => [
    readId(document, dialect),
    // A published schema is frozen, and others use these documents, too.
    structuredClone(document),
  ]);
  return { ...schema, [keyword]: { ...Object.fromEntries(embedded), ...definitions } };
}

/**
 * Lists the dialects whose meta-schemas say the same when a dialect reads them. Those of drafts 06 and
 * 07 have no keyword that later dialects read in another way, and many schemas take schemas of draft
 * 07 as values.
 */
function listReadable(dialect: Dialect): readonly Dialect[] {
  return dialect === 'draft-04'
    ? [dialect]
    : [...new Set<Dialect>([dialect, 'draft-07', 'draft-06'])];
}

/** Takes the dialect out of a document that another dialect reads. */
function withoutDialect(document: JsonSchema, of: Dialect, reader: Dialect): JsonSchema {
  if (of === reader) return document;
  const { $schema: _dialect, ...unmarked } = document;
  return unmarked;
}

function readId(document: JsonSchema, dialect: Dialect): string {
  return String(document[dialect === 'draft-04' ? 'id' : '$id']);
}

/** Returns the address of the document that a reference leads to. */
function toAddress(reference: string): string {
  return reference.split('#', 1).join('');
}
