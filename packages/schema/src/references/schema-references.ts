import { decodeFragment, parsePointer, resolvePointer, toPointer } from '../json/json-pointer.ts';
import { isRecord } from '../json/record.ts';
import type { JsonSchema } from '../types/json.ts';
import type { Dialect } from './dialect.ts';
import {
  isReferenceAlone,
  REFERENCE_KEYWORD,
  REFERENCE_KEYWORDS,
  type ReferenceKeyword,
} from './reference-keywords.ts';
import { listSubschemas, type Subschema, KNOWN_KEYWORDS } from './schema-keywords.ts';

/**
 * A schema resource: a document, or a part of it with an identifier of its own, to which references
 * inside are relative.
 */
export interface SchemaResource {
  /** The identifier of the resource: an absolute URI without a fragment. */
  readonly uri: string;
  /** The JSON pointer to the resource, from the root of the document. */
  readonly pointer: string;
  readonly document: SchemaDocument;
  /** The schema at the root of the resource; `undefined` while the document is being read. */
  root: SchemaLocation | undefined;
  /**
   * The schemas of the resource by their names in `$anchor`, `$dynamicAnchor` and, up to draft 07,
   * an identifier that is a fragment.
   */
  readonly anchors: Map<string, SchemaLocation>;
  /** The schemas of the resource by their names in `$dynamicAnchor` alone. */
  readonly dynamicAnchors: Map<string, SchemaLocation>;
  /** True if the root of the resource says `"$recursiveAnchor": true`. */
  readonly isRecursive: boolean;
}

/** A schema document to be read: its content and its dialect. */
export interface SchemaDocument {
  readonly root: JsonSchema;
  readonly dialect: Dialect;
  /**
   * The URI that references in the document are relative to: absolute, without a fragment. Default:
   * none.
   */
  readonly uri?: string;
  /**
   * True reads the references and identifiers of every dialect, not only of the document's own.
   * Default false.
   */
  readonly isLax?: boolean;
}

/** A schema in a document, and the resource that its references are relative to. */
export interface SchemaLocation extends Subschema {
  readonly resource: SchemaResource;
}

/** A reference between schemas, and the schema that it leads to. */
export interface SchemaReference {
  /** The schema in which the reference stands. */
  readonly source: SchemaLocation;
  readonly keyword: ReferenceKeyword;
  /**
   * True if the target of the reference depends on the resources through which a value has come.
   */
  readonly isDynamic: boolean;
  /** The reference as it is written in the schema. */
  readonly text: string;
  /** The fragment of the reference, decoded: a JSON pointer, the name of an anchor or `''`. */
  readonly fragment: string;
  /** The schema that the reference leads to; `undefined` if the documents hold no such schema. */
  readonly target: SchemaLocation | undefined;
}

/** All schemas of some documents, and where the references among them lead. */
export interface SchemaReferences {
  /**
   * The schemas of each document by their JSON pointers; the documents are in the order in which
   * they were given.
   */
  readonly places: readonly ReadonlyMap<string, SchemaLocation>[];
  /** The schemas that a schema holds directly; without an entry for one that holds none. */
  readonly innerOf: ReadonlyMap<SchemaLocation, readonly SchemaLocation[]>;
  /** The references of each schema; without an entry for one that has none. */
  readonly referencesOf: ReadonlyMap<SchemaLocation, readonly SchemaReference[]>;
  /**
   * The schemas with an identifier or anchor that another schema has already, so that it is
   * uncertain which is meant.
   */
  readonly duplicates: readonly SchemaLocation[];
  /** The schemas whose identifier, or the place of a schema within them, is too long to be read. */
  readonly tooLong: readonly SchemaLocation[];
  /**
   * Returns the place of a schema object in its document; `undefined` for an object of no document.
   */
  placeOf(schema: object): SchemaLocation | undefined;
  /**
   * Returns the references of the schema at a pointer of one of the documents, even where neither a
   * keyword nor a reference leads.
   */
  referencesAt(document: SchemaDocument, pointer: string): readonly SchemaReference[];
  /**
   * Finds the target of a reference such as `https://example.com/a.json#/$defs/b`; `undefined` if
   * there is none.
   */
  find(reference: string): SchemaLocation | undefined;
}

