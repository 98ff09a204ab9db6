import { isRecord } from '@formwork/schema/internal';

/** A reference within a document, as a whole address. */
export interface Reference {
  /** Where it stands, as a JSON pointer. */
  readonly pointer: string;
  /** What it points to: an `$id`, and the fragment after it. */
  readonly target: string;
}

/** Keywords whose values are data, in which `$ref` is a word like any other. */
const DATA = new Set(['const', 'default', 'enum', 'examples', 'x-formwork-added']);

/** All references of a schema document. */
export function listReferences(schema: unknown, base: string, pointer = ''): readonly Reference[] {
  if (Array.isArray(schema)) {
    return schema.flatMap((item: unknown, index) =>
      listReferences(item, base, `${pointer}/${index}`),
    );
  }
  if (!isRecord(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (key === '$ref' && typeof value === 'string') {
      return [{ pointer: place, target: toTarget(value, base) }];
    }
    return DATA.has(key) ? [] : listReferences(value, base, place);
  });
}

/** URNs have no paths, so nothing but a fragment can be relative to one. */
function toTarget(reference: string, base: string): string {
  if (reference.startsWith('#')) return base.replace(/#$/u, '') + reference;
  return URL.canParse(reference, base) ? new URL(reference, base).href : reference;
}
