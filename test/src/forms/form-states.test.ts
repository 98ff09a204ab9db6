import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listViolationsInBoth } from '../support/list-violations.ts';
import { draw, openFormPages, type FormPages } from './open-page.ts';
import { TRIP, TRIP_DATA } from './trip-schema.ts';

let pages: FormPages;
beforeAll(async () => {
  pages = await openFormPages();
});
afterAll(() => pages.close());

describe('in the light and the dark', () => {
  test.each(['en', 'ar'] as const)('axe finds nothing in any state: %s', async (language) => {
    const page = await pages.open({ viewport: { width: 900, height: 900 } });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await draw(page, { schema: TRIP, language });
    expect(await listViolationsInBoth(page)).toEqual([]);
    await page.click('button[type=submit]');
    await page.waitForSelector('[role=alert]');
    expect(await listViolationsInBoth(page)).toEqual([]);
    await draw(page, { schema: TRIP, initialData: TRIP_DATA, language });
    expect(await listViolationsInBoth(page)).toEqual([]);
    await draw(page, { schema: TRIP, language, limits: { visible: 1 } });
    expect(await listViolationsInBoth(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    await draw(page, { schema: TRIP, initialData: TRIP_DATA, language });
    expect(await listViolationsInBoth(page)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    expect(errors).toEqual([]);
    await pages.leave(page);
  });
});

test('every error is tied to its field, told in one wording and in the order of the page', async () => {
  const page = await pages.open();
  await draw(page, {
    schema: TRIP,
    initialData: { ...TRIP_DATA, name: 'x', email: 'no', tags: [] },
  });
  await page.click('button[type=submit]');
  await page.waitForSelector('[role=alert]');
  const lines = await page.locator('[data-fw-summary] a').allTextContents();
  expect(lines).toEqual([
    'Name must have at least 2 characters',
    'Email must be a valid email such as ada@example.com',
    'Tags must have at least 1 item',
  ]);
  for (const [name, line] of [
    ['Name', lines[0]],
    ['Email', lines[1]],
  ] as const) {
    const field = page.getByLabel(name).first();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
    const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()));
    expect(texts.join(' ')).toContain(line);
  }
  await page.locator('[data-fw-summary] a').nth(1).click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('email');
  expect(await page.evaluate(() => window.sent)).toEqual([]);
  await pages.leave(page);
});

test('every id that is named exists, and every id is there once', async () => {
  const page = await pages.open();
  await draw(page, { schema: TRIP, initialData: TRIP_DATA });
  await page.waitForSelector('input[type=file]', { state: 'attached' });
  const wrong = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    const named = ['aria-describedby', 'aria-labelledby', 'aria-controls', 'for'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].flatMap(
        (element) => element.getAttribute(name)?.split(' ') ?? [],
      ),
    );
    return [
      ...ids.filter((id, at) => ids.indexOf(id) !== at),
      ...named.filter((id) => !ids.includes(id)),
    ];
  });
  expect(wrong).toEqual([]);
  await pages.leave(page);
});

test('nothing moves for people who asked for that, and a switch shows in forced colours', async () => {
  const page = await pages.open({ reducedMotion: 'reduce', forcedColors: 'active' });
  await draw(page, { schema: TRIP, initialData: TRIP_DATA });
  const styles = await page.evaluate(() => {
    const knob = document.querySelector('input[role=switch]');
    const { transitionDuration } = getComputedStyle(knob ?? document.body, '::before');
    const { backgroundColor } = getComputedStyle(knob ?? document.body);
    return { transitionDuration, isFilled: backgroundColor !== 'rgba(0, 0, 0, 0)' };
  });
  expect(styles).toEqual({ transitionDuration: '0s', isFilled: true });
  await pages.leave(page);
});

test('the page is small, and what forms make no use of is not in the page', () => {
  const [, css] = [...pages.files].find(([name]) => name.endsWith('.css')) ?? [];
  expect(gzipSync(css ?? '').length).toBeLessThan(10_000);
  // With one language the script has at most 145,000 bytes; this page has three languages.
  const scripts = [...pages.files].filter(([name]) => /index.*\.js$/u.test(name));
  expect(scripts.map(([, script]) => gzipSync(script).length < 148_000)).toEqual([true]);
  const holds = (name: string): boolean => pages.modules.some((path) => path.includes(name));
  expect(holds('@rjsf/core/lib/components/Form.js')).toBe(true);
  const compilers = ['/ajv/', '/ajv-formats/', '@rjsf/validator'];
  const analysis = ['refa', 'scslre', 'regexp-ast-analysis', 'regexpp', 'unsafe-pattern'];
  const unused = [
    'markdown-to-jsx',
    'fast-uri',
    'fast-equals',
    'LayoutGridField',
    '/core/lib/components/widgets/',
  ];
  expect([...compilers, ...analysis, ...unused].filter(holds)).toEqual([]);
});

test('a field without any name is called a value', async () => {
  const page = await pages.open();
  await draw(page, { schema: { type: 'string' } });
  expect(await page.getByLabel('Value').count()).toBe(1);
  expect(await page.getByLabel('Name').count()).toBe(0);
  await draw(page, { schema: { type: 'integer', minimum: 1 } });
  await page.getByLabel('Value').fill('0');
  await page.getByRole('button', { name: 'Send' }).click();
  expect(await page.getByRole('alert').textContent()).toContain('Value');
  await pages.leave(page);
});
