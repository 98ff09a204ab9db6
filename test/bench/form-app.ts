// Measures how soon somebody can fill in a form of the forms page on a slow network and a slow
// processor, and how fast large forms are drawn and react to a key.
// npm run build && node test/bench/form-app.ts
import { demoAgent } from '@formwork/demo';
import type { Page } from 'playwright-core';
import { openBenchApp, type BenchApp } from './form-app/open-bench-app.ts';
import { measureDrawing, measureKeys, measureRows } from './form-app/large-forms.ts';
import { measureLoad, measureNoise } from './form-app/slow-load.ts';
import { listBackground, recordWeight, weighShell } from '../src/form-app/measure-weight.ts';
import { median } from './median.ts';

const LOADS = 7;
const REPEATS = 9;

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

/** Prints the size of all that the forms page loads for each form of the demo agent, in kB. */
async function printWeight(app: BenchApp): Promise<void> {
  const background = listBackground();
  print('kB of JavaScript before a form', [weighShell().scripts / 1000], 85);
  for (const { id } of demoAgent.skills) {
    const page = await app.open();
    const read = recordWeight(page);
    await page.goto(`${app.demo}/#skill=${id}`);
    await page.locator('.fw-form form :is(input, textarea, button)').first().waitFor();
    await page.waitForLoadState('networkidle');
    const { scripts, styles } = read(background);
    print(`kB of JavaScript until ${id} can be filled`, [scripts / 1000], 160);
    print(`kB of JavaScript, with what comes behind it`, [read().scripts / 1000]);
    print(`kB of style sheets`, [styles / 1000], 10);
    await page.context().close();
  }
}

const app = await openBenchApp();
try {
  await printWeight(app);

  print('ms of a fixed computation, unthrottled', await measureNoise(app, 1));
  print('ms of a fixed computation, processor 4 times slower', await measureNoise(app, 4));
  const loads = await repeat(LOADS, () => measureLoad(app, app.small, 4));
  print('ms until 20 fields can be filled, slow 4G and 4x CPU', loads, 2000);
  const swift = await repeat(LOADS, () => measureLoad(app, app.small, 1));
  print('ms until 20 fields can be filled, slow 4G alone', swift);
  const demos = await repeat(LOADS, () =>
    measureLoad(app, `${app.demo}/#skill=fight-comparison`, 4),
  );
  print('ms until the first form of the demo can be filled', demos, 2000);

  const page: Page = await app.open();
  await page.goto(`${app.large}/#skill=fields-20`);
  await page.locator('.fw-form form input').first().waitFor();
  await page.waitForLoadState('networkidle');
  print('ms until 200 fields are drawn', await measureDrawing(page, REPEATS), 200);
  const keys = (await measureKeys(page)).toSorted((one, other) => one - other);
  print('ms from a key to the next frame at 200 fields', keys);
  print('   95th of 100', [keys[Math.floor(keys.length * 0.95)] ?? NaN], 50);
  print('ms until 200 rows of 6 fields are drawn', await measureRows(page, REPEATS), 300);
} finally {
  await app.close();
}
