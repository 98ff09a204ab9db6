import type { Bar } from '../bars.ts';
import type { Row } from './judge.ts';
import { toKey } from './figure.ts';

const HEADER = ['area', 'what', 'ours', 'peer', 'ours / peer', 'floor / peer', 'bar', 'holds'];

/** Writes rows as a table of Markdown with aligned columns. */
export function formatTable(rows: readonly Row[]): string {
  const lines = [HEADER, ...rows.map(toCells)];
  const widths = HEADER.map((_, column) =>
    Math.max(...lines.map((cells) => [...(cells[column] ?? '')].length)),
  );
  const dashes = widths.map((width) => '-'.repeat(width));
  const [header = [], ...rest] = lines;
  return [header, dashes, ...rest].map((cells) => toLine(cells, widths)).join('\n');
}

/** Says how many bars hold, and which areas have none because they crashed or were skipped. */
export function formatVerdict(rows: readonly Row[]): string {
  const judged = rows.filter((row) => 'bar' in row);
  const held = judged.filter((row) => 'holds' in row && row.holds === true);
  const crashed = rows.filter(({ kind }) => kind === 'crashed').map(({ area }) => area);
  const skipped = rows.filter(({ kind }) => kind === 'skipped').map(({ area }) => area);
  return [
    `${held.length} of ${judged.length} bars hold.`,
    ...(crashed.length > 0 ? [`Failed: ${crashed.join(', ')}.`] : []),
    ...(skipped.length > 0 ? [`Not measured: ${skipped.join(', ')}.`] : []),
  ].join(' ');
}

function toCells(row: Row): readonly string[] {
  if (row.kind === 'skipped') return [row.area, `not measured: ${row.reason}`];
  if (row.kind === 'crashed') return [row.area, `failed: ${row.reason}`, '', '', '', '', '', 'NO'];
  if (row.kind === 'missing') {
    return [row.area, row.name, 'not measured', '', '', '', formatBar(row.bar), 'NO'];
  }
  const { area, unit, ours, steps = [ours], peer, ratio, spread, floor, bar, holds } = row;
  const range = `(${spread.map(formatNumber).join(' to ')})`;
  return [
    area,
    toKey(row),
    `${withUnit(steps, unit)}${ratio === undefined ? ` ${range}` : ''}`,
    peer === undefined ? '' : withUnit([peer], unit),
    ratio === undefined ? '' : `${formatNumber(ratio)} ${range}`,
    floor === undefined ? '' : formatNumber(floor),
    bar === undefined ? '' : formatBar(bar),
    holds === undefined ? '' : holds ? 'yes' : 'NO',
  ];
}

function formatBar({ of, rule, limit, orFloor }: Bar): string {
  const sides = `${of === 'ratio' ? 'ratio ' : ''}${rule} ${formatNumber(limit)}`;
  return orFloor === true ? `${sides}, or the floor` : sides;
}

function withUnit(values: readonly number[], unit: string): string {
  return `${values.map(formatNumber).join(', ')} ${unit}`.trimEnd();
}

/** Writes three digits that count, and thousands apart: 0.0823, 6.48, 12,996. */
function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return 'unknown';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

function toLine(cells: readonly string[], widths: readonly number[]): string {
  const padded = widths.map((width, column) => {
    const cell = (cells[column] ?? '').replaceAll('\n', ' ').replaceAll('|', '/');
    return cell.padEnd(width);
  });
  return `| ${padded.join(' | ')} |`;
}
