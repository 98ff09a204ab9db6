/** Sorts after all other ASCII characters, so that escapes sort where the characters do. */
const ESCAPE = '\u007F';
const ESCAPABLE = /[\u007F-\uFFFF]/g;
const ESCAPED = /\u007F([0-9a-f]{4})/g;

/**
 * Text for a column that is compared or sorted. SQLite stores UTF-8, which has no halves of
 * surrogate pairs and sorts by code point; in ASCII any two strings stay apart and in the order
 * of JavaScript's `<`.
 */
export function toStoredText(text: string): string {
  return text.replace(
    ESCAPABLE,
    (unit) => `${ESCAPE}${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What {@link toStoredText} was given. */
export function fromStoredText(stored: string): string {
  return stored.replace(ESCAPED, (_, unit: string) =>
    String.fromCharCode(Number.parseInt(unit, 16)),
  );
}
