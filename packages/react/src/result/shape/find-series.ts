import type { Json, JsonObject } from '@formwork/schema';
import { findTimeKind } from '../../text/format-time.ts';
import { toCell } from './cell.ts';
import type { Rows } from './describe-rows.ts';

/** A point of a line in a chart; `y` is `undefined` where the row has no number. */
export interface SeriesPoint {
  readonly x: number;
  readonly y: number | undefined;
}

/**
 * Numbers over time, or over another number, that were found in a table and can be drawn as a
 * chart.
 */
export interface Series {
  /** The name of the column that becomes the horizontal axis. */
  readonly over: string;
  readonly lines: readonly { readonly column: string; readonly points: readonly SeriesPoint[] }[];
}

const MIN_POINTS = 5;
const MAX_LINES = 4;
/**
 * The maximum number of sections into which a line with very many points is divided, because a page
 * cannot show more.
 */
const MAX_BUCKETS = 400;
const NUMBER_AXIS = /^(?:x|t|time|step|epoch|iteration|index|year|day|week|month)$/iu;
/**
 * The maximum ratio between the largest values of two lines in one chart, because the smaller line
 * would look flat.
 */
const MAX_RATIO = 20;

/**
 * The number of rows that are checked first, because most tables are not series and show it there.
 */
const SAMPLE = 50;

/** Finds the lines of a chart in a table; `undefined` if its rows are not a series of numbers. */
export function findSeries({ rows, columns }: Rows): Series | undefined {
  if (rows.length < MIN_POINTS) return undefined;
  const sample = rows.slice(0, SAMPLE);
  const over = columns.find((column) => isAxis(sample, column));
  if (over === undefined) return undefined;
  const measured = columns.filter((column) => column !== over);
  // A table with other values is easier to read than a chart.
  const isSeries = [sample, rows].every(
    (some) =>
      measured.every((column) => isMeasured(some, column)) &&
      isAxis(some, over) &&
      isRising(some, over),
  );
  if (!isSeries) return undefined;
  const xs = rows.map((row) => toX(toCell(row, over)) ?? 0);
  const size = toSize(rows, measured[0] ?? '');
  const lines = measured
    .filter((column) => isNear(toSize(rows, column), size))
    .slice(0, MAX_LINES)
    .map((column) => ({
      column,
      points: thin(rows.map((row, at) => ({ x: xs[at] ?? 0, y: toNumber(toCell(row, column)) }))),
    }));
  return lines.length === 0 ? undefined : { over, lines };
}

function isAxis(rows: readonly JsonObject[], column: string): boolean {
  const isNumber = typeof toCell(rows[0] ?? {}, column) === 'number';
  if (isNumber && !NUMBER_AXIS.test(column)) return false;
  return rows.every((row) => {
    const value = toCell(row, column);
    return isNumber
      ? typeof value === 'number'
      : toX(value) !== undefined && typeof value !== 'number';
  });
}

function toX(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || findTimeKind(value) === undefined) return undefined;
  return Date.parse(value);
}

function isRising(rows: readonly JsonObject[], column: string): boolean {
  const xs = rows.map((row) => toX(toCell(row, column)) ?? 0);
  const isUp = xs.every((x, at) => at === 0 || x > (xs[at - 1] ?? 0));
  return isUp || xs.every((x, at) => at === 0 || x < (xs[at - 1] ?? 0));
}

/** True for a column that contains only numbers and gaps. */
function isMeasured(rows: readonly JsonObject[], column: string): boolean {
  let numbers = 0;
  for (const row of rows) {
    const value = toCell(row, column);
    if (typeof value === 'number') numbers += 1;
    else if (value !== null && value !== undefined) return false;
  }
  return numbers >= MIN_POINTS;
}

function toSize(rows: readonly JsonObject[], column: string): number {
  return rows.reduce(
    (most, row) => Math.max(most, Math.abs(toNumber(toCell(row, column)) ?? 0)),
    0,
  );
}

function isNear(a: number, b: number): boolean {
  return a === b || (a < b * MAX_RATIO && b < a * MAX_RATIO);
}

function toNumber(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/**
 * Reduces the points of a line to the lowest and the highest of each section, so that no peak is
 * lost.
 */
function thin(points: readonly SeriesPoint[]): readonly SeriesPoint[] {
  if (points.length <= 2 * MAX_BUCKETS) return points;
  const size = Math.ceil(points.length / MAX_BUCKETS);
  const extremes: SeriesPoint[] = [];
  for (let start = 0; start < points.length; start += size) {
    const stretch = points
      .slice(start, start + size)
      .filter(({ y }) => y !== undefined)
      .toSorted((a, b) => (a.y ?? 0) - (b.y ?? 0));
    const ends = [stretch[0], stretch.at(-1)].filter((point) => point !== undefined);
    extremes.push(...new Set(ends.toSorted((a, b) => a.x - b.x)));
  }
  return extremes;
}
