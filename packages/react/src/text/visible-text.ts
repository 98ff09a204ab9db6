import { cutText } from '@formwork/schema/json';
/**
 * Matches characters that reverse the order of letters around them (embeddings, overrides,
 * isolates). Its first alternative matches an isolated text, which is harmless and stays.
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
  return text.replaceAll(TURNS, (characters) =>
    characters.length > 1
      ? characters
      : `[U+${characters.charCodeAt(0).toString(16).toUpperCase()}]`,
  );
}

/**
 * The maximum length of a text that is drawn, in characters, because browsers take seconds to lay
 * out a megabyte.
 */
const MAX_TEXT = 5000;

/**
 * Makes the characters of a text visible as `toVisibleText` does, and cuts the text to at most
 * `most` characters, ending in "…".
 */
export function cutVisibleText(text: string, most: number = MAX_TEXT): string {
  const cut = cutText(text, most + 1);
  return toVisibleText(cut === text ? text : `${cut.slice(0, -1).trimEnd()}…`);
}
