import type { Json } from '@formwork/schema';
import { type Option, toOptions } from '../form-schema/control-kind.ts';
import type { Column } from '../form-schema/to-columns.ts';
import type { Messages } from '../messages/messages.ts';
import { readCell } from '../text/read-cell.ts';
import { findDecimalMark } from '../text/read-number.ts';
import { toEmpty } from '../theme/to-empty.ts';

/** A column of a list as a spreadsheet shows it, with its label. */
export interface SheetColumn extends Column {
  readonly label: string;
}

/** True for a column of numbers, whose digits stand below each other. */
export function isOfNumbers({ schema }: SheetColumn): boolean {
  return [schema['type']].flat().some((type) => type === 'number' || type === 'integer');
}

/** Writes the value of a cell as a person would type it; `''` for none. */
export function toCellText(value: unknown, column: SheetColumn, messages: Messages): string {
  if (value === undefined || value === null) return '';
  const option = toOptions(column.schema)?.find((choice) => choice.value === value);
  if (option?.label !== undefined) return option.label;
  if (typeof value === 'boolean') return value ? messages.result.yes : messages.result.no;
  if (typeof value === 'number') {
    return String(value).replace('.', findDecimalMark(messages.language));
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Reads the text of a cell as a value of its column; `undefined` for an empty one. A text that the
 * column cannot hold stays a text, which the form then refuses.
 */
export function fromCellText(
  text: string,
  column: SheetColumn,
  messages: Messages,
): Json | undefined {
  const { schema } = column;
  if (text.trim() === '') return toEmptyCell(column);
  const options = toOptions(schema);
  if (options !== undefined) {
    const word = text.trim();
    const toLabel = ({ label = messages.none }: Option): string => label;
    // Cells show labels, and several may differ in nothing but signs, such as "C" and "C++".
    const alike = options.filter((option) => simplify(toLabel(option)) === simplify(word));
    const match =
      options.find((option) => toLabel(option) === word) ??
      options.find(({ value }) => String(value) === word) ??
      (alike.length === 1 && simplify(word) !== '' ? alike[0] : undefined);
    return match === undefined ? text : (match.value as Json);
  }
  const types = [schema['type']].flat().filter((type) => typeof type === 'string');
  if (types.includes('boolean')) {
    const { yes, no } = messages.result;
    const at = [yes, no].findIndex((word) => simplify(word) === simplify(text));
    if (at !== -1) return at === 0;
  }
  const { format } = schema;
  return readCell(
    text,
    { types, ...(typeof format === 'string' && { format }) },
    messages.language,
  );
}

/** Returns the value of an empty cell: null if the column must be given and may be null. */
export function toEmptyCell({ schema, isRequired }: SheetColumn): Json | undefined {
  return isRequired && toEmpty(schema) === null ? null : undefined;
}

/** Writes rows of cells as a spreadsheet copies them: tabs between cells, and quotes where needed. */
export function toTsv(rows: readonly (readonly string[])[]): string {
  const write = (cell: string): string => (/["\t\r\n]/u.test(cell) ? quote(cell) : cell);
  return rows.map((row) => row.map(write).join('\t')).join('\n');
}

/** Writes a cell in quotes (RFC 4180). */
export function quote(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

/** Returns a text without differences of case and punctuation, to compare names. */
export function simplify(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
