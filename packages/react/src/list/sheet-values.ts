import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/internal';
import type { Messages } from '../messages/messages.ts';
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
  const options = { delimiter: '\t', maxRows: Infinity, keepsEmpty: true };
  const { rows, openLine } = parseCells(text, options);
  if (openLine === undefined) return rows;
  // Other programs put no quotes around a cell that begins with one.
  const lines = text.split(/\r\n|\n|\r/u);
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.split('\t'));
}

/**
 * Copies the rows with a pasted block whose first cell is `at`. Rows are added where the block is
 * longer; columns beyond the last one are left out. One pasted cell fills the whole block `area`.
 */
export function pasteCells(
  { items, columns, messages }: Sheet,
  { cells, at, area }: PastedBlock,
): { readonly items: readonly unknown[]; readonly area: SheetArea } {
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
  return { items: next, area: filled };
}

/** A block that is pasted: its cells, the cell where it begins, and the chosen block. */
interface PastedBlock {
  readonly cells: readonly (readonly string[])[];
  readonly at: SheetCell;
  readonly area: SheetArea;
}
