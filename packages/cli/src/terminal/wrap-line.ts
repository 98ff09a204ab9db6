import { createRequire } from 'node:module';
import type wrapAnsi from 'wrap-ansi';
import { toWidth } from './to-width.ts';

// See `toWidth`.
const load = createRequire(new URL('./', import.meta.url));

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
