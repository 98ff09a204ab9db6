/** A table of texts that was read from CSV. */
export interface TextTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** True if the text has more rows than were read. */
  readonly isCut: boolean;
  /**
   * The number of the line, from 1, that opens a quote which is never closed, so that all text
   * after it becomes one cell; absent if every quote is closed.
   */
  readonly openLine?: number;
}

/** Options for parsing CSV with {@link parseCsv}. */
export interface ParseCsvOptions {
  /** The maximum number of rows that are read; further ones are left out. Default 5,000. */
  readonly maxRows?: number;
  /**
   * The character between cells. Default: comma, semicolon or tab, whichever the first line has
   * most of.
   */
  readonly delimiter?: string;
  /** True if an empty line is a row with one empty cell, as in a copied block. Default false. */
  readonly keepsEmpty?: boolean;
}

/**
 * Parses CSV (RFC 4180), with or without a byte order mark, with any line ends, doubled quotes and
 * empty lines. The first row holds the names of the columns.
 */
export function parseCsv(text: string, options: ParseCsvOptions = {}): TextTable {
  const { maxRows = 5000 } = options;
  const { rows, ...table } = parseCells(text, { ...options, maxRows: maxRows + 1 });
  const [columns = [], ...rest] = rows;
  return { columns: columns.map((name) => name.trim()), rows: rest, ...table };
}

/** Parses CSV as {@link parseCsv} does, but without names of columns: every row is one of cells. */
export function parseCells(
  text: string,
  options: ParseCsvOptions = {},
): Omit<TextTable, 'columns'> {
  const { maxRows = 5000, keepsEmpty = false } = options;
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const delimiter = options.delimiter ?? guessDelimiter(source);
  const rows: string[][] = [];
  let isCut = false;
  for (const row of readRows(source, delimiter)) {
    if (!keepsEmpty && row.length === 1 && row[0] === '') continue;
    if (rows.length >= maxRows) {
      isCut = true;
      break;
    }
    rows.push(row);
  }
  const openLine = isCut ? undefined : findOpenLine(source, delimiter);
  return { rows, isCut, ...(openLine !== undefined && { openLine }) };
}

function* readRows(source: string, delimiter: string): Generator<string[]> {
  let row: string[] = [];
  let at = 0;
  while (at < source.length) {
    const field = source[at] === '"' ? readQuoted(source, at) : { text: '', next: at };
    const end = findEnd(source, field.next, delimiter);
    row.push(field.text + source.slice(field.next, end));
    at = end + 1;
    if (source[end] === delimiter) {
      if (at >= source.length) row.push('');
      continue;
    }
    if (source[end] === '\r' && source[at] === '\n') at += 1;
    yield row;
    row = [];
  }
  if (row.length > 0) yield row;
}

/**
 * Finds the line, counted from 1, that opens a quote which is never closed; `undefined` if every
 * quote is closed.
 */
function findOpenLine(source: string, delimiter: string): number | undefined {
  let at = 0;
  while (at < source.length) {
    if (source[at] !== '"') {
      at = findEnd(source, at, delimiter) + 1;
      continue;
    }
    const { next, isOpen } = readQuoted(source, at);
    if (isOpen) return source.slice(0, at).split(/\r\n|\n|\r/u).length;
    at = findEnd(source, next, delimiter) + 1;
  }
  return undefined;
}

interface Field {
  readonly text: string;
  /** The position in the CSV text after the quoted cell. */
  readonly next: number;
  /** True if the quote of the cell is never closed. */
  readonly isOpen: boolean;
}

function readQuoted(source: string, start: number): Field {
  let text = '';
  let at = start + 1;
  for (;;) {
    const quote = source.indexOf('"', at);
    if (quote === -1) {
      return { text: text + source.slice(at), next: source.length, isOpen: true };
    }
    text += source.slice(at, quote);
    if (source[quote + 1] !== '"') return { text, next: quote + 1, isOpen: false };
    text += '"';
    at = quote + 2;
  }
}

function findEnd(source: string, start: number, delimiter: string): number {
  for (let at = start; at < source.length; at += 1) {
    const letter = source[at];
    if (letter === delimiter || letter === '\n' || letter === '\r') return at;
  }
  return source.length;
}

function guessDelimiter(source: string): string {
  const [line = ''] = source.split(/[\r\n]/u, 1);
  const count = (letter: string): number => line.split(letter).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}
