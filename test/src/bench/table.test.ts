import { describe, expect, test } from 'vitest';
import { AREAS } from '../../bench/areas.ts';
import { BARS, type Bar } from '../../bench/bars.ts';
import { compareFigures, formatComparison } from '../../bench/table/compare-figures.ts';
import { toFigure, toKey } from '../../bench/table/figure.ts';
import { formatTable, formatVerdict } from '../../bench/table/format-table.ts';
import { isPassed, judge, type Row } from '../../bench/table/judge.ts';

const most = (limit: number): Bar => ({ of: 'ours', rule: 'at most', limit });
const ratioMost = (limit: number): Bar => ({ of: 'ratio', rule: 'at most', limit });

test('sums up rounds by their medians, and divides round by round', () => {
  const figure = toFigure('call', {
    unit: 'ms',
    ours: [1, 9, 2],
    peer: ['stock', [2, 3, 8]],
    floor: [1, 1, 4],
  });
  expect(figure).toEqual({
    name: 'call',
    unit: 'ms',
    ours: 2,
    peer: 3,
    peerName: 'stock',
    ratio: 0.5,
    spread: [0.25, 3],
    floor: 0.5,
  });
  expect(toKey(figure)).toBe('call / stock');
});

test('a figure without a peer has the spread of its rounds', () => {
  const figure = toFigure('start', { unit: 's', ours: [0.3, 0.1, 0.2] });
  expect(figure).toEqual({ name: 'start', unit: 's', ours: 0.2, spread: [0.1, 0.3] });
  expect(toKey(figure)).toBe('start');
});

describe('a bar', () => {
  const figure = toFigure('call', { unit: 'ms', ours: [3], peer: ['stock', [2]], floor: [3.2] });
  const holds = (bar: Bar, measured = figure): unknown => {
    const [row] = judge(
      'call',
      { kind: 'measured', figures: [measured] },
      { [toKey(measured)]: bar },
    );
    return row !== undefined && 'holds' in row ? row.holds : undefined;
  };

  test('is for the ratio or for our figure, and holds at its limit', () => {
    expect(holds(ratioMost(1.5))).toBe(true);
    expect(holds(ratioMost(1.49))).toBe(false);
    expect(holds(most(3))).toBe(true);
    expect(holds(most(2.9))).toBe(false);
    expect(holds({ of: 'ratio', rule: 'at least', limit: 1.5 })).toBe(true);
    expect(holds({ of: 'ratio', rule: 'at least', limit: 1.6 })).toBe(false);
  });

  test('can be a share above the floor, and is never stricter than its limit', () => {
    const near = { ...figure, floor: 1.25 };
    expect(holds({ ...ratioMost(1.2), aboveFloor: 0.2 }, near)).toBe(true);
    expect(holds({ ...ratioMost(1.2), aboveFloor: 0.1 }, near)).toBe(false);
    const low = { ...figure, floor: 1 };
    expect(holds({ ...ratioMost(1.4), aboveFloor: 0.2 }, low)).toBe(false);
    expect(holds({ ...ratioMost(1.5), aboveFloor: 0.2 }, low)).toBe(true);
    const slow = { ...figure, ratio: 0.8, floor: 1 };
    const least = { of: 'ratio', rule: 'at least', limit: 1.1 } as const;
    expect(holds({ ...least, aboveFloor: 0.25 }, slow)).toBe(true);
    expect(holds({ ...least, aboveFloor: 0.2 }, slow)).toBe(false);
    expect(holds({ ...least, limit: 0.8, aboveFloor: 0.2 }, slow)).toBe(true);
  });

  test('never holds for a figure that nobody measured', () => {
    const nothing = toFigure('call', { unit: 'ms', ours: [], peer: ['stock', []] });
    expect(holds(ratioMost(2), nothing)).toBe(false);
    expect(holds(most(2), toFigure('call', { unit: 'ms', ours: [NaN] }))).toBe(false);
    const missing = judge('call', { kind: 'measured', figures: [] }, { 'call / stock': most(1) });
    expect(missing).toEqual([
      { kind: 'missing', area: 'call', name: 'call / stock', bar: most(1), holds: false },
    ]);
  });
});

describe('the table', () => {
  const measured = judge(
    'call',
    {
      kind: 'measured',
      figures: [
        toFigure('rate', { unit: '/s', ours: [12_996.4, 13_000], peer: ['stock', [6_482, 6_500]] }),
        toFigure('bytes', { unit: '', ours: [1.723] }),
      ],
    },
    { 'rate / stock': { of: 'ratio', rule: 'at least', limit: 2.2 } },
  );
  const rows: readonly Row[] = [
    ...measured,
    ...judge('readers', { kind: 'crashed', reason: `a | b\n${'c'.repeat(80)}` }),
    ...judge('postgres', { kind: 'skipped', reason: 'there is no server' }),
  ];

  test('has a row for every figure and for every area without one', () => {
    expect(`\n${formatTable(rows)}`).toMatchInlineSnapshot(`
      "
      | area     | what                                                         | ours      | peer     | ours / peer | floor / peer | bar                | holds |
      | -------- | ------------------------------------------------------------ | --------- | -------- | ----------- | ------------ | ------------------ | ----- |
      | call     | rate / stock                                                 | 12,998 /s | 6,491 /s | 2           |              | ratio at least 2.2 | NO    |
      | call     | bytes                                                        | 1.72      |          |             |              |                    |       |
      | readers  | failed: a / b ccccccccccccccccccccccccccccccccccccccccccccc… |           |          |             |              |                    | NO    |
      | postgres | not measured: there is no server                             |           |          |             |              |                    |       |"
    `);
    expect(formatVerdict(rows)).toBe('0 of 1 bars hold. Failed: readers. Not measured: postgres.');
  });

  test('fails if a bar does not hold or an area crashed, but not if one was skipped', () => {
    expect(isPassed(judge('a', { kind: 'skipped', reason: 'no server' }, { x: most(1) }))).toBe(
      true,
    );
    expect(isPassed(judge('a', { kind: 'crashed', reason: 'no port' }))).toBe(false);
    const figures = [toFigure('x', { unit: '', ours: [1] })];
    expect(isPassed(judge('a', { kind: 'measured', figures }, { x: most(1) }))).toBe(true);
    expect(isPassed(judge('a', { kind: 'measured', figures }, { x: most(0.9) }))).toBe(false);
    expect(isPassed(judge('a', { kind: 'measured', figures }))).toBe(true);
  });
});

test('two commits are compared by what both measured, and by their peers', () => {
  const round = (ours: number, peer: number) => [
    toFigure('p50', { unit: 'ms', ours: [ours], peer: ['stock', [peer]] }),
  ];
  const only = toFigure('new', { unit: '', ours: [1] });
  const figures = compareFigures(
    [round(2, 5), round(4, 5)],
    [[...round(1, 5), only], round(1, 10)],
  );
  expect(figures.map(({ name, ratio, spread }) => [name, ratio, spread])).toEqual([
    ['p50', 0.375, [0.25, 0.5]],
    ['p50 / stock, the peer', 1.5, [1, 2]],
  ]);
  expect(formatComparison(figures).split('\n').at(-1)).toBe(
    '| p50 / stock, the peer | 5 ms | 7.5 ms | 1.5 (1 to 2)        |',
  );
});

test('every area has a program of its own, and every bar an area', () => {
  const names = AREAS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(AREAS.map(({ program }) => program)).size).toBe(names.length);
  expect(Object.keys(BARS).filter((area) => !names.includes(area))).toEqual([]);
});
