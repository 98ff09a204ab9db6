import { isRecord } from '@formwork/schema/json';

/** A reference inside a schema document, resolved to an absolute URI. */
export interface Reference {
  /** The JSON pointer of the place of the reference. */
  readonly pointer: string;
  /** The target of the reference: an `$id`, and the fragment after it. */
  readonly target: string;
}

/** The keywords whose values are data, in which `$ref` is an ordinary member. */
const DATA = new Set(['const', 'default', 'enum', 'examples', 'x-formwork-added']);

/** Lists all references in a schema document. */
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

/** Resolves a reference. URNs have no paths, so only a fragment can be relative to one. */
function toTarget(reference: string, base: string): string {
  if (reference.startsWith('#')) return base.replace(/#$/u, '') + reference;
  return URL.canParse(reference, base) ? new URL(reference, base).href : reference;
}
