import type { Json, JsonSchema } from '@formwork/schema';
import type { Messages } from '../messages/messages.ts';
import { parseCells } from '../text/parse-csv.ts';
import {
  fromCellText,
  quote,
  type SheetColumn,
  simplify,
  toEmptyCell,
  toTsv,
} from './cell-text.ts';
import { toBlock } from './sheet-values.ts';

/** A pasted row: its cells as they were pasted, and the value that they make. */
export interface PastedRow {
  /** The number of the row in the pasted table, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
  readonly value: Readonly<Record<string, Json>>;
  /** The names of the columns whose value does not fit or is missing. */
  readonly misfits: readonly string[];
}

/** For each column of the pasted table the name of the field that it fills; `''` leaves it out. */
export type PastedColumns = readonly string[];

/** The maximum number of rows that are pasted at once. */
const MAX_ROWS = 5000;

/** A table on the clipboard: its flavours as text and as HTML, `''` for one that is not there. */
export interface CopiedTable {
  readonly text: string;
  readonly html: string;
}

/** The largest HTML that is read, in characters. */
const MAX_HTML = 8_000_000;

/** The most cells of an HTML table that are read. */
const MAX_CELLS = 200_000;

/** Returns the flavours of what is pasted. */
export function readClipboard(data: Pick<DataTransfer, 'getData'>): CopiedTable {
  return { text: data.getData('text/plain'), html: data.getData('text/html') };
}

/** Returns the cells of a copied block: an empty row is one as well, and no row is left out. */
export function readBlock(copied: CopiedTable): readonly (readonly string[])[] {
  return findTable(copied) ?? toBlock(copied.text);
}

/** Returns a copied table as the text that {@link toPastedCells} splits into the same cells. */
export function toPastedText(copied: CopiedTable): string {
  const rows = findTable(copied);
  if (rows === undefined) return copied.text;
  if (rows.some((row) => row.length > 1)) return toTsv(rows);
  // Without a tab, commas and semicolons would split a single column.
  return rows.map(([cell = '']) => (/[,;]/u.test(cell) ? quote(cell) : toTsv([[cell]]))).join('\n');
}

/**
 * Finds the cells of the HTML of a copied table if its text could be read in several ways: with
 * quotes, with cells of several lines, without tabs, or if there is none.
 */
function findTable({ text, html }: CopiedTable): readonly (readonly string[])[] | undefined {
  if (html.length > MAX_HTML || !/<table/iu.test(html)) return undefined;
  const rows = readHtmlTable(html);
  if (rows === undefined) return undefined;
  const lines = text.replace(/\r?\n$/u, '').split(/\r\n|\n|\r/u).length;
  const isPlain = text.includes('\t') && !text.includes('"') && lines === rows.length;
  return isPlain ? undefined : rows;
}

/**
 * Reads the cells of the only table of an HTML text; `undefined` if there is more than that. The
 * parsed document is inert: it runs and loads nothing.
 */
function readHtmlTable(html: string): readonly (readonly string[])[] | undefined {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const hidden of page.querySelectorAll('style, script, template')) hidden.remove();
  const [table, ...otherTables] = page.querySelectorAll('table');
  if (table === undefined || otherTables.length > 0) return undefined;
  if (page.body.textContent.trim() !== table.textContent.trim()) return undefined;
  const rows: string[][] = [];
  /** For each column the number of rows below that a cell above still fills. */
  const filled: number[] = [];
  let count = 0;
  for (const { cells } of table.rows) {
    const row: string[] = [];
    const skip = (): void => {
      while ((filled[row.length] ?? 0) > 0) {
        filled[row.length] = (filled[row.length] ?? 0) - 1;
        row.push('');
      }
    };
    for (const cell of cells) {
      skip();
      for (let at = 0; at < cell.colSpan; at += 1) {
        filled[row.length] = cell.rowSpan - 1;
        row.push(at === 0 ? readHtmlCell(cell) : '');
      }
      count += cell.colSpan;
      if (count > MAX_CELLS) return undefined;
    }
    skip();
    rows.push(row);
  }
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (width * rows.length > MAX_CELLS) return undefined;
  // Rows that end early would hide that a table has several columns.
  const fill = (row: readonly string[]): readonly string[] =>
    row.concat(Array.from({ length: width - row.length }, () => ''));
  return width === 0 ? undefined : rows.map(fill);
}

