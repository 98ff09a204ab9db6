import { escapeCharacter } from '@formwork/schema/internal';

/** Matches whole escape sequences of terminals, because removing only a part would leave noise. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-_])/gu;

/**
 * Matches characters that are invisible, or make text look like other text: control characters
 * except line feeds and tabs, marks of writing direction, tag characters, halves of surrogate
 * pairs.
 */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu;

/**
 * Matches joiners (invisible characters) beside ASCII characters, where they have no use. Joiners
 * between letters of many scripts and within emoji are needed, and do not match.
 */
const LONE_JOINER =
  /(?<=^|[\s\u0021-\u007e])[\u200c\u200d]+|(?<![\u200c\u200d])[\u200c\u200d]+(?=$|[\s\u0021-\u007e])/gu;

/**
 * Matches selectors of variants (invisible characters) behind another one, or behind ASCII characters
 * other than those that become keys: both select nothing, and can spell a text.
 */
const LONE_SELECTOR = /(?<=^|[\ufe00-\ufe0f\s!-"$-)+-/:-~])[\ufe00-\ufe0f]+/gu;

/** The patterns of all that cannot be seen. */
const INVISIBLE = [UNSEEN, LONE_JOINER, LONE_SELECTOR];

const COMMENT = /<!--(?:(?!-->)[^])*(?:-->)?/gu;
const TAG = /<(?=\/?[a-z!?])([^<>]*)>/giu;

/**
 * The number of UTF-16 units that are cleaned for each character that may remain, so that the time
 * to clean a text from elsewhere is limited.
 */
const UNITS_PER_CHARACTER = 4;

/** Options of {@link toCleanText}. */
export interface CleanTextOptions {
  /** The highest number of characters; a longer text is cut and ends with `…`. */
  readonly most: number;
}

/**
 * Cleans text from elsewhere for a model: removes invisible characters, makes markup harmless, and
 * limits the length.
 */
export function toCleanText(text: string, { most }: CleanTextOptions): string {
  const longest = most * UNITS_PER_CHARACTER;
  const clean = text
    .slice(0, longest)
    .replaceAll('\r\n', '\n')
    .replaceAll(ESCAPES, '')
    .replaceAll(UNSEEN, '')
    .replaceAll(LONE_JOINER, '')
    .replaceAll(LONE_SELECTOR, '')
    .replaceAll(COMMENT, '')
    .replaceAll(TAG, '‹$1›')
    .replaceAll(/(?<![ \t])[ \t]+\n/gu, '\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
  const characters = Array.from(clean);
  // Removed characters may have made room for the end, which was cut off before them.
  const isWhole = text.slice(longest).replaceAll(UNSEEN, '').trim() === '';
  return isWhole && characters.length <= most
    ? clean
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/** Does the same as {@link toCleanText} for text on one line. */
export function toCleanLine(text: string, options: CleanTextOptions): string {
  return toCleanText(text.replaceAll(/\s+/gu, ' '), options);
}

/** True if a text contains invisible characters that {@link toCleanText} would remove. */
export function hasUnseen(text: string): boolean {
  return INVISIBLE.some((pattern) => text.search(pattern) !== -1);
}

/**
 * Returns a text in which the characters that {@link hasUnseen} finds are written as `\uXXXX`, as
 * in JSON.
 */
export function escapeUnseen(text: string): string {
  return INVISIBLE.reduce((escaped, pattern) => escaped.replaceAll(pattern, escapeCharacter), text);
}
