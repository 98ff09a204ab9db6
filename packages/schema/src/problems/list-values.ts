import { previewJson } from './preview-json.ts';

/** How many allowed values or names are listed. */
const MAX_LISTED = 12;

/** `one of "a", "b"`; just `"a"` for a single value; the 13th and later are counted, not listed. */
export function listValues(values: readonly unknown[]): string {
  const texts = [...new Set(values.map(previewJson))];
  return texts.length === 1 ? String(texts[0]) : `one of ${joinListed(texts)}`;
}

/** Property names in quotes, the 13th and later counted. */
export function quoteNames(names: readonly string[]): string {
  return joinListed(names.map(previewJson));
}

/** `1 item`, `2 items`. */
export function countOf(count: unknown, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${String(count)} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

function joinListed(texts: readonly string[]): string {
  const listed = texts.slice(0, MAX_LISTED).join(', ');
  const rest = texts.length - MAX_LISTED;
  return rest > 0 ? `${listed} and ${rest} more` : listed;
}
