import type { Json, JsonObject } from '@formwork/schema';
import { toCell } from '../shape/to-cell.ts';

/** Characters that make a spreadsheet read a text as a formula, in their usual and their wide form. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

/**
 * A table as CSV (RFC 4180): CRLF, quotes where they are needed, a byte order mark as spreadsheets
 * look for one. Texts that a spreadsheet would run get an apostrophe; numbers stay numbers.
 */
export function toCsv(columns: readonly string[], rows: Iterable<JsonObject>): string {
  const lines = [columns.map(toField).join(',')];
  for (const row of rows) {
    lines.push(columns.map((name) => toField(toCell(row, name))).join(','));
  }
  return `\u{FEFF}${lines.join('\r\n')}\r\n`;
}

function toField(value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
