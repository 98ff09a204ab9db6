import type { Json, JsonObject } from '@formwork/schema';
import { toCell, toText } from './cell.ts';

/** The order in which a table is sorted: a column and a direction. */
export interface RowOrder {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

/** The filter and the order by which the rows of a table are shown. */
export interface RowChoice {
  /** The text that any cell of a row must contain, in upper or lower case; `''` for all rows. */
  readonly filter: string;
  /** The order of the rows; absent for the order of the data. */
  readonly order?: RowOrder | undefined;
  readonly columns: readonly string[];
  /** The language by whose rules texts are sorted, as a BCP 47 tag. */
  readonly language: string;
}

/** The maximum number of rows that are sorted by the rules of a language, which is slow. */
const MAX_COLLATED = 10_000;

/** The maximum number of characters of a cell that are searched and compared. */
const MAX_COMPARED = 500;

/** Filters and sorts the rows of a table. Empty cells come last in both directions. */
export function arrangeRows(rows: readonly JsonObject[], choice: RowChoice): readonly JsonObject[] {
  const matches = filterRows(rows, choice);
  const { order, language } = choice;
  if (order === undefined) return matches;
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const compareTexts =
    matches.length > MAX_COLLATED
      ? (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
      : collator.compare;
  const sign = order.direction === 'ascending' ? 1 : -1;
  const keyed = matches.map((row) => ({ row, key: toKey(toCell(row, order.column)) }));
  keyed.sort(({ key: a }, { key: b }) => {
    if (a === undefined || b === undefined) {
      return Number(a === undefined) - Number(b === undefined);
    }
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
    if (typeof a !== typeof b) return sign * (typeof a === 'number' ? -1 : 1);
    return sign * compareTexts(String(a), String(b));
  });
  return keyed.map(({ row }) => row);
}

function filterRows(rows: readonly JsonObject[], choice: RowChoice): readonly JsonObject[] {
  const needle = choice.filter.trim().toLowerCase();
  if (needle === '') return rows;
  return rows.filter((row) =>
    choice.columns.some((column) => toCellText(toCell(row, column)).toLowerCase().includes(needle)),
  );
}

function toKey(value: Json | undefined): string | number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'number') return value;
  return typeof value === 'boolean' ? Number(value) : toCellText(value);
}

function toCellText(value: Json | undefined): string {
  if (value === null) return '';
  const text = Array.isArray(value) ? value.join(' ') : toText(value);
  return text.slice(0, MAX_COMPARED);
}
