import { previewJson } from './preview-json.ts';

/** The most allowed values or names that a message lists. */
const MAX_LISTED = 12;

/**
 * Lists values as `one of "a", "b"`, a single one as `"a"`. From the 13th on they are only counted.
 */
export function listValues(values: readonly unknown[]): string {
  const texts = [...new Set(values.map(previewJson))];
  return texts.length === 1 ? String(texts[0]) : `one of ${joinListed(texts)}`;
}

/** Lists property names in quotes; from the 13th on they are only counted. */
export function quoteNames(names: readonly string[]): string {
  return joinListed(names.map(previewJson));
}

/** Writes a count with its noun: `1 item`, `2 items`. */
export function countOf(count: unknown, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${String(count)} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

function joinListed(texts: readonly string[]): string {
  const listed = texts.slice(0, MAX_LISTED).join(', ');
  const surplus = texts.length - MAX_LISTED;
  return surplus > 0 ? `${listed} and ${surplus} more` : listed;
}
