/**
 * Matches a text that a spreadsheet would read as a formula, because it begins (after white space)
 * with a character such as `=`, in normal or full width.
 */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/u;

/** The characters with which a formula begins. */
const BEGINNINGS: ReadonlySet<string> = new Set('=+-@＝＋－＠');

/**
 * The characters at which a spreadsheet may end a cell: those of other countries separate by `;`, and
 * then no quotes around a whole cell hold, because they are not at its beginning.
 */
const SEPARATORS: ReadonlySet<string> = new Set(';|\t\r\n');

/** Matches a number up to the next separator. */
const NEXT_NUMBER = /^[+-]?\d+(?:[.,]\d+)?\s*(?:[;|\t\r\n]|$)/u;

/** The longest number that is looked for, in characters. */
const MAX_NUMBER = 40;

/**
 * Writes a text as a cell of CSV (RFC 4180), with quotes where they are needed, so that no spreadsheet
 * runs it or a part of it as a formula: an apostrophe stands before those.
 */
export function toCsvCell(text: string): string {
  const safe = disarmWithin(FORMULA.test(text) ? `'${text}` : text);
  return /[",;|\t\r\n']/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Puts an apostrophe before each part of a text that is a formula where another separator ends cells. */
function disarmWithin(text: string): string {
  if (!/[;|\t\r\n]/u.test(text)) return text;
  let safe = '';
  let copied = 0;
  let isBeginning = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (SEPARATORS.has(character)) {
      isBeginning = true;
    } else if (isBeginning && character !== '"' && character.trim() !== '') {
      const isFormula =
        BEGINNINGS.has(character) && !NEXT_NUMBER.test(text.slice(index, index + MAX_NUMBER));
      if (isFormula) {
        safe += `${text.slice(copied, index)}'`;
        copied = index;
      }
      isBeginning = false;
    }
  }
  return safe + text.slice(copied);
}