/** The base URI of documents without an identifier; it is only ever compared with itself. */
const NO_BASE = 'https://schema.invalid/';

/**
 * The most characters of a place, or of a URI with its base. Many schemas may stand below one long
 * name or identifier; and engines compare all texts of one length once they are longer than 16,383.
 */
export const MAX_PLACE_LENGTH = 4096;

/** The state of reading documents: the schemas, names and references found so far. */
interface ReferenceState {
  readonly places: Map<SchemaDocument, Map<string, SchemaLocation>>;
  readonly innerOf: Map<SchemaLocation, readonly SchemaLocation[]>;
  readonly byObject: Map<object, SchemaLocation>;
  /** The schema resources found so far, by URI. If two have the same URI, the first counts. */
  readonly resources: Map<string, SchemaResource>;
  readonly duplicates: SchemaLocation[];
  readonly tooLong: Set<SchemaLocation>;
}

/**
 * Finds every schema in the documents, also where only a reference leads, and resolves every
 * reference among them (RFC 3986, RFC 6901). Nothing is ever fetched. A document in which one
 * object stands in two places MUST be copied first if these places are in different resources.
 */
export function readReferences(documents: readonly SchemaDocument[]): SchemaReferences {
  const reading: ReferenceState = {
    places: new Map(),
    innerOf: new Map(),
    byObject: new Map(),
    resources: new Map(),
    duplicates: [],
    tooLong: new Set(),
  };
  for (const document of documents) {
    reading.places.set(document, new Map());
    const { uri = NO_BASE } = document;
    const resource = createResource(document, { uri, pointer: '' });
    reading.resources.set(uri, reading.resources.get(uri) ?? resource);
    addSubschemas(reading, { schema: document.root, pointer: '', inPlace: false }, resource);
  }
  const referencesOf = new Map<SchemaLocation, readonly SchemaReference[]>();
  for (const places of reading.places.values()) {
    // A target that no keyword leads to is added to the places while they are being visited.
    for (const source of places.values()) {
      const outgoing = listReferences(reading, source);
      if (outgoing.length > 0) referencesOf.set(source, outgoing);
    }
  }
  return {
    places: [...reading.places.values()],
    innerOf: reading.innerOf,
    referencesOf,
    duplicates: reading.duplicates,
    tooLong: [...reading.tooLong],
    placeOf: (schema) => reading.byObject.get(schema),
    referencesAt(document, pointer) {
      const root = reading.places.get(document)?.get('');
      const source = root && resolveFromRoot(reading, root.resource, pointer);
      return source === undefined
        ? []
        : (referencesOf.get(source) ?? listReferences(reading, source));
    },
    find: (reference) => resolve(reading, splitReference(reference, NO_BASE)),
  };
}

function createResource(
  document: SchemaDocument,
  { uri, pointer }: { readonly uri: string; readonly pointer: string },
): SchemaResource {
  const root = resolvePointer(document.root, pointer);
  const isRecursive = isRecord(root) && root['$recursiveAnchor'] === true;
  const maps = { anchors: new Map(), dynamicAnchors: new Map() };
  return { uri, pointer, document, root: undefined, ...maps, isRecursive };
}

/**
 * Adds all schemas within a schema. It keeps a stack of its own, because schemas may be nested
 * deeper than function calls.
 */
