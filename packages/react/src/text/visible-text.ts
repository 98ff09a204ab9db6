import { cutText } from '@formwork/schema/internal';
/**
 * Characters that turn the order of letters around them: embeddings, overrides and isolates. The first
 * alternative is a value that somebody isolated from the text around it, which does no harm.
 */
const TURNS = /\u2068[^\u202a-\u202e\u2066-\u2069]*\u2069|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text of somebody else as it is stored: what would show `gpj.exe` as `exe.jpg` is shown as its code
 * point, such as `[U+202E]`, and turns nothing. Marks of direction and isolated values stay.
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

/** Characters of one text that are drawn. Browsers take seconds to lay out a megabyte. */
const MAX_TEXT = 5000;

/** The text as it may be shown, and at most `most` characters of it with a mark behind them. */
export function cutVisibleText(text: string, most: number = MAX_TEXT): string {
  const cut = cutText(text, most + 1);
  return toVisibleText(cut === text ? text : `${cut.slice(0, -1).trimEnd()}…`);
}
