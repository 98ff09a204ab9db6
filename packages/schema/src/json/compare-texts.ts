/**
 * Compares two texts by their UTF-16 code units, for `sort()`: the same order on every machine,
 * whatever its language.
 *
 * @returns a negative number, 0 if they are equal, or a positive number
 *
 * @example
 * ['b', 'a', 'B'].toSorted(compareTexts); // ['B', 'a', 'b']
 */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