function addSubschemas(reading: ReferenceState, start: Subschema, outermost: SchemaResource): void {
  const waiting: (readonly [Subschema, SchemaResource, SchemaLocation | undefined])[] = [
    [start, outermost, undefined],
  ];
  const inner = new Map<SchemaLocation, SchemaLocation[]>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [subschema, outer, holder] = next;
    const places = reading.places.get(outer.document);
    if (places === undefined) continue;
    if (subschema.pointer.length > MAX_PLACE_LENGTH) {
      if (holder !== undefined) reading.tooLong.add(holder);
      continue;
    }
    const stored = places.get(subschema.pointer);
    const located = stored ?? addSubschema(reading, subschema, outer);
    if (holder !== undefined) {
      const siblings = inner.get(holder) ?? [];
      // A reference may have led to the place before, which did not say whether it applies in place.
      const { inPlace } = subschema;
      siblings.push(located.inPlace === inPlace ? located : { ...located, inPlace });
      inner.set(holder, siblings);
    }
    if (stored !== undefined) continue;
    places.set(subschema.pointer, located);
    const held = listSubschemas(subschema);
    for (const child of held.toReversed()) waiting.push([child, located.resource, located]);
  }
  for (const [holder, held] of inner) reading.innerOf.set(holder, held);
}

/**
 * Records the place of a schema while documents are read, and registers its identifier and anchors.
 */
function addSubschema(
  reading: ReferenceState,
  subschema: Subschema,
  outer: SchemaResource,
): SchemaLocation {
  const { schema, pointer } = subschema;
  if (typeof schema === 'boolean') return { ...subschema, resource: outer };
  const { dialect } = outer.document;
  const isAlone = isReferenceAlone(schema, dialect);
  const id = findIdentifier(schema, outer.document);
  const { location, fragment } =
    typeof id === 'string' && !isAlone ? splitReference(id, outer.uri) : { location: outer.uri };
  let resource = outer;
  if (location !== undefined && location !== outer.uri) {
    resource = createResource(outer.document, { uri: location, pointer });
  }
  const located: SchemaLocation = { ...subschema, resource };
  if (typeof id === 'string' && !isAlone && isTooLong(id, outer.uri)) reading.tooLong.add(located);
  if (resource !== outer) {
    if (reading.resources.has(resource.uri)) reading.duplicates.push(located);
    else reading.resources.set(resource.uri, resource);
  }
  resource.root ??= located;
  if (!reading.byObject.has(schema)) reading.byObject.set(schema, located);
  // Up to draft 07 an identifier that is only a fragment is an anchor.
  const names = [fragment, schema['$anchor'], schema['$dynamicAnchor']];
  for (const name of names) {
    if (typeof name !== 'string' || name === '') continue;
    const anchored = resource.anchors.get(name);
    if (anchored === undefined) resource.anchors.set(name, located);
    else if (anchored !== located) reading.duplicates.push(located);
  }
  const dynamic = schema['$dynamicAnchor'];
  if (typeof dynamic === 'string' && !resource.dynamicAnchors.has(dynamic)) {
    resource.dynamicAnchors.set(dynamic, located);
  }
  return located;
}

function findIdentifier(schema: JsonSchema, { dialect, isLax }: SchemaDocument): unknown {
  if (isLax === true)
    return schema['$id'] ?? (dialect.startsWith('draft-') ? schema['id'] : undefined);
  return schema[dialect === 'draft-04' ? 'id' : '$id'];
}

function listReferences(
  reading: ReferenceState,
  source: SchemaLocation,
): readonly SchemaReference[] {
  const { schema, resource } = source;
  if (typeof schema === 'boolean') return [];
  const { dialect, isLax } = resource.document;
  const keywords = KNOWN_KEYWORDS[dialect];
  return REFERENCE_KEYWORDS.flatMap((keyword) => {
    const text = schema[keyword];
    if (typeof text !== 'string' || !(isLax === true || keywords.has(keyword))) return [];
    const isName = keyword === '$dynamicRef' && dialect === 'v1';
    const parts = splitReference(isName ? `#${text.replace(/^#/u, '')}` : text, resource.uri);
    const target = isName
      ? findAnchored(reading, resource, parts.fragment)
      : parts.location === resource.uri
        ? resolveWithin(reading, resource, parts.fragment)
        : resolve(reading, parts);
    const isDynamic = keyword !== REFERENCE_KEYWORD;
    return [{ source, keyword, isDynamic, text, fragment: decodeFragment(parts.fragment), target }];
  });
}

