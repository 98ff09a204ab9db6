import type { Json, JsonSchema } from '@formwork/schema';
import type { Messages } from '../messages/messages.ts';
import { parseCells } from '../text/parse-csv.ts';
import { fromCellText, type SheetColumn, simplify, toEmptyCell } from './cell-text.ts';

/** A pasted row: its cells as they were pasted, and the value that they make. */
export interface PastedRow {
  /** The number of the row in the pasted table, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
  readonly value: Readonly<Record<string, Json>>;
  /** The names of the columns whose value does not fit or is missing. */
  readonly misfits: readonly string[];
}

/** A text that was pasted, as a table of cells. */
export interface PastedCells {
  readonly rows: readonly (readonly string[])[];
  /** True if a quotation mark is never closed, so that the rows cannot be told apart. */
  readonly isOpen: boolean;
  /** True if the text has more rows than are read at once. */
  readonly isCut: boolean;
}

/** For each column of the pasted table the name of the field that it fills; `''` leaves it out. */
export type PastedColumns = readonly string[];

/** The maximum number of rows that are pasted at once. */
const MAX_ROWS = 5000;

/** Splits a pasted text into cells: at tabs, commas or semicolons, as its first row suggests. */
export function toPastedCells(text: string): PastedCells {
  const { rows, openLine, isCut } = parseCells(text, { maxRows: MAX_ROWS });
  return { rows, isOpen: openLine !== undefined, isCut };
}

/**
 * Finds the fields that columns fill by the names in the first row; `undefined` if no cell of it is
 * the name of a field, so that it is a row like the others.
 */
export function findHeadColumns(
  [head = []]: readonly (readonly string[])[],
  columns: readonly SheetColumn[],
): PastedColumns | undefined {
  const names = head.map(() => '');
  const taken = new Set<string>();
  // Names may differ in nothing but signs, so the same ones find each other first.
  for (const toWord of [(text: string) => text.trim(), simplify]) {
    for (const [at, cell] of head.entries()) {
      const wanted = toWord(cell);
      if (names[at] !== '' || wanted === '') continue;
      const found = columns.find(
        ({ name, label }) =>
          !taken.has(name) && (toWord(label) === wanted || toWord(name) === wanted),
      );
      if (found === undefined) continue;
      names[at] = found.name;
      taken.add(found.name);
    }
  }
  return taken.size > 0 ? names : undefined;
}

/** Returns the fields in the order of the form, for a table without names of columns. */
export function toPlainColumns(
  rows: readonly (readonly string[])[],
  columns: readonly SheetColumn[],
): PastedColumns {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: width }, (_column, at) => columns[at]?.name ?? '');
}

/** Options of {@link readPasted}: the fields, what each column fills, and the check of a value. */
export interface PasteOptions {
  readonly columns: readonly SheetColumn[];
  readonly mapping: PastedColumns;
  readonly messages: Messages;
  /** The number of the first row that holds values, from 1. */
  readonly first: number;
  readonly isValid: (schema: JsonSchema, value: Json) => boolean;
}

/** Reads pasted rows as values. A cell that its field cannot hold stays the text that was pasted. */
export function readPasted(
  rows: readonly (readonly string[])[],
  { columns, mapping, messages, first, isValid }: PasteOptions,
): readonly PastedRow[] {
  const known = new Map(columns.map((column) => [column.name, column]));
  return rows.map((cells, at) => {
    const value: Record<string, Json> = {};
    const misfits = new Set<string>();
    for (const [place, name] of mapping.entries()) {
      const column = known.get(name);
      const read =
        column === undefined ? undefined : fromCellText(cells[place] ?? '', column, messages);
      if (column === undefined || read === undefined) continue;
      value[name] = read;
      if (!isValid(column.schema, read)) misfits.add(name);
    }
    for (const column of columns) {
      const { name, isRequired } = column;
      if (!isRequired || Object.hasOwn(value, name)) continue;
      const empty = toEmptyCell(column);
      if (empty === undefined) misfits.add(name);
      else value[name] = empty;
    }
    return { number: first + at, cells, value, misfits: [...misfits] };
  });
}

/** A new row that nothing was entered in, and which rows hold something that is no value yet. */
interface UntouchedRows {
  readonly blank: unknown;
  readonly isHeld: (row: number) => boolean;
}

/** Appends pasted rows to those of a list, in place of rows at its end that are still untouched. */
export function appendRows(
  items: readonly unknown[],
  added: readonly Json[],
  { blank, isHeld }: UntouchedRows,
): readonly unknown[] {
  const empty = JSON.stringify(blank);
  const last = items.findLastIndex((item, row) => JSON.stringify(item) !== empty || isHeld(row));
  return [...items.slice(0, last + 1), ...added];
}
