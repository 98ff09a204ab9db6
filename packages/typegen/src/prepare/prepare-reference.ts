import { appendPointer } from '@formwork/core';
import { warn, type Preparation } from './preparation.ts';
import { findTellingSegment, resolveReference, type Reference } from './resolve-reference.ts';
import { toPlaceKey, type SchemaPlace } from './schema-document.ts';
import { toPreview } from './to-preview.ts';
import { UNKNOWN, type TypeNode } from './type-node.ts';

/** The type that a reference leads to, by its name; it will be prepared if it has not been. */
export function prepareReference(preparation: Preparation, reference: Reference): TypeNode {
  const resolution = resolveReference(preparation, reference);
  const { keyword, text, place } = reference;
  const at = { ...place, pointer: appendPointer(place.pointer, keyword) };
  switch (resolution.outcome) {
    case 'none': {
      const message = `Cannot follow ${toPreview(text)} as it must lead to a schema of the source: using unknown`;
      warn(preparation, at, { code: 'reference-unresolved', message });
      return UNKNOWN;
    }
    case 'dynamic': {
      const message = `Cannot follow ${toPreview(text)} as its anchor must stand in one place only: using unknown`;
      warn(preparation, at, { code: 'reference-dynamic', message });
      return UNKNOWN;
    }
    case 'found':
      return { kind: 'reference', name: nameType(preparation, resolution.place) };
  }
}

/** The name of the type at a place; a new one if it has none yet. */
function nameType(preparation: Preparation, place: SchemaPlace): string {
  const { nameByPlace, names, documents, waiting } = preparation;
  const key = toPlaceKey(place);
  const known = nameByPlace.get(key);
  if (known !== undefined) return known;
  const document = toStem(documents[place.document]?.name ?? '');
  const segment = findTellingSegment(place);
  // Definitions of several documents are told apart by the document.
  const name = names.take(segment === undefined ? [document] : [segment, `${document}-${segment}`]);
  nameByPlace.set(key, name);
  waiting.push({ name, place });
  return name;
}

/** What a document's name says without its folders and endings. */
export function toStem(name: string): string {
  const file = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  return file.replace(/(?<=.)(?:[.-]schema)?\.json$/iu, '');
}
