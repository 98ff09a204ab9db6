/** Line and column of an offset, both from 1. */
export function toPosition(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/u);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
