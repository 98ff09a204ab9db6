import { compareTexts } from './compare-texts.ts';
import { isRecord } from './record.ts';

/**
 * Writes a JSON value in one line with the names of its objects sorted, so that equal values give
 * equal texts.
 *
 * @example
 * toSortedJson({ b: 1, a: [true] }); // '{"a":[true],"b":1}'
 */
export function toSortedJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isRecord(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => compareTexts(a, b)))
      : member,
  );
}

/**
 * True if two values have the same JSON: the same content in the same order.
 *
 * @example
 * isSameJson({ a: [1] }, { a: [1] }); // true
 */
export function isSameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
