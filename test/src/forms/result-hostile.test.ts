import type { Json } from '@formwork/schema';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openHoldupMeter, type HoldupMeter } from './attacks/page-holdup.ts';
import { drawPrepared, drawResult, prepareResult } from './draw-result.ts';
import { openFormPages, type FormPages } from './open-page.ts';
import type { ResultOptions } from './result-page/main.tsx';

let pages: FormPages;
let page: Page;
let requests: string[];
let errors: string[];
let meter: HoldupMeter;
beforeAll(async () => {
  pages = await openFormPages({ folder: 'result-page' });
  page = await pages.open({ isAlone: true });
  meter = await openHoldupMeter(page);
  // Code is slower when it runs for the first time, which is not the fault of a result.
  await drawResult(page, { data: { a: 1 } });
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
});
beforeEach(() => {
  requests = [];
  errors = [];
});
afterAll(() => pages.close());

/** Returns options as JSON, with data nested deeper than `JSON.stringify` supports. */
function nest(levels: number): string {
  return `{"data": ${'[{"a": '.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}}`;
}

const LOADING =
  '<img src=http://127.0.0.1:1/a onerror=alert(1)> <script>alert(1)</script> ![x](http://127.0.0.1:1/b) <style>@import "http://127.0.0.1:1/c"</style> <iframe srcdoc="<script>parent.alert(1)</script>"></iframe> [x](javascript:alert(1)) [y](data:text/html,<script>alert(1)</script>)';

const MARKDOWN = { type: 'string', contentMediaType: 'text/markdown' };

