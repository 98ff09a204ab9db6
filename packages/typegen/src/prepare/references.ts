import {
  appendPointer,
  isRecord,
  resolvePointer,
  SUBSCHEMA_PLACES,
} from '@formwork/schema/internal';
import type { SchemaDocument, SchemaPlace } from '../type-source.ts';

/** Finds the schemas of a source by URI. */
export interface DocumentIndex {
  /** By URI without fragment. */
  readonly resources: ReadonlyMap<string, SchemaPlace>;
  /** By URI with the anchor as its fragment. */
  readonly anchors: ReadonlyMap<string, SchemaPlace>;
  /** By the name of a dynamic anchor, `''` for a recursive one: every schema that has it. */
  readonly dynamicAnchors: ReadonlyMap<string, readonly SchemaPlace[]>;
  /** Per document: base URIs of the schemas that set one, by pointer; `''` always has one. */
  readonly bases: readonly ReadonlyMap<string, string>[];
  /** Per document: the URI made of its name. */
  readonly locations: readonly string[];
}

/** The base of the URIs made of names, so that relative references between documents work. */
const NO_BASE = 'https://schema.invalid/';

/** Finds the identifiers and anchors of all schemas in the documents; loads nothing. */
export function indexDocuments(documents: readonly SchemaDocument[]): DocumentIndex {
  const builder: Builder = { resources: new Map(), anchors: new Map(), dynamicAnchors: new Map() };
  const locations = documents.map(({ name }) => toLocation(name));
  const bases = documents.map(({ content }, document) =>
    indexDocument(builder, { content, document, location: locations[document] ?? NO_BASE }),
  );
  return { ...builder, bases, locations };
}

function toLocation(name: string): string {
  const path = name.replaceAll('\\', '/').split('/').map(encodeWellFormed).join('/');
  return URL.canParse(path, NO_BASE) ? new URL(path, NO_BASE).href : NO_BASE;
}

function encodeWellFormed(segment: string): string {
  return encodeURIComponent(segment.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
}

interface Builder {
  readonly resources: Map<string, SchemaPlace>;
  readonly anchors: Map<string, SchemaPlace>;
  readonly dynamicAnchors: Map<string, SchemaPlace[]>;
}

function indexDocument(
  builder: Builder,
  root: { readonly content: unknown; readonly document: number; readonly location: string },
): ReadonlyMap<string, string> {
  const { content, document, location } = root;
  const bases = new Map([['', location]]);
  addOnce(builder.resources, location, { document, pointer: '' });
  const legacy = isRecord(content) && isLegacyDialect(content['$schema']);
  const waiting = [{ schema: content, pointer: '', base: location }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { schema, pointer } = next;
    if (!isRecord(schema)) continue;
    const base = addIdentifiers(builder, { ...next, schema, document, legacy });
    if (base !== next.base) bases.set(pointer, base);
    for (const inner of listSubschemas(schema, pointer).toReversed()) {
      waiting.push({ ...inner, base });
    }
  }
  return bases;
}

interface Identified {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly document: number;
  readonly pointer: string;
  readonly base: string;
  readonly legacy: boolean;
}

/** Registers the identifiers of a schema, and returns the base URI within it. */
function addIdentifiers(builder: Builder, identified: Identified): string {
  const { schema, document, pointer, legacy } = identified;
  const place = { document, pointer };
  let base = identified.base;
  const id = schema['$id'] ?? (legacy ? schema['id'] : undefined);
  const ignored = legacy && typeof schema['$ref'] === 'string';
  if (typeof id === 'string' && !ignored && URL.canParse(id, base)) {
    const [uri = '', anchor = ''] = new URL(id, base).href.split('#');
    // Up to draft 07 an identifier that is only a fragment is an anchor.
    if (anchor !== '') addOnce(builder.anchors, `${uri}#${anchor}`, place);
    if (uri !== base) addOnce(builder.resources, uri, place);
    base = uri;
  }
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const anchor = schema[keyword];
    if (typeof anchor === 'string') addOnce(builder.anchors, `${base}#${anchor}`, place);
  }
  // Draft 2019-09 has one dynamic anchor for all, without a name.
  const dynamic = schema['$recursiveAnchor'] === true ? '' : schema['$dynamicAnchor'];
  if (typeof dynamic === 'string') {
    const places = builder.dynamicAnchors.get(dynamic);
    if (places === undefined) builder.dynamicAnchors.set(dynamic, [place]);
    else places.push(place);
  }
  return base;
}

