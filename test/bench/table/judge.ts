import type { Bar } from '../bars.ts';
import { toKey, type Figure } from './figure.ts';

/** The end of an area: its figures, or the reason why there are none. */
export type Outcome =
  | { readonly kind: 'measured'; readonly figures: readonly Figure[] }
  /** The machine lacks something, or the run was not asked for this area. */
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'crashed'; readonly reason: string };

/** A row of the table. `holds` is missing if there is nothing to judge. */
export type Row =
  | (Figure & {
      readonly kind: 'measured';
      readonly area: string;
      readonly bar?: Bar;
      readonly holds?: boolean;
    })
  /** A bar whose figure the area did not measure. */
  | {
      readonly kind: 'missing';
      readonly area: string;
      readonly name: string;
      readonly bar: Bar;
      readonly holds: false;
    }
  | {
      readonly kind: 'crashed';
      readonly area: string;
      readonly reason: string;
      readonly holds: false;
    }
  | { readonly kind: 'skipped'; readonly area: string; readonly reason: string };

/** Compares what an area measured with its bars, which are named by {@link toKey}. */
export function judge(
  area: string,
  outcome: Outcome,
  bars: Readonly<Record<string, Bar>> = {},
): readonly Row[] {
  if (outcome.kind === 'skipped') return [{ ...outcome, area }];
  if (outcome.kind === 'crashed') return [{ ...outcome, area, holds: false }];
  const keys = new Set(outcome.figures.map(toKey));
  return [
    ...outcome.figures.map((figure): Row => {
      const bar = bars[toKey(figure)];
      return {
        kind: 'measured',
        area,
        ...figure,
        ...(bar !== undefined && { bar, holds: isHeld(bar, figure) }),
      };
    }),
    ...Object.entries(bars)
      .filter(([name]) => !keys.has(name))
      .map(([name, bar]): Row => ({ kind: 'missing', area, name, bar, holds: false })),
  ];
}

/** True for rows whose bars all hold, and in which no area crashed. */
export function isPassed(rows: readonly Row[]): boolean {
  return rows.every((row) => row.kind === 'skipped' || row.holds !== false);
}

function isHeld({ of, rule, limit, aboveFloor }: Bar, figure: Figure): boolean {
  const value = of === 'ratio' ? figure.ratio : figure.ours;
  // A figure that could not be measured is NaN or missing, and no bar may hold then.
  if (value === undefined || Number.isNaN(value)) return false;
  const share = 1 + (aboveFloor ?? 0);
  const floor = aboveFloor === undefined ? undefined : figure.floor;
  if (rule === 'at least') return value >= Math.min(limit, (floor ?? Infinity) / share);
  return value <= Math.max(limit, (floor ?? 0) * share);
}
