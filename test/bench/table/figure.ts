import { median } from '../median.ts';

/** The measurement of one thing, in one run with its peer. */
export interface Figure {
  readonly name: string;
  /** The unit of `ours` and `peer`, such as "ms"; `''` for a number without a unit. */
  readonly unit: string;
  /** The median of the rounds. */
  readonly ours: number;
  /** Our figure at each step up to `ours`, such as with more and more stored tasks. */
  readonly steps?: readonly number[];
  /** The median of the peer's rounds, which took turns with ours. */
  readonly peer?: number;
  readonly peerName?: string;
  /** The median of ours divided by the peer's, round by round. */
  readonly ratio?: number;
  /** The least and the most of the rounds: of the ratio, or of `ours` if there is no peer. */
  readonly spread: readonly [least: number, most: number];
  /** The same ratio of the least possible program, in the same rounds. */
  readonly floor?: number;
}

/** The rounds of a benchmark. All lists have one value for each round, in the same order. */
export interface Rounds {
  readonly unit: string;
  readonly ours: readonly number[];
  readonly peer?: readonly [name: string, values: readonly number[]];
  /** The least possible program, which is divided by the peer as well. */
  readonly floor?: readonly number[];
}

/** Sums up the rounds of one thing. */
export function toFigure(name: string, { unit, ours, peer, floor }: Rounds): Figure {
  if (peer === undefined) return { name, unit, ours: median(ours), spread: toSpread(ours) };
  const [peerName, values] = peer;
  const ratios = divide(ours, values);
  return {
    name,
    unit,
    ours: median(ours),
    peer: median(values),
    peerName,
    ratio: median(ratios),
    spread: toSpread(ratios),
    ...(floor !== undefined && { floor: median(divide(floor, values)) }),
  };
}

/** Returns the name by which a bar refers to a figure: "processor of a call / stock". */
export function toKey({ name, peerName }: Pick<Figure, 'name' | 'peerName'>): string {
  return peerName === undefined ? name : `${name} / ${peerName}`;
}

function divide(values: readonly number[], by: readonly number[]): readonly number[] {
  return values.map((value, round) => value / (by[round] ?? NaN));
}

function toSpread(values: readonly number[]): readonly [number, number] {
  return [Math.min(...values), Math.max(...values)];
}
