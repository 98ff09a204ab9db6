/**
 * Compares two texts by their UTF-16 code units, for `sort()`: the same order on every machine,
 * whatever its language.
 *
 * @returns a negative number, 0 if they are equal, or a positive number
 *
 * @example
 * ['b', 'a', 'B'].toSorted(compareTexts); // ['B', 'a', 'b']
 */
export function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
