import type { Paint } from './console.ts';
import { cutLine, toWidth, wrapLine } from './text-width.ts';
import { toSafeLine } from './safe-text.ts';

/** Options of {@link formatTable}. */
export interface TableOptions {
  readonly paint: Paint;
  /** The names of the columns. Default: the table has no header. */
  readonly header?: readonly string[];
  /** The text before every line. Default: two spaces. */
  readonly indent?: string;
  /** The highest number of columns of a line. Default: lines are never cut. */
  readonly columns?: number;
  /** The treatment of a last column that is too wide. Default `cut`. */
  readonly overflow?: 'cut' | 'wrap';
}

/**
 * Formats rows as aligned text without rules. Every cell is made safe to print, and put on one
 * line.
 */
export function formatTable(
  rows: readonly (readonly string[])[],
  { paint, header, indent = '  ', columns, overflow = 'cut' }: TableOptions,
): string {
  const cells = rows.map((row) => row.map(toSafeLine));
  const all = header === undefined ? cells : [header, ...cells];
  const count = Math.max(0, ...all.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, index) =>
    Math.max(...all.map((row) => toWidth(row[index] ?? ''))),
  );
  const toLine = (row: readonly string[]): string => {
    const line = row.map((cell, index) =>
      index === row.length - 1
        ? cell
        : `${cell}${' '.repeat((widths[index] ?? 0) - toWidth(cell))}`,
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
