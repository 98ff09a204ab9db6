// Fills an SQLite engine with 10^3 to 10^6 finished tasks and some hundreds that wait, and measures
// at each size what a call costs. Prints milliseconds per call as a table; the last column is how
// many times as long a call takes with the most tasks as with the fewest.
//
//   node test/bench/growth.ts
//   SIZES=1000,10000 node test/bench/growth.ts
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createCalls } from './growth/calls.ts';
import { createSeededTasks } from './growth/seed-tasks.ts';
import { median } from './median.ts';
import { createBenchFile } from './stores/bench-file.ts';
import { toFigure, type Figure } from './table/figure.ts';

const SIZES = (process.env['SIZES'] ?? '1000,10000,100000,1000000').split(',').map(Number);
/** The time for which each kind of call is measured, in milliseconds. */
const BUDGET_MS = Number(process.env['BUDGET_MS'] ?? 400);
const MIN_CALLS = 5;
const MAX_CALLS = 100;
const WAITING = 300;

/** Repeats a call, and returns the median of its times in milliseconds. */
async function repeat(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + BUDGET_MS;
  while (times.length < MIN_CALLS || (performance.now() < end && times.length < MAX_CALLS)) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  return median(times);
}

/** Returns the milliseconds of each call by its name, one for each of {@link SIZES}. */
async function measure(): Promise<ReadonlyMap<string, readonly number[]>> {
  const { file, remove } = createBenchFile();
  const table = new Map<string, number[]>();
  try {
    const engine = createSqliteEngine({ file });
    const tasks = createSeededTasks(engine);
    await tasks.addWaiting(WAITING);
    for (const size of SIZES) {
      await tasks.growTo(size);
      const calls = createCalls({ file, engine, tasks, size });
      // The first round only lets Node compile the code and SQLite read its pages.
      for (const call of Object.values(calls)) await call();
      for (const [name, call] of Object.entries(calls)) {
        table.set(name, [...(table.get(name) ?? []), await repeat(call)]);
      }
      console.error(`${size} tasks are measured`);
    }
    await engine.close();
  } finally {
    remove();
  }
  return table;
}

/** Returns what each call takes with the most stored tasks, beside the fewest. */
export async function toFigures(): Promise<readonly Figure[]> {
  const fewest = `${(SIZES[0] ?? NaN).toLocaleString('en-US')} tasks`;
  return [...(await measure())].map(([name, times]) => ({
    ...toFigure(name, { unit: 'ms', ours: times.slice(-1), peer: [fewest, times.slice(0, 1)] }),
    steps: times,
  }));
}

async function main(): Promise<void> {
  const table = await measure();
  console.log(`\nMilliseconds per call, by the number of stored tasks`);
  console.log(`${''.padEnd(44)}${SIZES.map((size) => String(size).padStart(10)).join('')}`);
  for (const [name, times] of table) {
    const columns = times.map((time) => time.toFixed(3).padStart(10)).join('');
    const growth = (times.at(-1) ?? NaN) / (times[0] ?? NaN);
    console.log(`${name.padEnd(44)}${columns}${`${growth.toFixed(1)} x`.padStart(10)}`);
  }
}

if (import.meta.main) await main();
