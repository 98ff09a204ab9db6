import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../support/list-violations.ts';
import { draw, openFormPages, type FormPages } from './open-page.ts';

let pages: FormPages;
let page: Page;
const errors: string[] = [];
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open({ viewport: { width: 900, height: 900 } });
  page.on('pageerror', (error) => errors.push(error.message));
});
afterAll(() => pages.close());

const text = { type: 'string' };
const LINE = {
  type: 'object',
  required: ['article'],
  properties: {
    article: { ...text, title: 'Article', minLength: 2 },
    amount: { type: 'integer', title: 'Amount' },
    unit: { enum: ['piece', 'kg'], title: 'Unit' },
  },
};
const PERSON = {
  type: 'object',
  properties: {
    name: { ...text, title: 'Name', minLength: 2 },
    tags: { title: 'Tags', items: { ...text, minLength: 2 } },
    born: { type: 'string', format: 'date', title: 'Born' },
  },
};

function listOf(items: object, title = 'Lines'): Readonly<Record<string, unknown>> {
  return { type: 'object', properties: { a: { type: 'array', title, items } } };
}

function toLines(count: number): readonly object[] {
  return Array.from({ length: count }, (_line, n) => ({
    article: `no ${n}`,
    amount: n,
    unit: 'kg',
  }));
}

/** Returns the label or the text of the element that has the focus. */
async function readFocus(): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const label =
      focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : undefined;
    return (focused?.getAttribute('aria-label') ?? label ?? focused?.textContent ?? '').trim();
  });
}

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

async function send(): Promise<unknown> {
  await page.locator('button[type=submit]').click();
  return readSent();
}

/**
 * Returns the value that was sent last; it is carried as JSON, because Playwright is slow with
 * thousands of rows.
 */
async function readSent(): Promise<unknown> {
  const sent = await page.evaluate(() => JSON.stringify(window.sent.at(-1)) ?? 'null');
  return JSON.parse(sent);
}

test.each([1000, 20_000])('a list of %i rows shows a page and keeps all of them', async (count) => {
  const a = toLines(count);
  await draw(page, { schema: listOf(LINE), initialData: { a } as never });
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1500);
  expect(await page.locator('tbody tr').count()).toBe(50);
  await page.locator('button[type=submit]').click();
  // The worker validates long lists.
  const countSent = (): Promise<number> => page.evaluate(() => window.sent.length);
  await expect.poll(countSent).toBe(1);
  expect(await readSent()).toEqual({ a });
  const pager = page.getByRole('group', { name: 'Pages of Lines' }).first();
  await pager.getByRole('button', { name: 'Next' }).focus();
  await press('Enter');
  const total = new Intl.NumberFormat('en').format(count);
  expect(await pager.getByRole('status').textContent()).toBe(`51 to 100 of ${total}`);
  await expect.poll(() => readFocus()).toBe('Next');
  await press('Tab');
  await page.keyboard.type('777');
  await press('Enter');
  expect(await pager.getByRole('status').textContent()).toBe(`751 to 800 of ${total}`);
  expect(await page.evaluate(() => window.sent.length)).toBe(1);
  await page.getByLabel('Article Line 777', { exact: true }).fill('other');
  const changed = a.with(776, { article: 'other', amount: 776, unit: 'kg' });
  await page.locator('button[type=submit]').click();
  await expect.poll(countSent).toBe(2);
  expect(await readSent()).toEqual({ a: changed });
});

test('the focus stays with the work when rows of a long list come, go and move', async () => {
  const a = Array.from({ length: 51 }, (_tag, n) => `tag ${n + 1}`);
  await draw(page, { schema: listOf(text, 'Tags'), initialData: { a } });
  await page.getByRole('button', { name: 'Move Tag 50 down' }).focus();
  await press('Enter');
  await expect.poll(() => readFocus()).toBe('Move Tag 51 up');
  expect(await page.getByLabel('Tag 51', { exact: true }).inputValue()).toBe('tag 50');
  await press('Enter');
  await expect.poll(() => readFocus()).toBe('Move Tag 50 up');
  await page.getByRole('button', { name: 'Add tag' }).focus();
  await press('Enter');
  await expect.poll(() => readFocus()).toBe('Tag 52');
  await page.keyboard.type('new');
  await press('Tab', 'Tab');
  await expect.poll(() => readFocus()).toBe('Remove Tag 52');
  await press('Shift+Tab', 'Shift+Tab', 'Shift+Tab');
  await expect.poll(() => readFocus()).toBe('Remove Tag 51');
  await press('Enter');
  await expect.poll(() => readFocus()).toBe('Remove Tag 51');
  await press('Enter');
  await expect.poll(() => readFocus()).toBe('Remove Tag 50');
  expect(await send()).toEqual({ a: a.slice(0, 50) });
});

