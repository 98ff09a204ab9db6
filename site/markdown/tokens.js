/**
 * Calls a function for every token inside of paragraphs, headings and cells.
 *
 * @param {readonly any[]} tokens
 * @param {(token: any) => void} visit
 */
export function walkInline(tokens, visit) {
  for (const { type, children } of tokens) {
    if (type !== 'inline') continue;
    for (const child of children ?? []) visit(child);
  }
}