/**
 * Finds the schema that a dynamic reference of v1 names: the anchor need not be one of its own
 * resource, because that of an outer resource may be meant.
 */
function findAnchored(
  { resources }: ReferenceState,
  resource: SchemaResource,
  name: string,
): SchemaLocation | undefined {
  const holders = [resource, ...resources.values()];
  return holders.find((holder) => holder.dynamicAnchors.has(name))?.dynamicAnchors.get(name);
}

/**
 * Finds the target of a reference for a value that came through the given resources, outermost
 * first: a dynamic reference leads to the outermost one with the same dynamic anchor. `undefined`
 * if it leads nowhere.
 */
export function findDynamicTarget(
  { keyword, fragment, target }: SchemaReference,
  through: readonly SchemaResource[],
): SchemaLocation | undefined {
  if (keyword === '$dynamicRef' && target?.resource.dynamicAnchors.get(fragment) === target) {
    const outer = through.find((resource) => resource.dynamicAnchors.has(fragment));
    return outer?.dynamicAnchors.get(fragment) ?? target;
  }
  if (keyword === '$recursiveRef' && target?.resource.isRecursive === true) {
    return through.find((resource) => resource.isRecursive)?.root ?? target;
  }
  return target;
}

interface ReferenceParts {
  /**
   * The absolute URI of the resource that is referred to; `undefined` if the reference is not a URI
   * reference.
   */
  readonly location: string | undefined;
  /** The part of the reference after the `#`, not decoded. */
  readonly fragment: string;
}

function splitReference(reference: string, base: string): ReferenceParts {
  const at = reference.indexOf('#');
  const path = at < 0 ? reference : reference.slice(0, at);
  const fragment = at < 0 ? '' : reference.slice(at + 1);
  if (path === '') return { location: base, fragment };
  if (isTooLong(path, base)) return { location: undefined, fragment };
  return { location: URL.canParse(path, base) ? new URL(path, base).href : undefined, fragment };
}

function isTooLong(reference: string, base: string): boolean {
  return reference.length + base.length > MAX_PLACE_LENGTH;
}

function resolve(
  reading: ReferenceState,
  { location, fragment }: ReferenceParts,
): SchemaLocation | undefined {
  const resource = location === undefined ? undefined : reading.resources.get(location);
  return resource && resolveWithin(reading, resource, fragment);
}

function resolveWithin(
  reading: ReferenceState,
  resource: SchemaResource,
  fragment: string,
): SchemaLocation | undefined {
  const decoded = decodeFragment(fragment);
  if (decoded !== '' && !decoded.startsWith('/')) return resource.anchors.get(decoded);
  // Names that contain a percent sign are often referred to without encoding it.
  return (
    resolvePath(reading, resource, decoded) ??
    (decoded === fragment ? undefined : resolvePath(reading, resource, fragment))
  );
}

function resolvePath(
  reading: ReferenceState,
  resource: SchemaResource,
  path: string,
): SchemaLocation | undefined {
  return resolveFromRoot(reading, resource, `${resource.pointer}${path}`);
}

/** Resolves a JSON pointer from the root of the document that holds the resource. */
function resolveFromRoot(
  reading: ReferenceState,
  resource: SchemaResource,
  path: string,
): SchemaLocation | undefined {
  const { document } = resource;
  const places = reading.places.get(document);
  const segments = parsePointer(path);
  const pointer = toPointer(segments);
  const stored = places?.get(pointer);
  if (stored !== undefined) return stored;
  const schema = resolvePointer(document.root, pointer);
  if (typeof schema !== 'boolean' && !isRecord(schema)) return undefined;
  // A schema that no keyword leads to belongs to the resource around it.
  let holder: SchemaLocation | undefined;
  for (let count = segments.length - 1; count >= 0 && holder === undefined; count -= 1) {
    holder = places?.get(toPointer(segments.slice(0, count)));
  }
  addSubschemas(reading, { schema, pointer, inPlace: false }, holder?.resource ?? resource);
  return places?.get(pointer);
}
