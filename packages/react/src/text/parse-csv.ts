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
   * The character between cells. Default: tab if the first row has one, else comma or semicolon,
   * whichever it has most of outside of quotes.
   */
  readonly delimiter?: string;
  /** True if a row without any text is one as well, as in a copied block. Default false. */
  readonly keepsEmpty?: boolean;
  /**
   * True if quotes around a cell between tabs that needs none, such as `"Big"`, are its text, because
   * spreadsheets copy such cells as they are. Default false: files may quote every cell.
   */
  readonly keepsQuotes?: boolean;
}

/**
 * Parses CSV (RFC 4180), with or without a byte order mark, with any line ends, doubled quotes and
 * empty lines. The first row holds the names of the columns.
 */
export function parseCsv(text: string, options: ParseCsvOptions = {}): TextTable {
  const { maxRows = 5000 } = options;
  const { rows, ...table } = parseCells(text, { ...options, maxRows: maxRows + 1 });
  const [columns = [], ...bodyRows] = rows;
  return { columns: columns.map((name) => name.trim()), rows: bodyRows, ...table };
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
  const format = { delimiter, keepsQuotes: options.keepsQuotes ?? false };
  for (const row of readRows(source, format)) {
    if (!keepsEmpty && row.every((cell) => cell.trim() === '')) continue;
    if (rows.length >= maxRows) {
      isCut = true;
      break;
    }
    rows.push(row);
  }
  const openLine = isCut ? undefined : findOpenLine(source, format);
  return { rows, isCut, ...(openLine !== undefined && { openLine }) };
}

/** The character between cells, and whether quotes around a cell may be its text. */
type CellFormat = Required<Pick<ParseCsvOptions, 'delimiter' | 'keepsQuotes'>>;

function* readRows(source: string, format: CellFormat): Generator<string[]> {
  const { delimiter } = format;
  let row: string[] = [];
  let at = 0;
  while (at < source.length) {
    const field = readField(source, at, format);
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
function findOpenLine(source: string, format: CellFormat): number | undefined {
  const { delimiter } = format;
  let at = 0;
  while (at < source.length) {
    if (source[at] !== '"') {
      at = findEnd(source, at, delimiter) + 1;
      continue;
    }
    const { next, isOpen } = readField(source, at, format);
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

/**
 * Reads the quoted text at the beginning of a cell. Between tabs, a quote that closes before the cell
 * ends, or never, is text like any other: spreadsheets copy cells such as `"Big" Joe` as they are.
 */
function readField(source: string, start: number, { delimiter, keepsQuotes }: CellFormat): Field {
  const plain = { text: '', next: start, isOpen: false };
  if (source[start] !== '"') return plain;
  const field = readQuoted(source, start);
  const isWhole = !field.isOpen && findEnd(source, field.next, delimiter) === field.next;
  if (delimiter !== '\t') return field;
  return isWhole && !(keepsQuotes && isText(source.slice(start, field.next))) ? field : plain;
}

/** True for a cell in quotes that it would not need: it has neither quotes, tabs nor line ends. */
function isText(cell: string): boolean {
  return /^"[^"\t\r\n]+"$/u.test(cell);
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

/**
 * Guesses what separates the cells by the first row: tabs, if it has any, because cells that are
 * copied have commas of their own; else what it has most of. A comma between digits counts for none.
 */
function guessDelimiter(source: string): string {
  const counts = { ',': 0, ';': 0 };
  for (let at = 0; at < source.length; at += 1) {
    const [before = '', letter = '', after = ''] = [source[at - 1], source[at], source[at + 1]];
    // What stands in quotes, also over several lines, separates nothing.
    if (letter === '"' && (at === 0 || /[,;\t]/u.test(before))) {
      const { next, isOpen } = readQuoted(source, at);
      if (!isOpen) at = next - 1;
    } else if (letter === '\t') return letter;
    else if (letter === ';') counts[';'] += 1;
    else if (letter === ',' && !/^\d\d$/u.test(before + after)) counts[','] += 1;
    else if (letter === '\n' || letter === '\r') break;
  }
  return counts[';'] > counts[','] ? ';' : ',';
}
