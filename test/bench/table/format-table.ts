import type { Bar } from '../bars.ts';
import { toKey } from './figure.ts';
import type { Row } from './judge.ts';

const HEADER = ['area', 'what', 'ours', 'peer', 'ours / peer', 'floor / peer', 'bar', 'holds'];

/** The longest reason in a cell, in characters. */
const MAX_REASON = 60;

/** Writes rows as a table of Markdown with aligned columns. */
export function formatTable(rows: readonly Row[]): string {
  return toMarkdown([HEADER, ...rows.map(toCells)]);
}

/** Writes lines of cells as a table of Markdown, of which the first is the header. */
export function toMarkdown(lines: readonly (readonly string[])[]): string {
  const [header = [], ...rest] = lines;
  const widths = header.map((_, column) =>
    Math.max(...lines.map((cells) => (cells[column] ?? '').length)),
  );
  const dashes = widths.map((width) => '-'.repeat(width));
  return [header, dashes, ...rest].map((cells) => toLine(cells, widths)).join('\n');
}

/** Says how many bars hold, and which areas have none because they crashed or were skipped. */
export function formatVerdict(rows: readonly Row[]): string {
  const judged = rows.filter((row) => 'bar' in row);
  const held = judged.filter((row) => 'holds' in row && row.holds);
  const crashed = rows.filter(({ kind }) => kind === 'crashed').map(({ area }) => area);
  const skipped = rows.filter(({ kind }) => kind === 'skipped').map(({ area }) => area);
  return [
    `${held.length} of ${judged.length} bars hold.`,
    ...(crashed.length > 0 ? [`Failed: ${crashed.join(', ')}.`] : []),
    ...(skipped.length > 0 ? [`Not measured: ${skipped.join(', ')}.`] : []),
  ].join(' ');
}

function toCells(row: Row): readonly string[] {
  if (row.kind === 'skipped') return [row.area, shorten(`not measured: ${row.reason}`)];
  if (row.kind === 'crashed') {
    return [row.area, shorten(`failed: ${row.reason}`), '', '', '', '', '', 'NO'];
  }
  if (row.kind === 'missing') {
    return [row.area, row.name, 'not measured', '', '', '', formatBar(row.bar), 'NO'];
  }
  const { area, unit, ours, steps = [ours], peer, ratio, spread, floor, bar, holds } = row;
  const [least, most] = spread.map(formatNumber);
  const range = least === most ? '' : ` (${least} to ${most})`;
  return [
    area,
    toKey(row),
    `${withUnit(steps, unit)}${ratio === undefined ? range : ''}`,
    peer === undefined ? '' : withUnit([peer], unit),
    ratio === undefined ? '' : `${formatNumber(ratio)}${range}`,
    floor === undefined ? '' : formatNumber(floor),
    bar === undefined ? '' : formatBar(bar),
    holds === undefined ? '' : holds ? 'yes' : 'NO',
  ];
}

/** Shortens a reason, so that it does not widen the column; the JSON has all of it. */
function shorten(text: string): string {
  return text.length <= MAX_REASON ? text : `${text.slice(0, MAX_REASON - 1)}…`;
}

function formatBar({ of, rule, limit, aboveFloor }: Bar): string {
  const sides = `${of === 'ratio' ? 'ratio ' : ''}${rule} ${formatNumber(limit)}`;
  if (aboveFloor === undefined) return sides;
  const share = 1 + aboveFloor;
  const times = formatNumber(rule === 'at most' ? share : 1 / share);
  return `${sides}, or ${times} times the floor`;
}

function withUnit(values: readonly number[], unit: string): string {
  return `${values.map(formatNumber).join(', ')} ${unit}`.trimEnd();
}

/** Writes three digits that count, and thousands apart: 0.0823, 6.48, 12,996. */
export function formatNumber(value: number): string {
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