test('small flat rows are a table: labelled by column and row, problems at their cell', async () => {
  await draw(page, {
    schema: listOf(LINE),
    initialData: { a: [...toLines(2), { article: 'x', unit: 'piece', beside: [1] }] } as never,
  });
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Row',
    'Article (required)',
    'Amount',
    'Unit',
  ]);
  const cell = page.getByRole('textbox', { name: 'Article Line 3' });
  await page.locator('button[type=submit]').click();
  await page.locator('[data-fw-summary] a').click();
  await expect.poll(() => readFocus()).toBe('Article Line 3');
  expect(await cell.getAttribute('aria-invalid')).toBe('true');
  const described = await cell.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${described}"]`).textContent()).toMatch(/^Article must/);
  await page.keyboard.type('yz');
  await page.getByRole('combobox', { name: 'Unit Line 3' }).selectOption('None');
  await page.getByRole('button', { name: 'Add line' }).click();
  await expect.poll(() => readFocus()).toBe('Article Line 4');
  await page.keyboard.type('tea');
  expect(await send()).toEqual({
    a: [...toLines(2), { article: 'xyz', beside: [1] }, { article: 'tea' }],
  });
});

test('larger rows are cards that fold to their values, and open when added or wrong', async () => {
  const a = [{ name: 'Ada', tags: ['ab', 'cd'] }, { name: 'Bob' }, {}];
  await draw(page, { schema: listOf(PERSON, 'People'), initialData: { a } });
  const cards = page.locator('.fw-toggle');
  await expect
    .poll(() => cards.allTextContents())
    .toEqual(['Person 1Ada · Tags: 2', 'Person 2Bob', 'Person 3Empty']);
  expect(await page.locator('form input').count()).toBe(0);
  await cards.nth(1).focus();
  await press('Enter', 'Tab', 'Tab', 'Tab', 'Tab');
  await expect.poll(() => readFocus()).toBe('Name');
  await press('ControlOrMeta+a');
  await page.keyboard.type('B');
  await cards.nth(1).click();
  expect(await cards.nth(1).textContent()).toBe('Person 2B');
  await cards.nth(1).click();
  await page.getByRole('button', { name: 'Add person' }).click();
  await expect.poll(() => readFocus()).toBe('Name');
  expect(await cards.evaluateAll((all) => all.map((one) => one.ariaExpanded))).toEqual([
    'false',
    'true',
    'false',
    'true',
  ]);
  await page.locator('button[type=submit]').click();
  await page.waitForSelector('[role=alert]');
  await page.getByLabel('Name').first().fill('Bea');
  expect(await send()).toEqual({ a: [a[0], { name: 'Bea' }, {}, {}] });
});

test('a problem leads to its field through pages and folded cards', async () => {
  const a = Array.from({ length: 120 }, (_person, n) => ({
    name: `Person ${n}`,
    tags: Array.from({ length: 60 }, (_tag, t): string => (n === 101 && t === 55 ? 'x' : 'xx')),
  }));
  await draw(page, { schema: listOf(PERSON, 'People'), initialData: { a } });
  await page.locator('button[type=submit]').click();
  await page.waitForSelector('[role=alert]');
  await page.locator('[data-fw-summary] a').focus();
  await press('Enter');
  await page.locator('input:focus').waitFor();
  await expect.poll(() => readFocus()).toBe('Tag 56');
  await page.keyboard.type('y');
  const tags = Array.from({ length: 60 }, (_tag, t) => (t === 55 ? 'xy' : 'xx'));
  const changed = a.with(101, { name: 'Person 101', tags });
  expect(await send()).toEqual({ a: changed });
});

test('every row comes back as it was after all cards were opened', async () => {
  const a = [{ name: 'Ada', tags: ['ab'], beside: { deep: [null] } }, { born: '1815-12-10' }];
  await draw(page, { schema: listOf(PERSON, 'People'), initialData: { a } });
  for (const card of await page.locator('.fw-toggle').all()) await card.click();
  expect(await page.getByLabel('Born').count()).toBe(2);
  expect(await send()).toEqual({ a });
  expect(await page.evaluate(() => window.changed)).toEqual([]);
});

test('data that would draw too much are edited as JSON, and say so', async () => {
  const data = Object.fromEntries(Array.from({ length: 5000 }, (_entry, n) => [`k${n}`, 'x']));
  await draw(page, { schema: { type: 'object', additionalProperties: text }, initialData: data });
  expect(await page.locator('form > p').textContent()).toBe(
    'Cannot draw the schema because a form must have at most 2000 fields for the data: current value is more',
  );
  expect(await send()).toEqual(data);
});

test.each(['en', 'ar'] as const)(
  'axe finds nothing in tables, pages and cards, nor is there too little room: %s',
  async (language) => {
    const schema = {
      type: 'object',
      properties: {
        lines: { title: 'Lines', items: LINE },
        people: { title: 'People', items: PERSON },
      },
    };
    const people = [{ name: 'Ada', tags: ['ab'] }, { name: 'x' }];
    const lines = [{ article: 'x' }, ...toLines(60)];
    for (const [width, colorScheme] of [
      [900, 'light'],
      [320, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const initialData = { lines, people } as never;
      // A page of the list has 20 rows instead of 50, because further rows would look the same.
      await draw(page, { schema, initialData, language, colorScheme, limits: { drawn: 100 } });
      expect(await page.locator('tbody tr').count()).toBe(20);
      await page.locator('button[type=submit]').click();
      await page.waitForSelector('[role=alert]');
      expect(await listViolations(page)).toEqual([]);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth).toBe(clientWidth);
    }
    await page.setViewportSize({ width: 900, height: 900 });
    expect(errors).toEqual([]);
  },
);
