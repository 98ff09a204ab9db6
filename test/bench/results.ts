// Measures how fast results are drawn, and the size of the code that draws them.
// node test/bench/results.ts
import { gzipSync } from 'node:zlib';
import { drawResult } from '../src/forms/draw-result.ts';
import { openFormPages } from '../src/forms/open-page.ts';
import { RESULTS } from '../src/forms/result-samples.ts';
import { median } from './median.ts';
import { toFigure, type Figure } from './table/figure.ts';

const REPEATS = Number(process.env['ROUNDS'] ?? 7);

/** The results to draw, as JSON, because some are nested too deep for `JSON.stringify`. */
const SUBJECTS: readonly (readonly [string, string])[] = [
  ['a result with meters, prose and a table', JSON.stringify(RESULTS['fight'])],
  ['a table of 200 rows of 6', toTable(200)],
  ['a table of 100,000 rows of 6', toTable(100_000)],
  ['a text of 10 MB', JSON.stringify({ data: { text: 'word '.repeat(2_000_000) } })],
  ['Markdown of 10 MB', JSON.stringify({ text: '*_[`**'.repeat(1_700_000) })],
  ['5,000 levels', `{"data": ${'['.repeat(5000)}${']'.repeat(5000)}}`],
  [
    '10,000 groups that are no table',
    JSON.stringify({
      data: Array.from({ length: 10_000 }, (_group, n) => ({ n, in: { n: [n] } })),
    }),
  ],
];

function toTable(rows: number): string {
  const data = Array.from({ length: rows }, (_row, n) => ({
    n,
    name: `Row ${(n * 7919) % rows}`,
    done: n % 2 === 0,
    date: '2026-01-01',
    share: n / rows,
    note: 'something to read',
  }));
  return JSON.stringify({ data });
}

/** The milliseconds of each drawing, by the name of the result, and the files of the page. */
interface Drawn {
  readonly times: ReadonlyMap<string, readonly number[]>;
  readonly files: ReadonlyMap<string, Buffer>;
}

async function measure(): Promise<Drawn> {
  const pages = await openFormPages({ folder: 'result-page' });
  try {
    const page = await pages.open();
    const all = new Map<string, readonly number[]>();
    for (const [name, options] of SUBJECTS) {
      const times: number[] = [];
      for (let repeat = 0; repeat < REPEATS; repeat += 1) {
        times.push(await drawResult(page, options));
      }
      all.set(name, times);
    }
    return { times: all, files: pages.files };
  } finally {
    await pages.close();
  }
}

/** Returns how long results take to be drawn. */
export async function toFigures(): Promise<readonly Figure[]> {
  const { times } = await measure();
  return [...times].map(([name, ours]) => toFigure(name, { unit: 'ms', ours }));
}

async function main(): Promise<void> {
  const { times, files } = await measure();
  for (const [name, all] of times) {
    console.log(
      `${name.padEnd(42)} ${median(all).toFixed(1).padStart(7)} ms, at most ${Math.max(...all).toFixed(0)} ms`,
    );
  }
  for (const [name, content] of files) {
    const size = (gzipSync(content, { level: 9 }).length / 1000).toFixed(1).padStart(7);
    console.log(`${name.padEnd(42)} ${size} kB compressed`);
  }
}

if (import.meta.main) await main();
