// Measures how soon somebody can fill in a form of the forms page on a slow network and a slow
// processor, and how fast large forms are drawn and react to a key.
// npm run build && node test/bench/form-app.ts
import { demoAgent } from '@formwork/demo';
import type { Page } from 'playwright-core';
import { listBackground, recordWeight, weighShell } from '../src/form-app/measure-weight.ts';
import {
  measureDrawing,
  measureKeys,
  measureKeyWork,
  measureRows,
} from './form-app/large-forms.ts';
import { openBenchApp, type BenchApp } from './form-app/open-bench-app.ts';
import { measureLoad, measureNoise } from './form-app/slow-load.ts';
import { median } from './median.ts';
import { toFigure, type Figure } from './table/figure.ts';

const LOADS = Number(process.env['ROUNDS'] ?? 7);
const REPEATS = Number(process.env['REPEATS'] ?? 9);

function print(name: string, values: readonly number[], limit?: number): void {
  const sorted = values.toSorted((one, other) => one - other);
  const [least = NaN] = sorted;
  const range = values.length > 1 ? `${least.toFixed(0)} to ${sorted.at(-1)?.toFixed(0)}` : '';
  const bar = limit === undefined ? '' : `at most ${limit}`;
  console.log(
    `${name.padEnd(52)} ${median(values).toFixed(1).padStart(8)}   ${bar.padEnd(15)} ${range}`,
  );
}

async function repeat<T>(count: number, run: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = 0; n < count; n += 1) results.push(await run());
  return results;
}

/** The size of all that the page loads for one form of the demo agent, in kB, compressed. */
interface Weight {
  readonly id: string;
  readonly scripts: number;
  /** The scripts, with those that come behind the form. */
  readonly all: number;
  readonly styles: number;
}

async function measureWeights(app: BenchApp): Promise<readonly Weight[]> {
  const background = listBackground();
  const weights: Weight[] = [];
  for (const { id } of demoAgent.skills) {
    const page = await app.open();
    const read = recordWeight(page);
    await page.goto(`${app.demo}/#skill=${id}`);
    await page.locator('.fw-form form :is(input, textarea, button)').first().waitFor();
    await page.waitForLoadState('networkidle');
    const { scripts, styles } = read(background);
    const [kilobytes, all] = [scripts / 1000, read().scripts / 1000];
    weights.push({ id, scripts: kilobytes, all, styles: styles / 1000 });
    await page.context().close();
  }
  return weights;
}

async function printWeight(app: BenchApp): Promise<void> {
  print('kB of JavaScript before a form', [weighShell().scripts / 1000], 86);
  for (const { id, scripts, all, styles } of await measureWeights(app)) {
    print(`kB of JavaScript until ${id} can be filled`, [scripts], 160);
    print(`kB of JavaScript, with what comes behind it`, [all]);
    print(`kB of style sheets`, [styles], 10);
  }
}

/** The milliseconds of each load, drawing and key. */
interface Forms {
  readonly loads: readonly number[];
  readonly demos: readonly number[];
  readonly drawn: readonly number[];
  /** From a key to the next frame. */
  readonly keys: readonly number[];
  /** The script that a key runs. */
  readonly scripts: readonly number[];
  readonly rows: readonly number[];
}

async function measure(app: BenchApp): Promise<Forms> {
  const loads = await repeat(LOADS, () => measureLoad(app, app.small, 4));
  const demo = `${app.demo}/#skill=fight-comparison`;
  const demos = await repeat(LOADS, () => measureLoad(app, demo, 4));
  const page: Page = await app.open();
  await page.goto(`${app.large}/#skill=fields-20`);
  await page.locator('.fw-form form input').first().waitFor();
  await page.waitForLoadState('networkidle');
  const drawn = await measureDrawing(page, REPEATS);
  const keys = await measureKeys(page);
  const scripts = await measureKeyWork(page);
  return { loads, demos, drawn, keys, scripts, rows: await measureRows(page, REPEATS) };
}

function toLate(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? NaN;
}

/** Returns how soon forms can be filled, and how fast large ones are drawn and take a key. */
export async function toFigures(): Promise<readonly Figure[]> {
  const app = await openBenchApp();
  try {
    const weights = await measureWeights(app);
    const toHeaviest = (read: (weight: Weight) => number): readonly number[] => [
      Math.max(...weights.map(read)),
    ];
    const sizes = Object.entries({
      'JavaScript before a form': [weighShell().scripts / 1000],
      'JavaScript until a form can be filled': toHeaviest(({ scripts: each }) => each),
      'style sheets': toHeaviest(({ styles }) => styles),
    }).map(([name, ours]) => toFigure(name, { unit: 'kB', ours }));
    const { loads, demos, drawn, keys, scripts, rows } = await measure(app);
    const times = Object.entries({
      'a key in a form of 200 fields, script': scripts,
      'a key until the next frame, 95th of 100': [toLate(keys)],
      '200 fields are drawn': drawn,
      '200 rows of 6 fields are drawn': rows,
      '20 fields can be filled, slow 4G and processor': loads,
      'first form of the demo, slow 4G and processor': demos,
    }).map(([name, ours]) => toFigure(name, { unit: 'ms', ours }));
    return [...sizes, ...times];
  } finally {
    await app.close();
  }
}

async function main(): Promise<void> {
  const app = await openBenchApp();
  try {
    await printWeight(app);
    print('ms of a fixed computation, unthrottled', await measureNoise(app, 1));
    print('ms of a fixed computation, processor 4 times slower', await measureNoise(app, 4));
    const { loads, demos, drawn, keys, scripts, rows } = await measure(app);
    print('ms until 20 fields can be filled, slow 4G and 4x CPU', loads, 2000);
    const swift = await repeat(LOADS, () => measureLoad(app, app.small, 1));
    print('ms until 20 fields can be filled, slow 4G alone', swift);
    print('ms until the first form of the demo can be filled', demos, 2000);
    print('ms until 200 fields are drawn', drawn, 200);
    print('ms from a key to the next frame at 200 fields', keys);
    print('   95th of 100', [toLate(keys)], 50);
    print('ms of script for a key at 200 fields', scripts, 1);
    print('ms until 200 rows of 6 fields are drawn', rows, 300);
  } finally {
    await app.close();
  }
}

if (import.meta.main) await main();
