/** The longest text by which messages repeat a value, in UTF-16 code units. */
const PREVIEW_LENGTH = 60;

/**
 * Matches characters that JSON leaves as they are, although they break lines, are invisible, or
 * turn the direction of the text around them.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Writes a value as JSON, cut to 60 characters; the cut is marked by `…`.
 *
 * It takes any value, even one that JSON cannot carry, never throws for plain data, and does no
 * more work than the cut text needs.
 *
 * @example
 * previewJson({ name: 'Ada' }); // '{"name":"Ada"}'
 */
export function previewJson(value: unknown): string {
  return cutText(write(value, PREVIEW_LENGTH + 1), PREVIEW_LENGTH);
}

/**
 * Puts a text in double quotes, escaped as in JSON and free of invisible characters. It is not
 * shortened.
 *
 * @example
 * quote('a\nb'); // '"a\\nb"'
 */
export function quote(text: string): string {
  return JSON.stringify(text).replaceAll(INVISIBLE, escapeCharacter);
}

function write(value: unknown, budget: number): string {
  if (typeof value === 'string') return quote(value.slice(0, budget));
  if (Array.isArray(value)) return writeArray(value, budget);
  if (typeof value === 'object' && value !== null) return writeObject(value, budget);
  return typeof value === 'function' || typeof value === 'symbol' ? typeof value : String(value);
}

function writeArray(items: readonly unknown[], budget: number): string {
  let text = '[';
  for (const item of items) {
    if (text.length > budget) return text;
    text += `${text === '[' ? '' : ','}${write(item, budget - text.length)}`;
  }
  return `${text}]`;
}

function writeObject(value: object, budget: number): string {
  let text = '{';
  for (const name in value) {
    if (text.length > budget) return text;
    if (!Object.hasOwn(value, name)) continue;
    const key = quote(name.slice(0, budget));
    const member: unknown = Reflect.get(value, name);
    text += `${text === '{' ? '' : ','}${key}:${write(member, budget - text.length - key.length)}`;
  }
  return `${text}}`;
}

/** Writes each UTF-16 unit of a character as an escape of JSON. */
export function escapeCharacter(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

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
