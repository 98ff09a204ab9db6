import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listViolations } from '../support/list-violations.ts';
import { drawResult } from './draw-result.ts';
import { openFormPages, type FormPages } from './open-page.ts';
import { RESULTS } from './result-samples.ts';

let pages: FormPages;
beforeAll(async () => {
  pages = await openFormPages({ folder: 'result-page' });
});
afterAll(() => pages.close());

/** Opens all folded parts of a result. */
async function unfold(page: Page): Promise<void> {
  for (let folded = page.locator('summary:visible'), at = 0; at < (await folded.count()); at += 1) {
    const summary = folded.nth(at);
    if (!(await summary.evaluate(({ parentElement }) => parentElement?.hasAttribute('open')))) {
      await summary.click();
    }
  }
}

describe.each([
  ['light', 'en', 900],
  ['dark', 'ar', 320],
] as const)('%s, %s, %s pixels', (colorScheme, language, width) => {
  test('axe finds nothing in any state, and nothing is wider than the page', async () => {
    const page = await pages.open({ viewport: { width, height: 900 }, colorScheme });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    const found: string[] = [];
    for (const [name, options] of Object.entries(RESULTS)) {
      await drawResult(page, { ...options, language });
      await unfold(page);
      found.push(...(await listViolations(page)).map((violation) => `${name} ${violation}`));
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (overflow > 0) found.push(`${name} is ${overflow} pixels too wide`);
    }
    await drawResult(page, { ...RESULTS['fight'], language });
    await page.getByRole('tab', { name: 'JSON' }).click();
    found.push(...(await listViolations(page)));
    expect(found).toEqual([]);
    expect(errors).toEqual([]);
    await pages.leave(page);
  });
});

test('a result says what was promised, or what is not as promised', async () => {
  const page = await pages.open();
  await drawResult(page, RESULTS['fight'] ?? {});
  await page.getByText('✓ Checked').waitFor();
  await drawResult(page, RESULTS['mismatch'] ?? {});
  expect(await page.locator('.fw-problems li').allTextContents()).toEqual([
    'Probability must be at most 1 (it is number 1.2)',
    'Round 1: Round must be a whole number (it is string "one")',
  ]);
  expect(await page.getByText('Checked').count()).toBe(0);
  expect(await page.locator('.fw-mismatch').count()).toBe(1);
  await pages.leave(page);
});

test('a table shows its columns again when those that were left are gone', async () => {
  const page = await pages.open();
  const row = { a: 1, b: 2, c: 3, d: 4 };
  await drawResult(page, { data: { rows: [row, row] } });
  await page.locator('.fw-columns summary').click();
  for (const name of ['A', 'B', 'C']) await page.getByLabel(name, { exact: true }).uncheck();
  expect(await page.locator('thead th').count()).toBe(1);
  const { d: _d, ...rest } = row;
  await drawResult(page, { data: { rows: [rest, rest] }, isUpdate: true });
  expect(await page.locator('thead th').count()).toBe(3);
  await pages.leave(page);
});

test('a result is drawn by its schema', async () => {
  const page = await pages.open({ locale: 'en-US' });
  await drawResult(page, RESULTS['fight'] ?? {});
  const facts = await page
    .locator('.fw-facts > div')
    .evaluateAll((all) =>
      all.map((one) => [
        one.querySelector('dt')?.textContent,
        one.querySelector('dd')?.textContent?.slice(0, 60),
      ]),
    );
  expect(facts.slice(0, 10)).toEqual([
    ['Winner', 'Ada Lovelace'],
    ['Probability', '82.5%'],
    ['Confidence', '7 of 10'],
    ['Method', 'points'],
    ['Title fight', '✓ Yes'],
    ['Date', 'Mar 14, 2026'],
    ['Expected length', '14 minutes 30 seconds'],
    ['Purse', '€1,250,000.00'],
    ['Source', 'https://stats.example/fights/42 (opens in a new tab)'],
    ['Contact', 'judges@stats.example'],
  ]);
  const meter = page.getByRole('meter', { name: 'Probability' });
  expect(await meter.getAttribute('aria-valuetext')).toBe('82.5%');
  const link = page.getByRole('link', { name: 'fights/42' });
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  expect(await link.getAttribute('target')).toBe('_blank');
  // A title that stands above a fold is said in it only to screen readers.
  const address = { street: 1, city: 2, zip: 3 };
  await drawResult(page, { data: { order: { customer: { address, lines: [address] } } } });
  const folds = page.locator('.fw-piece > details > summary');
  expect(await folds.first().textContent()).toBe('Address 3 items');
  expect(await folds.first().locator('bdi').getAttribute('class')).toBe('fw-hidden');
  await pages.leave(page);
});

