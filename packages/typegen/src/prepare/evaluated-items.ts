import { appendPointer, isRecord, resolvePointer } from '@formwork/schema/json';
import type { SchemaLocation } from '../type-source.ts';
import type { Preparation } from './preparation.ts';
import { followReferences } from './references.ts';

/** The keywords whose schemas describe the same list, in a list of schemas and alone. */
const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const SINGLES = ['if', 'then', 'else'] as const;

/** The most schemas that are looked at; references may lead in circles. */
const MAX_SCHEMAS = 50;

/**
 * Counts the items of a list that a schema evaluates at most, so that `unevaluatedItems` is about
 * those behind them; `Infinity` where that is uncertain, as with `contains`.
 */
export function countEvaluated(
  { index, documents }: Pick<Preparation, 'index' | 'documents'>,
  schema: unknown,
  location: SchemaLocation,
): number {
  const room = { schemas: MAX_SCHEMAS };
  function count(part: unknown, at: SchemaLocation, isRoot: boolean): number {
    room.schemas -= 1;
    if (room.schemas < 0) return Infinity;
    if (!isRecord(part)) return 0;
    const { prefixItems, items, contains } = part;
    const hasRest = !isRoot && part['unevaluatedItems'] !== undefined;
    if (contains !== undefined || hasRest || (items !== undefined && !Array.isArray(items))) {
      return Infinity;
    }
    if (Array.isArray(items) && part['additionalItems'] !== undefined) return Infinity;
    const inside = (...path: readonly (string | number)[]): SchemaLocation => ({
      ...at,
      pointer: path.reduce<string>(appendPointer, at.pointer),
    });
    const nestedCounts = [
      ...LISTS.flatMap((keyword) => {
        const list: unknown = part[keyword];
        if (!Array.isArray(list)) return [];
        return list.map((subschema, position) =>
          count(subschema, inside(keyword, position), false),
        );
      }),
      ...SINGLES.map((keyword) => count(part[keyword], inside(keyword), false)),
      ...followReferences(index, at).map(({ target }) => {
        if (typeof target === 'string') return Infinity;
        const { content } = documents[target.document] ?? {};
        return count(resolvePointer(content, target.pointer), target, false);
      }),
    ];
    const heads = [prefixItems, items].map((list) => (Array.isArray(list) ? list.length : 0));
    return Math.max(...heads, ...nestedCounts);
  }
  return count(schema, location, true);
}
