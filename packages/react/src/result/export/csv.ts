import type { Json } from '@formwork/schema';

/**
 * Beginnings that make a spreadsheet read a text as a formula, in their usual and their wide form, and
 * behind white space that it skips.
 */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/u;

/** A text that is a number to every spreadsheet, whatever its sign. */
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/iu;

/** Options of {@link formatCsv}. */
export interface CsvOptions {
  /**
   * True for cells that people typed: a text that is a number counts as one. Default false: only
   * numbers are numbers.
   */
  readonly isTyped?: boolean;
}

/**
 * Writes a table as CSV (RFC 4180): CRLF, quotes where they are needed, and a byte order mark, which
 * spreadsheets look for. Texts that a spreadsheet would run get an apostrophe.
 */
export function formatCsv(
  columns: readonly string[],
  rows: Iterable<readonly (Json | undefined)[]>,
  { isTyped = false }: CsvOptions = {},
): string {
  const formatRow = (cells: readonly (Json | undefined)[]): string =>
    cells.map((cell) => formatCell(cell, isTyped)).join(',');
  const lines = [formatRow(columns)];
  for (const row of rows) lines.push(formatRow(row));
  return `\u{FEFF}${lines.join('\r\n')}\r\n`;
}

function formatCell(value: Json | undefined, isTyped: boolean): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isNumber = isTyped && NUMBER.test(text);
  const safe = FORMULA.test(text) && !isNumber ? `'${text}` : text;
  return /[",\r\n']/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
