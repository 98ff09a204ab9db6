/** Compares two texts by their UTF-16 code units, as a function for sorting. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
