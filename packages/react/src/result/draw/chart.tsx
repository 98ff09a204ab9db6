import type { Json } from '@formwork/schema';
import { useMemo, type ReactNode } from 'react';
import { formatNumber } from '../../text/format-number.ts';
import { findTimeKind, formatTime } from '../../text/format-time.ts';
import { toItemValue, toMemberLabel } from '../result-value.ts';
import { useResult } from '../settings.ts';
import { toCell, toText } from '../shape/cell.ts';
import { describeRows, type Rows } from '../shape/describe-rows.ts';
import { findSeries, type Series, type SeriesPoint } from '../shape/find-series.ts';
import { Disclosure } from './disclosure.tsx';
import { ResultTable } from './result-table.tsx';
import type { ValueProps } from './scalars.tsx';

/** The width and height of a chart in units of SVG; the page stretches it to its own width. */
const WIDTH = 600;
const HEIGHT = 160;

const series = new WeakMap<Rows, Series | null>();

/** Finds the lines of a chart in a list; `undefined` if the list is not a series of numbers. */
export function toSeries(list: readonly Json[]): Series | undefined {
  const rows = describeRows(list);
  if (rows === undefined) return undefined;
  let cached = series.get(rows);
  if (cached === undefined) {
    cached = findSeries(rows) ?? null;
    series.set(rows, cached);
  }
  return cached ?? undefined;
}

/** Draws numbers over time as the lines of a chart, with a table of the same numbers. */
export function Chart({ node }: ValueProps): ReactNode {
  const { messages, reader } = useResult();
  const { language, result: texts } = messages;
  const list: readonly Json[] = Array.isArray(node.value) ? node.value : [];
  const chartSeries = toSeries(list);
  const rows = describeRows(list)?.rows ?? [];
  const drawn = useMemo(
    () => (chartSeries === undefined ? undefined : toDrawing(chartSeries)),
    [chartSeries],
  );
  if (chartSeries === undefined || drawn === undefined) return null;
  const first = toItemValue(reader, node, { position: 0, value: rows[0] ?? {} });
  const toLabel = (name: string): string =>
    toMemberLabel(first.schema, {
      name,
      schema: reader.read(reader.member(first.schema, name), undefined),
    });
  const least = formatNumber(drawn.least, language);
  const most = formatNumber(drawn.most, language);
  const names = chartSeries.lines.map(({ column }) => toLabel(column));
  const ranges = chartSeries.lines.map(({ points }, at) => {
    const { least: low, most: high } = toRange(points);
    return texts.chartRange(
      names[at] ?? '',
      formatNumber(low, language),
      formatNumber(high, language),
    );
  });
  const ends = [rows[0], rows.at(-1)].map((row) => toCell(row ?? {}, chartSeries.over));
  const [start, end] = drawn.isReversed ? ends.toReversed() : ends;
  const title = texts.chart(new Intl.ListFormat(language).format(names), toLabel(chartSeries.over));
  return (
    <figure className="fw-chart">
      <div className="fw-plot" dir="ltr">
        <span className="fw-note">{most}</span>
        <svg
          role="img"
          aria-label={`${title}. ${ranges.join('. ')}`}
          viewBox={`0 -6 ${WIDTH} ${HEIGHT + 12}`}
          preserveAspectRatio="none"
        >
          <path
            className="fw-grid"
            d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`}
          />
          {drawn.paths.map((path, at) => (
            <path key={at} className="fw-line" data-fw-line={at} d={path} />
          ))}
        </svg>
        <span className="fw-note">{least}</span>
        <div className="fw-axis fw-note">
          <bdi>{formatEnd(start, language)}</bdi>
          <bdi>{formatEnd(end, language)}</bdi>
        </div>
      </div>
      <figcaption>
        <ul className="fw-legend">
          {names.map((name, at) => (
            <li key={at}>
              <svg viewBox="0 0 28 8" aria-hidden="true">
                <path className="fw-line" data-fw-line={at} d="M0 4H28" />
              </svg>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      </figcaption>
      <Disclosure summary={texts.asTable} draw={() => <ResultTable node={node} />} />
    </figure>
  );
}

function toDrawing({ lines }: Series): {
  readonly paths: readonly string[];
  readonly least: number;
  readonly most: number;
  /** True if the rows run from the latest to the earliest. */
  readonly isReversed: boolean;
} {
  const all = lines.flatMap(({ points }) => points);
  const { least, most } = toRange(all);
  const xs = all.map(({ x }) => x);
  const minX = xs.reduce((a, b) => Math.min(a, b), Infinity);
  const maxX = xs.reduce((a, b) => Math.max(a, b), -Infinity);
  const toPath = (points: readonly SeriesPoint[]): string => {
    let isDown = false;
    let path = '';
    for (const { x, y } of points) {
      if (y !== undefined) {
        const across = ((x - minX) / (maxX - minX || 1)) * WIDTH;
        const up = (1 - (y - least) / (most - least || 1)) * HEIGHT;
        path += `${isDown ? 'L' : 'M'}${across.toFixed(1)} ${up.toFixed(1)}`;
      }
      isDown = y !== undefined;
    }
    return path;
  };
  const isReversed = (xs[0] ?? 0) > (xs.at(-1) ?? 0);
  return { paths: lines.map(({ points }) => toPath(points)), least, most, isReversed };
}

function toRange(points: readonly SeriesPoint[]): {
  readonly least: number;
  readonly most: number;
} {
  let least = Infinity;
  let most = -Infinity;
  for (const { y } of points) {
    if (y === undefined) continue;
    least = Math.min(least, y);
    most = Math.max(most, y);
  }
  return { least, most };
}

function formatEnd(value: Json | undefined, language: string): string {
  if (typeof value === 'number') return formatNumber(value, language, { isName: true });
  const text = toText(value);
  const kind = findTimeKind(text);
  return (kind === undefined ? undefined : formatTime(text, kind, language)) ?? text;
}
