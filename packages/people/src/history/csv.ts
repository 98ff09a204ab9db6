/** Matches the beginning of a cell that a spreadsheet would take for a formula. */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/u;

/** Matches a number, which is no formula although it may begin with a sign. */
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/u;

/**
 * Writes a line of CSV (RFC 4180). A cell that a spreadsheet would take for a formula begins with an
 * apostrophe, so that no text of somebody else runs there.
 */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
