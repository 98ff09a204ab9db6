// Measures how fast forms are drawn and react to a key, beside the same fields in React alone.
// node test/bench/forms.ts
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { draw, openFormPages, type FormPages } from '../src/forms/open-page.ts';

const REPEATS = 9;

/** The schemas of the fields of large forms, used in turn. */
const FIELDS = [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }, { enum: ['a', 'b'] }];

/** The lists to draw: the number of rows, and the names of the fields of a row. */
const LISTS = [200, 1000, 20_000].flatMap((count) =>
  [5, 6].map((fields) => [count, ['a', 'b', 'c', 'd', 'e', 'f'].slice(0, fields)] as const),
);

function toSchema(count: number): object {
  const fields = Array.from({ length: count }, (_field, n) => [
    `field${n}`,
    { ...FIELDS[n % FIELDS.length], title: `Field ${n}` },
  ]);
  return { type: 'object', properties: Object.fromEntries(fields) };
}

/** Returns the median time until a form is drawn and laid out, in milliseconds. */
async function measure(page: Page, run: string): Promise<number> {
  const times: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const took = await page.evaluate((code) => {
      const { name, options } = JSON.parse(code) as {
        readonly name: 'draw' | 'drawPlain';
        readonly options: never;
      };
      const start = performance.now();
      window[name](options);
      document.body.getBoundingClientRect();
      return performance.now() - start;
    }, run);
    times.push(took);
  }
  return toMedian(times);
}

/**
 * Types into a field in the middle of a form and returns the median time from a key to the next
 * frame, in milliseconds.
 */
async function measureKeys(page: Page): Promise<readonly number[]> {
  await page.locator('input[type=text]').nth(20).focus();
  return page.evaluate(async () => {
    const field = document.activeElement as HTMLInputElement;
    const times: number[] = [];
    for (let key = 0; key < 60; key += 1) {
      const start = performance.now();
      document.execCommand('insertText', false, 'a');
      await new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve));
      });
      times.push(performance.now() - start);
    }
    if (field.value.length !== 60) throw new Error(`typed ${field.value.length} of 60`);
    return times;
  });
}

function toMedian(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function print(name: string, took: number, plain?: number): void {
  const ratio = plain === undefined ? '' : `   ${(took / plain).toFixed(1)} times React alone`;
  console.log(`${name.padEnd(40)} ${took.toFixed(1).padStart(8)} ms${ratio}`);
}

/** Prints the sizes of the files of a forms page in three languages, React included. */
function printSizes(files: FormPages['files']): void {
  const kinds = [
    ['JavaScript of the page, compressed', /index.*\.js$/u],
    ['JavaScript of the worker, compressed', /worker.*\.js$/u],
    ['style sheet, compressed', /\.css$/u],
  ] as const;
  for (const [kind, pattern] of kinds) {
    const found = [...files].filter(([name]) => pattern.test(name));
    const bytes = found.reduce((sum, [, file]) => sum + gzipSync(file, { level: 9 }).length, 0);
    console.log(`${kind.padEnd(40)} ${(bytes / 1000).toFixed(1).padStart(8)} kB`);
  }
}

const pages = await openFormPages();
try {
  const page = await pages.open();
  for (const count of [20, 200, 480]) {
    const plain = await measure(page, JSON.stringify({ name: 'drawPlain', options: count }));
    const options = { schema: toSchema(count) };
    print(`${count} fields`, await measure(page, JSON.stringify({ name: 'draw', options })), plain);
  }
  // Objects with five members are drawn as a table, larger ones as cards, 50 rows at a time.
  for (const [count, names] of LISTS) {
    const row = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    const data = Object.fromEntries(names.map((name, n) => [name, `${n}`]));
    const items = { type: 'object', properties: row };
    const options = {
      schema: { type: 'object', properties: { rows: { type: 'array', items } } },
      initialData: { rows: Array.from({ length: count }, () => data) },
    };
    const took = await measure(page, JSON.stringify({ name: 'draw', options }));
    const fields = count * names.length;
    const all =
      fields > 2000
        ? undefined
        : await measure(page, JSON.stringify({ name: 'drawPlain', options: fields }));
    print(`${count} rows of ${names.length} fields`, took, all);
  }
  await draw(page, { schema: toSchema(200) as Record<string, unknown> });
  const keys = (await measureKeys(page)).toSorted((one, other) => one - other);
  print('a key among 200 fields, median', toMedian(keys));
  print('a key among 200 fields, 95th of 100', keys[Math.floor(keys.length * 0.95)] ?? 0);
  printSizes(pages.files);
} finally {
  await pages.close();
}
