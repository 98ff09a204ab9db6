// Measures how fast results are drawn, and the size of the code that draws them.
// node test/bench/results.ts
import { gzipSync } from 'node:zlib';
import { drawResult } from '../src/forms/draw-result.ts';
import { openFormPages } from '../src/forms/open-page.ts';
import { RESULTS } from '../src/forms/result-samples.ts';

const REPEATS = 7;

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

function toMedian(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

const pages = await openFormPages({ folder: 'result-page' });
try {
  const page = await pages.open();
  for (const [name, options] of SUBJECTS) {
    const times: number[] = [];
    for (let repeat = 0; repeat < REPEATS; repeat += 1) times.push(await drawResult(page, options));
    const worst = times.reduce((one, other) => Math.max(one, other), 0);
    console.log(
      `${name.padEnd(42)} ${toMedian(times).toFixed(1).padStart(7)} ms, at most ${worst.toFixed(0)} ms`,
    );
  }
  for (const [name, content] of pages.files) {
    const size = (gzipSync(content, { level: 9 }).length / 1000).toFixed(1).padStart(7);
    console.log(`${name.padEnd(42)} ${size} kB compressed`);
  }
} finally {
  await pages.close();
}
