import { createRequire } from 'node:module';
import type { default as stringWidth } from 'string-width';
import type { default as wrapAnsi } from 'wrap-ansi';

// Its expressions know every letter there is and take 25 ms to make, a tenth of a command. Lines are
// drawn at once, so that it cannot come by `import()`.
const load = createRequire(new URL('./', import.meta.url));

let measure: typeof stringWidth | undefined;

/** How many columns of a terminal a text takes. */
export function toWidth(text: string): number {
  if (!/[^ -~]/u.test(text)) return text.length;
  measure ??= (load('string-width') as { readonly default: typeof stringWidth }).default;
  return measure(text);
}

/** A line that is no wider than so many columns; what was cut is shown as `…`. */
export function cutLine(line: string, columns: number): string {
  if (toWidth(line) <= columns) return line;
  let shown = '';
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (toWidth(shown + segment) > columns - 1) break;
    shown += segment;
  }
  return `${shown}…`;
}

/** Fewest columns in which words are worth wrapping. */
const MIN_COLUMNS = 20;

/** Longest text that is wrapped; the terminal breaks a longer one wherever its edge is. */
const MAX_LENGTH = 2000;

/** Options of {@link wrapLine}. */
export interface WrapOptions {
  readonly columns: number;
  /** The column, from 0, at which the lines that follow begin. */
  readonly start: number;
}

/** A line as several that are no wider than so many columns, broken between words. */
export function wrapLine(line: string, { columns, start }: WrapOptions): string {
  const isWide = line.length <= MAX_LENGTH && toWidth(line) > columns;
  if (!isWide || columns - start < MIN_COLUMNS) return line;
  const { before, rest } = splitAt(line, start);
  const wrap = (load('wrap-ansi') as { readonly default: typeof wrapAnsi }).default;
  const lines = wrap(rest, columns - start).split('\n');
  return `${before}${lines.join(`\n${' '.repeat(start)}`)}`;
}

/** Splits a line into the part before a column and the part from it on. */
function splitAt(line: string, column: number): { readonly before: string; readonly rest: string } {
  let before = '';
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (toWidth(before) >= column) break;
    before += segment;
  }
  return { before, rest: line.slice(before.length) };
}
