import type { Json } from '@formwork/schema';
import { toCsvCell } from '@formwork/schema/internal';

/** Matches a text that every spreadsheet reads as a number, with or without a sign. */
const NUMBER = /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/iu;

/**
 * Writes a table as CSV (RFC 4180) with CRLF, quotes where they are needed, and the byte order mark
 * that spreadsheets expect. A text that a spreadsheet would run as a formula gets an apostrophe.
 */
export function formatCsv(
  columns: readonly string[],
  rows: Iterable<readonly (Json | undefined)[]>,
  {
    isTyped = false,
  }: {
    /**
     * True if people typed the cells, so that a text that looks like a number is one. Default false:
     * only JSON numbers are numbers.
     */
    readonly isTyped?: boolean;
  } = {},
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
  return isTyped && NUMBER.test(text) ? text : toCsvCell(text);
}
