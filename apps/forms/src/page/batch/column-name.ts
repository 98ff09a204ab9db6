/**
 * Names the column of a value by its path: names are joined by dots, and a dot or a backslash in a
 * name stands behind a backslash, because another value may be within an object there.
 *
 * @example
 * toColumnName(['a', 'b']); // 'a.b'
 * toColumnName(['a.b']); // 'a\\.b'
 */
export function toColumnName(path: readonly string[]): string {
  return path.map((name) => name.replaceAll(/[.\\]/gu, String.raw`\$&`)).join('.');
}
