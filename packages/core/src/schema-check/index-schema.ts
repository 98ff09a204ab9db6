import type { JsonSchema } from '../types/json.ts';
import type { Dialect } from '../validation/dialect.ts';
import { appendPointer, resolvePointer } from '../problems/json-pointer.ts';
import { listSubschemas, type Subschema } from './list-subschemas.ts';
import { isRecord } from '../is-record.ts';

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
}

const REFERENCE_KEYWORDS = ['$ref', '$dynamicRef', '$recursiveRef'];

/** Base of documents without `$id`; only ever compared with itself. */
const NO_BASE = 'https://schema.invalid/';

/** What the index is built in. */
interface Builder {
  readonly root: JsonSchema;
  readonly idKeyword: 'id' | '$id';
  readonly places: Map<string, Subschema>;
  readonly innerOf: Map<string, readonly Subschema[]>;
  /** Base URI of each schema, by pointer. */
  readonly bases: Map<string, string>;
  /** Pointers by URI: of schemas with an identifier (no fragment) and of anchors (`uri#anchor`). */
  readonly locations: Map<string, string>;
}

/**
 * Finds every schema in the document, also where only a reference leads, and resolves every
 * reference within the document. Nothing is ever fetched.
 */
export function indexSchema(root: JsonSchema, dialect: Dialect): SchemaIndex {
  const builder: Builder = {
    root,
    idKeyword: dialect === 'draft-04' ? 'id' : '$id',
    places: new Map(),
    innerOf: new Map(),
    bases: new Map(),
    locations: new Map([[NO_BASE, '']]),
  };
  addPlaces(builder, { schema: root, pointer: '', inPlace: false }, NO_BASE);
  const references: Reference[] = [];
  const referencesOf = new Map<string, readonly Reference[]>();
  // A target that no keyword leads to is added to the places while they are being visited.
  for (const place of builder.places.values()) {
    const own = toReferences(builder, place);
    if (own.length === 0) continue;
    referencesOf.set(place.pointer, own);
    for (const reference of own) references.push(reference);
  }
  const { places, innerOf } = builder;
  return { dialect, places, innerOf, references, referencesOf };
}

function addPlaces(builder: Builder, start: Subschema, base: string): void {
  const waiting = [{ place: start, outerBase: base }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { place, outerBase } = next;
    if (builder.places.has(place.pointer)) continue;
    const innerBase = addIdentifiers(builder, place, outerBase);
    builder.places.set(place.pointer, place);
    builder.bases.set(place.pointer, innerBase);
    const held = listSubschemas(place);
    if (held.length > 0) builder.innerOf.set(place.pointer, held);
    for (const inner of held.toReversed()) waiting.push({ place: inner, outerBase: innerBase });
  }
}

/** Registers what the schema calls itself and returns the base for what is in it. */
function addIdentifiers(builder: Builder, { schema, pointer }: Subschema, outer: string): string {
  if (typeof schema === 'boolean') return outer;
  const id = schema[builder.idKeyword];
  const uri = typeof id === 'string' ? toAbsolute(id, outer) : undefined;
  let base = outer;
  if (uri !== undefined) {
    const [location = '', anchor = ''] = uri.split('#');
    // Up to draft 07 an identifier that is only a fragment is an anchor.
    if (anchor !== '') builder.locations.set(uri, pointer);
    if (location !== outer) {
      base = location;
      builder.locations.set(location, pointer);
    }
  }
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const anchor = schema[keyword];
    if (typeof anchor === 'string') builder.locations.set(`${base}#${anchor}`, pointer);
  }
  return base;
}

function toReferences(builder: Builder, { schema, pointer }: Subschema): readonly Reference[] {
  if (typeof schema === 'boolean') return [];
  return REFERENCE_KEYWORDS.flatMap((keyword) => {
    const text = schema[keyword];
    if (typeof text !== 'string') return [];
    const target = resolve(builder, pointer, text);
    return [{ source: pointer, pointer: appendPointer(pointer, keyword), text, target }];
  });
}

function resolve(builder: Builder, source: string, text: string): string | undefined {
  const base = builder.bases.get(source) ?? NO_BASE;
  const uri = toAbsolute(text, base);
  if (uri === undefined) return undefined;
  const [location = '', fragment = ''] = uri.split('#');
  const resource = builder.locations.get(location);
  if (fragment !== '' && !fragment.startsWith('/')) return builder.locations.get(uri);
  if (resource === undefined) return undefined;
  const target = `${resource}${toDecoded(fragment)}`;
  if (builder.places.has(target)) return target;
  const schema = resolvePointer(builder.root, target);
  if (typeof schema !== 'boolean' && !isRecord(schema)) return undefined;
  addPlaces(builder, { schema, pointer: target, inPlace: false }, location);
  return target;
}

function toAbsolute(reference: string, base: string): string | undefined {
  if (reference === '') return base;
  if (reference.startsWith('#')) return `${base}${reference}`;
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

function toDecoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
