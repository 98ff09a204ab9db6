import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import type { LazyMessages } from '../messages/lazy-messages/lazy-messages.ts';
import type { Messages } from '../messages/messages.ts';
import { formatNumber } from '../text/format-number.ts';
import { parseCells } from '../text/parse-csv.ts';
import { fromCellText, type SheetColumn, toCellText, toTsv } from './cell-text.ts';
import type { SheetArea, SheetCell } from './sheet-area.ts';

/** Returns the value of a cell; `undefined` for none. */
export function readCellValue(items: readonly unknown[], row: number, name: string): unknown {
  const item = items[row];
  return isRecord(item) && Object.hasOwn(item, name) ? item[name] : undefined;
}

/** Copies rows with other values in a block of cells; `undefined` empties a cell. */
export function writeCells(
  items: readonly unknown[],
  area: SheetArea,
  toValue: (cell: SheetCell) => readonly [name: string, value: Json | undefined] | undefined,
): readonly unknown[] {
  const next = [...items];
  for (let row = area.top; row <= area.bottom; row += 1) {
    const item = next[row];
    const changed: Record<string, unknown> = isRecord(item) ? { ...item } : {};
    for (let column = area.start; column <= area.end; column += 1) {
      const written = toValue({ row, column });
      if (written === undefined) continue;
      const [name, value] = written;
      if (value === undefined) delete changed[name];
      else changed[name] = value;
    }
    next[row] = changed;
  }
  return next;
}

/** The rows of a spreadsheet, its columns, and the texts for their values. */
interface Sheet {
  readonly items: readonly unknown[];
  readonly columns: readonly SheetColumn[];
  readonly messages: Messages;
}

/** Writes a block of cells as a text that spreadsheets paste. */
export function copyCells({ items, columns, messages }: Sheet, area: SheetArea): string {
  const rows: string[][] = [];
  for (let row = area.top; row <= area.bottom; row += 1) {
    rows.push(
      columns
        .slice(area.start, area.end + 1)
        .map((column) => toCellText(readCellValue(items, row, column.name), column, messages)),
    );
  }
  return toTsv(rows);
}

/** Splits a copied block into all its cells: an empty line is a row, and no row is left out. */
export function toBlock(text: string): readonly (readonly string[])[] {
  const options = {
    delimiter: '\t',
    maxRows: Infinity,
    keepsEmpty: true,
    keepsQuotes: true,
  };
  return parseCells(text, options).rows;
}

/**
 * Copies the rows with a pasted block whose first cell is `at`. Rows are added where the block is
 * longer; columns beyond the last one are left out, and counted in `leftOut`. One pasted cell fills
 * the whole block `area`.
 */
export function pasteCells(
  { items, columns, messages }: Sheet,
  {
    cells,
    at,
    area,
  }: {
    readonly cells: readonly (readonly string[])[];
    readonly at: SheetCell;
    readonly area: SheetArea;
  },
): PastedSheet {
  const isOne = cells.length === 1 && cells[0]?.length === 1;
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0);
  const filled: SheetArea = isOne
    ? area
    : {
        top: at.row,
        bottom: at.row + cells.length - 1,
        start: at.column,
        end: Math.min(columns.length, at.column + width) - 1,
      };
  const next = writeCells(items, filled, ({ row, column }) => {
    const target = columns[column];
    const text = isOne ? cells[0]?.[0] : cells[row - filled.top]?.[column - filled.start];
    if (target === undefined || text === undefined) return undefined;
    return [target.name, fromCellText(text, target, messages)];
  });
  const leftOut = isOne ? 0 : Math.max(0, at.column + width - columns.length);
  return { items: next, area: filled, width, leftOut };
}

/** The rows after a block was pasted, and the block of cells that it fills. */
interface PastedSheet {
  readonly items: readonly unknown[];
  readonly area: SheetArea;
  /** The number of columns that were pasted, and how many of them, at the end, found no place. */
  readonly width: number;
  readonly leftOut: number;
}

/** The most columns without a place that are named. */
const MAX_NAMED = 5;

/** Says how many rows a pasted block has added to `before`, and which of its columns are left out. */
export function tellPasted(
  { items, width, leftOut }: PastedSheet,
  before: number,
  texts: { readonly lazyMessages: LazyMessages | undefined; readonly messages: Messages },
): {
  readonly text: string;
  readonly isLoss: boolean;
} {
  const { sheet } = texts.lazyMessages ?? {};
  const { language } = texts.messages;
  if (sheet === undefined) return { text: '', isLoss: false };
  const added = items.length - before;
  const first = width - leftOut + 1;
  const names = Array.from({ length: Math.min(leftOut, MAX_NAMED) }, (_column, at) =>
    sheet.columnOf(formatNumber(first + at, language)),
  );
  const list = new Intl.ListFormat(language).format(leftOut > MAX_NAMED ? [...names, '…'] : names);
  const parts = [
    ...(added > 0 ? [sheet.added(added, formatNumber(added, language))] : []),
    ...(leftOut > 0 ? [sheet.unusedColumns(list)] : []),
  ];
  return { text: parts.join(' · '), isLoss: leftOut > 0 };
}
