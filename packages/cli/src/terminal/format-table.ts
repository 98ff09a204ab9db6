import type { Paint } from './console.ts';
import { toSafeLine } from './safe-text.ts';
import { cutLine, toWidth, wrapLine } from './text-width.ts';

/**
 * The most columns to which the cells of a table are filled up. A longer cell stands out of its row,
 * because an agent may send one of a megabyte, which would be repeated as blanks in every row.
 */
const MAX_FILLED = 200;

/**
 * Formats rows as aligned text without rules. Every cell is made safe to print, and put on one
 * line.
 */
export function formatTable(
  rows: readonly (readonly string[])[],
  {
    paint,
    header,
    indent = '  ',
    columns,
    overflow = 'cut',
  }: {
    readonly paint: Paint;
    /** The names of the columns. Default: the table has no header. */
    readonly header?: readonly string[];
    /** The text before every line. Default: two spaces. */
    readonly indent?: string;
    /** The highest number of columns of a line. Default: lines are never cut. */
    readonly columns?: number;
    /** The treatment of a last column that is too wide. Default `cut`. */
    readonly overflow?: 'cut' | 'wrap';
  },
): string {
  const cells = rows.map((row) => row.map(toSafeLine));
  const all = header === undefined ? cells : [header, ...cells];
  const count = all.reduce((most, row) => Math.max(most, row.length), 0);
  const widths = Array.from({ length: count }, (_, index) =>
    all.reduce((most, row) => Math.max(most, toFilledWidth(row[index] ?? '')), 0),
  );
  const toLine = (row: readonly string[]): string => {
    const line = row.map((cell, index) =>
      index === row.length - 1
        ? cell
        : `${cell}${' '.repeat((widths[index] ?? 0) - toFilledWidth(cell))}`,
    );
    const text = `${indent}${line.join('  ')}`.trimEnd();
    if (columns === undefined) return text;
    if (overflow === 'cut') return cutLine(text, columns);
    const start = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, indent.length);
    return wrapLine(text, { columns, start });
  };
  const lines = cells.map(toLine);
  return [...(header === undefined ? [] : [paint('dim', toLine(header))]), ...lines].join('\n');
}

/** Returns the columns that a cell takes; at most {@link MAX_FILLED}, without measuring all of it. */
function toFilledWidth(cell: string): number {
  return cell.length > MAX_FILLED * 8 ? MAX_FILLED : Math.min(MAX_FILLED, toWidth(cell));
}
