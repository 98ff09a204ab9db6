import { toFigure, toKey, type Figure } from './figure.ts';
import { formatNumber, toMarkdown } from './format-table.ts';

/** The name of a side in a comparison. */
const SIDE = 'A';

/**
 * Compares the figures of two sides, which were measured in turn: each list has the figures of one
 * round. The result has our figure of B as `ours` and that of A as `peer`, and the same for every
 * peer. Figures that one side lacks are left out.
 */
export function compareFigures(
  a: readonly (readonly Figure[])[],
  b: readonly (readonly Figure[])[],
): readonly Figure[] {
  const read = (rounds: readonly (readonly Figure[])[], pick: Pick): Map<string, number[]> => {
    const values = new Map<string, number[]>();
    for (const figures of rounds) {
      // Two figures may have the same peer, such as rate and p99 of one server.
      for (const [name, value] of new Map(figures.flatMap(pick))) {
        values.set(name, [...(values.get(name) ?? []), value]);
      }
    }
    return values;
  };
  const units = new Map(a.flat().map(({ name, unit }) => [name, unit]));
  return [toOurs, toPeers].flatMap((pick) => {
    const [before, after] = [read(a, pick), read(b, pick)];
    return [...after].flatMap(([name, ours]) => {
      const peer = before.get(name);
      if (peer === undefined || peer.length !== ours.length) return [];
      const unit = units.get(name.split(' / ')[0] ?? '') ?? '';
      return [toFigure(name, { unit, ours, peer: [SIDE, peer] })];
    });
  });
}

/** Writes a comparison as a table of Markdown. */
export function formatComparison(figures: readonly Figure[]): string {
  return toMarkdown([
    ['what', 'A', 'B', 'B / A'],
    ...figures.map(({ name, unit, ours, peer = NaN, ratio = NaN, spread }) => [
      name,
      `${formatNumber(peer)} ${unit}`.trimEnd(),
      `${formatNumber(ours)} ${unit}`.trimEnd(),
      `${formatNumber(ratio)} (${spread.map(formatNumber).join(' to ')})`,
    ]),
  ]);
}

type Pick = (figure: Figure) => readonly (readonly [name: string, value: number])[];

const toOurs: Pick = ({ name, ours }) => [[name, ours]];

/** The peers are the same on both sides, so their ratios are those of the machine. */
const toPeers: Pick = (figure) =>
  figure.peer === undefined ? [] : [[`${toKey(figure)}, the peer`, figure.peer]];