/** The first schema to take a name keeps it, so that a later one cannot pass for it. */
function addOnce(map: Map<string, SchemaPlace>, key: string, place: SchemaPlace): void {
  if (!map.has(key)) map.set(key, place);
}

interface Subschema {
  readonly schema: unknown;
  readonly pointer: string;
}

function listSubschemas(
  schema: Readonly<Record<string, unknown>>,
  pointer: string,
): readonly Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const place = SUBSCHEMA_PLACES.get(keyword);
    if (place === undefined || typeof value !== 'object' || value === null) return [];
    const own = appendPointer(pointer, keyword);
    if (place === 'one' && !Array.isArray(value)) return [{ schema: value, pointer: own }];
    return Object.entries(value).map(([key, inner]) => ({
      schema: inner,
      pointer: appendPointer(own, key),
    }));
  });
}

/** True for drafts in which everything beside a `$ref` is ignored. */
export function isLegacyDialect(dialect: unknown): boolean {
  return typeof dialect === 'string' && /\/draft-0[34567]\//u.test(dialect);
}

/** The keywords that refer to another schema. */
export type ReferenceKeyword = '$ref' | '$dynamicRef' | '$recursiveRef';

/** A reference and where it stands. */
export interface Reference {
  readonly keyword: ReferenceKeyword;
  readonly text: string;
  readonly place: SchemaPlace;
}

/** The schema that a reference leads to, or why none is known. */
export type Resolution =
  | { readonly outcome: 'found'; readonly place: SchemaPlace }
  | { readonly outcome: 'none' | 'dynamic' };

const NONE: Resolution = { outcome: 'none' };

/**
 * Follows a reference to a schema of the documents given; nothing is ever loaded.
 *
 * A `$dynamicRef` or `$recursiveRef` depends on who refers to the schema that has it. If its anchor
 * stands in one place only, there is nothing to choose; otherwise the outcome is `dynamic`.
 */
export function resolveReference(
  sources: { readonly documents: readonly SchemaDocument[]; readonly index: DocumentIndex },
  reference: Reference,
): Resolution {
  const { index, documents } = sources;
  const { text, place, keyword } = reference;
  // A relative reference is tried from the schema's own URI and from its document's name.
  for (const base of [findBase(index, place), index.locations[place.document]]) {
    if (base === undefined || !(text === '' || URL.canParse(text, base))) continue;
    const href = text === '' ? base : new URL(text, base).href;
    const found = resolve(index, href);
    if (found === undefined) continue;
    const content = documents[found.document]?.content;
    const target = resolvePointer(content, found.pointer);
    if (typeof target !== 'boolean' && (typeof target !== 'object' || target === null)) continue;
    return keyword === '$ref'
      ? { outcome: 'found', place: found }
      : chooseDynamic(index, found, href);
  }
  return NONE;
}

function chooseDynamic(index: DocumentIndex, place: SchemaPlace, href: string): Resolution {
  const anchor = href.split('#')[1] ?? '';
  const candidates = index.dynamicAnchors.get(anchor) ?? [];
  return candidates.length > 1 ? { outcome: 'dynamic' } : { outcome: 'found', place };
}

function resolve(index: DocumentIndex, href: string): SchemaPlace | undefined {
  const [uri = '', fragment = ''] = href.split('#');
  if (fragment !== '' && !fragment.startsWith('/')) return index.anchors.get(`${uri}#${fragment}`);
  const resource = index.resources.get(uri);
  if (resource === undefined) return undefined;
  return { ...resource, pointer: `${resource.pointer}${decodeFragment(fragment)}` };
}

/** The base URI at a place: that of the nearest schema around it that sets one. */
function findBase(
  { bases }: DocumentIndex,
  { document, pointer }: SchemaPlace,
): string | undefined {
  const known = bases[document];
  let around = pointer;
  while (around !== '' && known?.has(around) !== true) {
    around = around.slice(0, around.lastIndexOf('/'));
  }
  return known?.get(around);
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