/** Returns the text of an HTML cell as a person sees it: breaks and blocks begin new lines. */
function readHtmlCell(cell: HTMLTableCellElement): string {
  const walker = cell.ownerDocument.createTreeWalker(cell, SHOW_ELEMENTS_AND_TEXTS);
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const name = node.nodeName.toLowerCase();
    if (name === '#text') text += (node.nodeValue ?? '').replaceAll(/[ \t\r\n]+/gu, ' ');
    else if (name === 'br' || (/^(?:div|li|p)$/u.test(name) && text.trim() !== '')) text += '\n';
  }
  // Spaces of several nodes are one, and none stands at the end of a line.
  const lines = text.split('\n').map((line) => line.split(' ').filter(Boolean).join(' '));
  const first = lines.findIndex((line) => line !== '');
  const last = lines.findLastIndex((line) => line !== '');
  const shown = first === -1 ? [] : lines.slice(first, last + 1);
  return shown.join('\n').replaceAll('\u00A0', ' ');
}

/** `NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT`. */
const SHOW_ELEMENTS_AND_TEXTS = 5;

/** Splits a pasted text into cells: at tabs, commas or semicolons, as its first row suggests. */
export function toPastedCells(text: string): {
  readonly rows: readonly (readonly string[])[];
  /** True if a quotation mark is never closed, so that the rows cannot be separated. */
  readonly isOpen: boolean;
  /** True if the text has more rows than are read at once. */
  readonly isCut: boolean;
} {
  const { rows, openLine, isCut } = parseCells(text, { maxRows: MAX_ROWS, keepsQuotes: true });
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
  const usedNames = new Set<string>();
  // Names may differ in nothing but signs, so the same ones find each other first.
  for (const toWord of [(text: string) => text.trim(), simplify]) {
    for (const [at, cell] of head.entries()) {
      const word = toWord(cell);
      if (names[at] !== '' || word === '') continue;
      const column = columns.find(
        ({ name, label }) =>
          !usedNames.has(name) && (toWord(label) === word || toWord(name) === word),
      );
      if (column === undefined) continue;
      names[at] = column.name;
      usedNames.add(column.name);
    }
  }
  return usedNames.size > 0 ? names : undefined;
}

/** Returns the fields in the order of the form, for a table without names of columns. */
export function toPlainColumns(
  rows: readonly (readonly string[])[],
  columns: readonly SheetColumn[],
): PastedColumns {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: width }, (_column, at) => columns[at]?.name ?? '');
}

/** Reads pasted rows as values. A cell that its field cannot hold stays the text that was pasted. */
export function readPasted(
  rows: readonly (readonly string[])[],
  {
    columns,
    mapping,
    messages,
    first,
    isValid,
  }: {
    readonly columns: readonly SheetColumn[];
    readonly mapping: PastedColumns;
    readonly messages: Messages;
    /** The number of the first row that holds values, from 1. */
    readonly first: number;
    readonly isValid: (schema: JsonSchema, value: Json) => boolean;
  },
): readonly PastedRow[] {
  const columnsByName = new Map(columns.map((column) => [column.name, column]));
  return rows.map((cells, at) => {
    const value: Record<string, Json> = {};
    const misfits = new Set<string>();
    for (const [position, name] of mapping.entries()) {
      const column = columnsByName.get(name);
      const read =
        column === undefined ? undefined : fromCellText(cells[position] ?? '', column, messages);
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

/** Appends pasted rows to those of a list, in place of rows at its end that are still untouched. */
export function appendRows(
  items: readonly unknown[],
  added: readonly Json[],
  {
    blank,
    isHeld,
  }: {
    readonly blank: unknown;
    readonly isHeld: (row: number) => boolean;
  },
): readonly unknown[] {
  const empty = JSON.stringify(blank);
  const last = items.findLastIndex((item, row) => JSON.stringify(item) !== empty || isHeld(row));
  return [...items.slice(0, last + 1), ...added];
}
