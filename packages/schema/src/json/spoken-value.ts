/**
 * Returns the words of a value that stands for an answer in text: a text is itself, a number and a
 * truth value are written out. Lists, objects and null have none.
 */
export function toSpokenText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
