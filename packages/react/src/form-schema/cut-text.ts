import { toVisibleText } from '../text/visible-text.ts';

/** Characters of one text that are drawn. What is longer says nothing more to people. */
const MAX_TEXT = 5000;

/**
 * The text as far as it is drawn: browsers take seconds to lay out a megabyte. `most` is in
 * characters. Default 5,000.
 */
export function cutText(text: string, most: number = MAX_TEXT): string {
  return toVisibleText(text.length > most ? `${text.slice(0, most)}…` : text);
}
