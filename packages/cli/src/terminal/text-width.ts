import { cutText } from '@formwork/schema/json';
import { createRequire } from 'node:module';
import type { default as stringWidth } from 'string-width';
import type { default as wrapAnsi } from 'wrap-ansi';

// Compiling its regular expressions takes 25 ms, a tenth of a short command. Lines are
// drawn synchronously, so that `import()` is not possible here.
const load = createRequire(new URL('./', import.meta.url));

let measure: typeof stringWidth | undefined;

/** Returns how many columns of a terminal a text takes. */
export function toWidth(text: string): number {
  if (!/[^ -~]/u.test(text)) return text.length;
  measure ??= (load('string-width') as { readonly default: typeof stringWidth }).default;
  return measure(text);
}

/**
 * The most UTF-16 units that are shown for each column. Emoji of families and flags have about as
 * many; text of invisible characters has no end.
 */
const UNITS_PER_COLUMN = 8;

/** Cuts a line to at most `columns` columns, and marks the cut with `…`. */
export function cutLine(line: string, columns: number): string {
  const most = columns * UNITS_PER_COLUMN;
  if (line.length <= most && toWidth(line) <= columns) return line;
  const shortened = line.length <= most ? line : cutText(line, most).slice(0, -1);
  let head = '';
  for (const { segment } of new Intl.Segmenter().segment(shortened)) {
    if (toWidth(head + segment) > columns - 1) break;
    head += segment;
  }
  return `${head}…`;
}

/** The lowest number of columns at which text is wrapped between words. */
const MIN_COLUMNS = 20;

/**
 * The highest number of characters of a text that is wrapped; the terminal breaks longer texts
 * itself.
 */
const MAX_LENGTH = 2000;

/** Breaks a line between words into several that take at most `columns` columns. */
export function wrapLine(
  line: string,
  {
    columns,
    start,
  }: {
    readonly columns: number;
    /** The column, from 0, at which every line after the first begins. */
    readonly start: number;
  },
): string {
  const isWide = line.length <= MAX_LENGTH && toWidth(line) > columns;
  if (!isWide || columns - start < MIN_COLUMNS) return line;
  const { before, tail } = splitAt(line, start);
  const wrap = (load('wrap-ansi') as { readonly default: typeof wrapAnsi }).default;
  const lines = wrap(tail, columns - start).split('\n');
  return `${before}${lines.join(`\n${' '.repeat(start)}`)}`;
}

/** Splits a line at a column into the part before it and the rest. */
function splitAt(line: string, column: number): { readonly before: string; readonly tail: string } {
  let before = '';
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (toWidth(before) >= column) break;
    before += segment;
  }
  return { before, tail: line.slice(before.length) };
}
