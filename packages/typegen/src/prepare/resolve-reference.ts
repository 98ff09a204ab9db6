import { parsePointer, resolvePointer } from '@formwork/core';
import type { DocumentIndex } from './index-documents.ts';
import type { SchemaDocument, SchemaPlace } from './schema-document.ts';

/** The keywords that refer to another schema. */
export type ReferenceKeyword = '$ref' | '$dynamicRef' | '$recursiveRef';

/** A reference and where it stands. */
export interface Reference {
  readonly keyword: ReferenceKeyword;
  readonly text: string;
  readonly place: SchemaPlace;
}

/** What a reference leads to. */
export type Resolution =
  | { readonly outcome: 'found'; readonly place: SchemaPlace }
  | { readonly outcome: 'none' | 'dynamic' };

const NONE: Resolution = { outcome: 'none' };

/**
 * Follows a reference to a schema of the documents given; nothing is ever loaded.
 *
 * A `$dynamicRef` or `$recursiveRef` depends on who refers to the schema that has it. Where the documents have its
 * anchor once, there is nothing to choose; otherwise the outcome is `dynamic`.
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
    return keyword === '$ref' ? { outcome: 'found', place: found } : toDynamic(index, found, href);
  }
  return NONE;
}

function toDynamic(index: DocumentIndex, place: SchemaPlace, href: string): Resolution {
  const anchor = href.split('#')[1] ?? '';
  const candidates = index.dynamicAnchors.get(anchor) ?? [];
  return candidates.length > 1 ? { outcome: 'dynamic' } : { outcome: 'found', place };
}

function resolve(index: DocumentIndex, href: string): SchemaPlace | undefined {
  const [uri = '', fragment = ''] = href.split('#');
  if (fragment !== '' && !fragment.startsWith('/')) return index.anchors.get(`${uri}#${fragment}`);
  const resource = index.resources.get(uri);
  if (resource === undefined) return undefined;
  return { ...resource, pointer: `${resource.pointer}${toDecoded(fragment)}` };
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

function toDecoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The last segment of a place that says something about it; `undefined` if none does. */
export function findTellingSegment({ pointer }: SchemaPlace): string | undefined {
  return parsePointer(pointer).findLast(
    (segment) => !/^(?:\d*|items|[a-z]+Of|\$defs)$/u.test(segment),
  );
}
