/**
 * Truncates a text to `most` UTF-16 units, the mark `…` included; never splits a surrogate pair.
 *
 * @example
 * cutText('abcdef', 4); // 'abc…'
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