test('what comes in pieces fills the shape that stands there', async () => {
  const page = await pages.open({ reducedMotion: 'reduce' });
  const { schema, schemaName } = RESULTS['skeleton'] ?? {};
  const given = { ...(schema && { schema }), ...(schemaName && { schemaName }) };
  await drawResult(page, { ...given, pending: true });
  const region = page.getByRole('group', { name: 'Who wins' });
  expect(await region.getAttribute('aria-busy')).toBe('true');
  expect(await page.locator('.fw-facts dt').first().textContent()).toBe('Winner');
  expect(await page.locator('.fw-skeleton').count()).toBe(13);
  const motion = page.locator('.fw-skeleton > span').first();
  expect(await motion.evaluate((bar) => getComputedStyle(bar).animationName)).toBe('none');
  await drawResult(page, { ...given, pending: true, isUpdate: true, data: { winner: 'Ada' } });
  expect(await page.locator('.fw-skeleton').count()).toBe(12);
  expect(await page.locator('.fw-headline dd').textContent()).toBe('Ada');
  const data = { winner: 'Ada', probability: 0.5 };
  await drawResult(page, { ...given, isUpdate: true, data, problems: [] });
  expect(await page.locator('.fw-skeleton').count()).toBe(0);
  expect(await region.getAttribute('aria-busy')).toBe('false');
  await page.getByText('✓ Checked').waitFor();
  await pages.leave(page);
});

test('results are a chunk of their own, small, and without the form library', () => {
  const [name = '', chunk] = [...pages.files].find(([file]) => file.includes('/result-')) ?? [];
  expect(name).toMatch(/\.js$/u);
  expect(gzipSync(chunk ?? '', { level: 9 }).length).toBeLessThan(21_000);
  expect(pages.modules.filter((path) => path.includes('@rjsf'))).toEqual([]);
});

test('a first text is drawn as every other, units stand once, and lists of one length are rows', async () => {
  const page = await pages.open();
  await drawResult(page, { data: { day: '2026-03-01', rate: 0.00012345, distanceKm: 12 } });
  const facts = page.locator('.fw-facts > div');
  expect(await facts.allTextContents()).toEqual([
    'DayMar 1, 2026',
    'Rate0.00012345',
    'Distance12 km',
  ]);
  await drawResult(page, { data: { page: 'https://example.com/a', n: 1 } });
  expect(await page.locator('.fw-headline a').count()).toBe(1);
  await drawResult(page, { data: { answer: 'It is **not** so.\n\n- a\n- b' } });
  expect(await page.locator('.fw-prose strong').allTextContents()).toEqual(['not']);
  // Short words are Markdown as well, also where they come first.
  await drawResult(page, { data: { winner: '**Lion** wins', n: 1 } });
  expect(await page.locator('.fw-prose strong').allTextContents()).toEqual(['Lion']);
  await drawResult(page, { data: [{ a: 1, list: [0.1 + 0.2, 1234567] }] });
  expect(await page.locator('tbody td').last().textContent()).toBe('0.3 1,234,567');
  await drawResult(page, { data: { weight_kg: [1, 2, 3], town: ['A', 'B', 'C'] } });
  expect(await page.locator('thead th bdi').allTextContents()).toEqual(['Weight', 'Town']);
  expect(await page.locator('tbody tr').first().textContent()).toBe('1 kgA');
  const days = [1, 2, 3, 4, 5].map((n) => `2026-01-0${n}`);
  await drawResult(page, { data: { hourly: { time: days, price: [1, 2, 3, 2, 1] } } });
  expect(await page.locator('.fw-chart').count()).toBe(1);
  await pages.leave(page);
});
