import { type Dialect, toDialect } from '@formwork/schema';
import { MAX_PLACE_LENGTH, readReferences, type SchemaReferences } from '@formwork/schema/internal';
import { toRecord, toWholeText } from '@formwork/schema/json';
import type { SchemaDocument, SchemaLocation } from '../type-source.ts';

/** All schemas of a source, and where their references lead. */
export interface DocumentIndex {
  readonly references: SchemaReferences;
  readonly documents: readonly IndexedDocument[];
  /** The number of schemas that have each dynamic anchor; `''` stands for the recursive one. */
  readonly dynamicAnchors: ReadonlyMap<string, number>;
}

interface IndexedDocument {
  readonly root: Readonly<Record<string, unknown>>;
  readonly dialect: Dialect;
  /**
   * The URI of the document, made from its name, so that relative references between documents
   * work.
   */
  readonly uri: string;
  /**
   * True, so that references of every dialect are read: sources often do not name their dialect, or
   * name another one.
   */
  readonly isLax: true;
}

/** The base of the URIs that are made from names of documents. */
const NO_BASE = 'https://schema.invalid/';

/** Finds all schemas of the documents and resolves their references. It loads nothing. */
export function indexDocuments(documents: readonly SchemaDocument[]): DocumentIndex {
  const indexed = documents.map(({ name, content }): IndexedDocument => {
    const root = toRecord(content);
    return { root, dialect: chooseDialect(root), uri: locate(name), isLax: true };
  });
  const references = readReferences(indexed);
  const dynamicAnchors = new Map<string, number>();
  for (const { schema } of references.places.flatMap((places) => [...places.values()])) {
    if (typeof schema === 'boolean') continue;
    // Draft 2019-09 has one dynamic anchor for all, without a name.
    const anchor = schema['$recursiveAnchor'] === true ? '' : schema['$dynamicAnchor'];
    if (typeof anchor !== 'string') continue;
    dynamicAnchors.set(anchor, (dynamicAnchors.get(anchor) ?? 0) + 1);
  }
  return { references, documents: indexed, dynamicAnchors };
}

/** Returns the dialect that `$schema` comes closest to; drafts before 04 are read as draft 04. */
function chooseDialect(root: Readonly<Record<string, unknown>>): Dialect {
  const dialectUri = root['$schema'];
  const draft =
    typeof dialectUri === 'string' ? /\/draft-0([34567])\//u.exec(dialectUri)?.[1] : undefined;
  if (draft === undefined) return toDialect(root) ?? '2020-12';
  return draft === '7' ? 'draft-07' : draft === '6' ? 'draft-06' : 'draft-04';
}

function locate(name: string): string {
  const path = name.replaceAll('\\', '/').split('/').map(encodeWellFormed).join('/');
  return URL.canParse(path, NO_BASE) ? new URL(path, NO_BASE).href : NO_BASE;
}

function encodeWellFormed(segment: string): string {
  return encodeURIComponent(toWholeText(segment));
}

/** True for a schema whose keywords beside a reference mean nothing, as up to draft 07. */
export function isLegacy({ documents }: DocumentIndex, { document }: SchemaLocation): boolean {
  return documents[document]?.dialect.startsWith('draft-') === true;
}

/**
 * A reference of a schema with the schema that it leads to, or the reason why that is not known.
 */
export interface ResolvedReference {
  readonly keyword: string;
  readonly text: string;
  readonly target: SchemaLocation | 'none' | 'dynamic';
}

/**
 * Follows the references of the schema at a place. Nothing is ever loaded.
 *
 * The target of a dynamic or recursive reference depends on who refers to the schema that has it.
 * If its anchor stands in one place only, there is nothing to choose; otherwise the target is
 * `dynamic`.
 */
export function followReferences(
  { references, documents, dynamicAnchors }: DocumentIndex,
  { document, pointer }: SchemaLocation,
): readonly ResolvedReference[] {
  const sourceDocument = documents[document];
  if (sourceDocument === undefined) return [];
  return references
    .referencesAt(sourceDocument, pointer)
    .map(({ keyword, isDynamic, text, fragment, target }) => {
      // A relative reference is tried from the schema's own URI and from its document's name.
      const isRelative =
        text !== '' && text.length <= MAX_PLACE_LENGTH && URL.canParse(text, sourceDocument.uri);
      const resolved =
        target ??
        (isRelative ? references.find(new URL(text, sourceDocument.uri).href) : undefined);
      if (resolved === undefined) return { keyword, text, target: 'none' };
      const isOpen = isDynamic && (dynamicAnchors.get(fragment) ?? 0) > 1;
      if (isOpen) return { keyword, text, target: 'dynamic' };
      const index = documents.findIndex((candidate) => candidate === resolved.resource.document);
      return { keyword, text, target: { document: index, pointer: resolved.pointer } };
    });
}
