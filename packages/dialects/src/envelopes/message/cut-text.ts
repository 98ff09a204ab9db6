/** A text of at most so many UTF-16 code units; a cut is marked by `…`. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}