const CASES: readonly (readonly [string, () => ResultOptions | string])[] = [
  ['markup in texts', () => ({ text: LOADING, title: LOADING, data: { [LOADING]: LOADING } })],
  [
    'markup in the schema',
    () => ({
      schema: {
        title: LOADING,
        description: LOADING,
        properties: { a: { ...MARKDOWN, title: LOADING, description: LOADING } },
      },
      schemaName: LOADING,
      data: { a: LOADING },
      problems: [{ pointer: '/a', keyword: 'x', expected: LOADING, message: LOADING }],
    }),
  ],
  [
    'links that run',
    () => ({
      schema: { additionalProperties: { type: 'string', format: 'uri' } },
      data: {
        a: 'javascript:alert(1)',
        b: 'data:text/html,<script>alert(1)</script>',
        c: ' javascript:alert(1)',
        d: 'https://bank.example@127.0.0.1:1/',
      },
    }),
  ],
  [
    'pictures that are none',
    () => ({
      schema: {
        properties: {
          a: { contentEncoding: 'base64', contentMediaType: 'image/svg+xml' },
          b: { contentMediaType: 'image/png' },
          c: { contentEncoding: 'base64', contentMediaType: 'image/png" onerror="alert(1)' },
        },
      },
      data: {
        a: btoa('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
        b: 'http://127.0.0.1:1/track.png',
        c: 'AAAA',
        d: 'data:image/svg+xml,<svg onload=alert(1)>',
      },
      files: [
        {
          kind: 'bytes',
          name: 'a.svg',
          mediaType: 'image/svg+xml',
          base64: btoa('<svg onload="alert(1)"/>'),
        },
        { kind: 'url', name: 'b.png', mediaType: 'image/png', url: 'http://127.0.0.1:1/b.png' },
        { kind: 'url', name: 'c', mediaType: 'text/html', url: 'javascript:alert(1)' },
      ],
    }),
  ],
  ['a text of ten million', () => ({ data: { a: 'x'.repeat(10_000_000) } })],
  ['Markdown of ten million', () => ({ text: '*_[`**'.repeat(1_700_000) })],
  ['five thousand levels', () => nest(5000)],
  [
    'ten thousand names',
    () => ({
      data: Object.fromEntries(Array.from({ length: 10_000 }, (_n, n) => [`n${n}`, { n }])),
    }),
  ],
  [
    'ten thousand groups of all sorts',
    () => ({ data: Array.from({ length: 10_000 }, (_n, n) => ({ n, in: { n: [n, { n }] } })) }),
  ],
  [
    'alternatives without end',
    () => ({
      schema: {
        $ref: '#/$defs/a',
        $defs: {
          a: {
            oneOf: Array.from({ length: 1000 }, () => ({ $ref: '#/$defs/a' })),
            allOf: [{ $ref: '#' }, { $ref: '#' }],
          },
        },
      },
      data: { a: { b: { c: 1 } } },
    }),
  ],
  [
    'a schema that is none',
    () => ({
      schema: JSON.parse(
        '{"title": {}, "properties": {"a": 7, "b": {"title": [], "enum": "x", "oneOf": {}, "allOf": [null, 3], "minimum": "0", "$ref": 5}}, "items": 3, "$ref": "#/%E0%A4%A"}',
      ),
      data: { a: 1, b: 'x', c: null },
      pending: true,
    }),
  ],
];

test.each(CASES)('%s: nothing is loaded, run or frozen', async (_name, toOptions) => {
  await prepareResult(page, toOptions());
  await meter.expectShort(() => drawPrepared(page));
  await page.locator('.fw-result').click({ position: { x: 1, y: 1 } });
  const found = await page.evaluate(() => ({
    alerts: window.alerts,
    loading: document.querySelectorAll('.fw-result :is(script, iframe, style, object, form)')
      .length,
    pictures: [...document.images].map(({ src }) => src.slice(0, 22)),
    links: [...document.links].map(({ protocol }) => protocol),
    elements: document.querySelectorAll('*').length,
  }));
  expect(found.alerts).toBe(0);
  expect(found.loading).toBe(0);
  expect(found.pictures.filter((source) => source !== 'data:image/png;base64,')).toEqual([]);
  expect(found.links.filter((scheme) => !['http:', 'https:', 'mailto:'].includes(scheme))).toEqual(
    [],
  );
  expect(found.elements).toBeLessThan(8000);
  expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([]);
  expect(errors).toEqual([]);
});

test('names that every object has are names like others', async () => {
  const data = JSON.parse(
    '{"__proto__": {"polluted": 1}, "constructor": "x", "toString": [1, 2]}',
  ) as Json;
  await drawResult(page, { data });
  // Short values come before groups and lists.
  expect(await page.locator('dt').allTextContents()).toEqual([
    'Constructor',
    'Proto',
    'Polluted',
    'To string',
  ]);
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
  const rows = JSON.parse('[{"__proto__": 1, "a": 2}, {"a": 3, "constructor": 4}]') as Json;
  await drawResult(page, { data: rows });
  expect(await page.locator('tbody td').allTextContents()).toEqual(['1', '2', '', '', '3', '4']);
});

test('a hundred thousand rows are sorted and searched, a page at a time', async () => {
  const data = Array.from({ length: 100_000 }, (_row, n) => ({
    n,
    name: `Row ${(n * 7919) % 100_000}`,
    done: n % 2 === 0,
  }));
  await prepareResult(page, { data });
  await meter.expectShort(() => drawPrepared(page));
  expect(await page.locator('tbody tr').count()).toBe(100);
  const first = page.locator('tbody td:nth-child(2)').first();
  const starts = ['Row 0', 'Row 99999'];
  await meter.expectShort(async () => {
    // Each click reverses the order of the rows.
    const start = starts.shift() ?? '';
    starts.push(start);
    await page.getByRole('button', { name: 'Name' }).click();
    await first.getByText(start, { exact: true }).waitFor();
  });
  await meter.expectShort(async () => {
    await page.getByRole('searchbox').fill('');
    await page.getByText('100,000 rows', { exact: true }).waitFor();
    await page.getByRole('searchbox').fill('row 9999');
    await page.getByText('11 rows', { exact: true }).waitFor();
  });
});

test('five thousand levels are opened one by one, and copied whole', async () => {
  await drawResult(page, nest(5000));
  for (let level = 0; level < 12; level += 1) {
    const folded = page.locator('details:not([open]) > summary').first();
    await folded.click();
  }
  expect(await page.locator('details[open]').count()).toBeGreaterThan(8);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download JSON' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Result.json');
  await page.getByRole('tab', { name: 'JSON' }).click();
  const text = await page.getByRole('tabpanel').textContent();
  expect(text?.length).toBeLessThan(60_000);
  expect(errors).toEqual([]);
});
