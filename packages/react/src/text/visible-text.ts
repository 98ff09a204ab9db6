import { cutText } from '@formwork/schema/internal';
/**
 * Matches characters that reverse the order of letters around them (embeddings, overrides,
 * isolates). The first alternative is a harmless isolated value, which is skipped.
 */
const TURNS = /\u2068[^\u202a-\u202e\u2066-\u2069]*\u2069|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Makes the characters visible that reverse the order of letters, so that `gpj.exe` cannot be shown
 * as `exe.jpg`: each becomes its code point, such as `[U+202E]`. Marks of direction and isolated
 * values stay.
 *
 * @example
 * ```ts
 * import { toVisibleText } from '@formwork/react';
 *
 * document.title = toVisibleText('Report \u202Efdp.exe'); // Report [U+202E]fdp.exe
 * ```
 */
export function toVisibleText(text: string): string {
  return text.replaceAll(TURNS, (found) =>
    found.length > 1 ? found : `[U+${found.charCodeAt(0).toString(16).toUpperCase()}]`,
  );
}

/**
 * The maximum number of characters of one text that are drawn; browsers take seconds to lay out a
 * megabyte.
 */
const MAX_TEXT = 5000;

/**
 * Makes a text visible by `toVisibleText`, and cuts it to at most `most` characters with a mark at
 * the end.
 */
export function cutVisibleText(text: string, most: number = MAX_TEXT): string {
  const cut = cutText(text, most + 1);
  return toVisibleText(cut === text ? text : `${cut.slice(0, -1).trimEnd()}…`);
}
