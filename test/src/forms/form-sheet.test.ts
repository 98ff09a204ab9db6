import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listLookFaults } from '../support/list-look-faults.ts';
import { listViolations } from '../support/list-violations.ts';
import { draw, openFormPages, type FormPages } from './open-page.ts';
import { pasteInto } from './paste-into.ts';

let pages: FormPages;
let page: Page;
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open({ viewport: { width: 900, height: 900 } });
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
const SCHEMA = {
  type: 'object',
  properties: { a: { type: 'array', title: 'Lines', items: LINE } },
} as const;

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const paste = (data: string): Promise<void> => pasteInto(page, { text: data });

async function send(): Promise<unknown> {
  await page.locator('button[type=submit]').click();
  const sent = await page.evaluate(() => JSON.stringify(window.sent.at(-1)) ?? 'null');
  return JSON.parse(sent);
}

test('pasted rows are shown with what does not fit, before they are added unchanged', async () => {
  await draw(page, { schema: SCHEMA });
  await page.getByText('None yet').waitFor();
  await page.getByRole('button', { name: 'Paste rows' }).click();
  const box = page.getByLabel('Copy rows in your spreadsheet and paste them here');
  await box.fill('Unit\tArticle\tSum\nkg\tTea\t3\nbox\tX\tmany\n');
  const panel = page.getByRole('group', { name: 'Paste rows' });
  expect(await panel.getByRole('checkbox').isChecked()).toBe(true);
  await panel.getByLabel('Column Sum').selectOption('Amount');
  expect(await panel.locator('[data-fw-misfit] bdi').allTextContents()).toEqual([
    'box',
    'X',
    'many',
  ]);
  expect(await panel.getByRole('status').textContent()).toContain('1 row does not fit');
  expect(await listViolations(page)).toEqual([]);
  expect(await listLookFaults(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Add 1 row', exact: true }).click();
  expect(await send()).toEqual({ a: [{ unit: 'kg', article: 'Tea', amount: 3 }] });
  // Several cells that are pasted into a field open the same panel.
  await page.getByLabel('Article Line 1', { exact: true }).focus();
  await paste('حليب\t2\tpiece\nX\tmany\tkg');
  expect(await panel.locator('td[data-fw-number]').allTextContents()).toEqual([
    'many does not fit',
    '2',
  ]);
  await page.getByRole('button', { name: 'Add all 2 and fix them in the form' }).click();
  await page.locator('button[type=submit]').click();
  expect(await page.locator('[data-fw-summary] a').allTextContents()).toEqual([
    'Line 3: Article must have at least 2 characters',
    'Line 3: Amount: enter a whole number, such as 12',
  ]);
  expect(await page.getByLabel('Amount Line 2', { exact: true }).inputValue()).toBe('2');
  expect(await page.getByLabel('Amount Line 3', { exact: true }).inputValue()).toBe('many');
});

test('a pasted table that is too long says which of its rows are read', async () => {
  await draw(page, { schema: SCHEMA });
  const opener = page.getByRole('button', { name: 'Paste rows' });
  const status = page.getByRole('group', { name: 'Paste rows' }).getByRole('status');
  await opener.focus();
  await paste(`Article\n${'Tea\n'.repeat(4999)}`);
  await expect.poll(() => status.textContent()).toBe('4999 rows · Used: Article');
  await opener.focus();
  await paste(`Article\n${'Tea\n'.repeat(5000)}`);
  await expect.poll(() => status.textContent()).toContain('Only the first 4999 rows are read');
});

test('pasted rows take the place of an untouched one, and every column is used or named', async () => {
  await draw(page, { schema: SCHEMA });
  await page.getByRole('button', { name: 'Add Line' }).click();
  await page.getByLabel('Article Line 1', { exact: true }).focus();
  await paste('Article\tUnits\nTea\tkg\nRice\tkg');
  const panel = page.getByRole('group', { name: 'Paste rows' });
  expect(await panel.getByRole('status').textContent()).toContain(
    'Used: Article · Left out: Units',
  );
  await panel.getByLabel('Column Units').selectOption('Unit');
  expect(await panel.getByRole('status').textContent()).toContain('Used: Article and Units');
  expect(await panel.getByRole('status').textContent()).not.toContain('Left out');
  await panel.getByRole('button', { name: 'Add 2 rows' }).click();
  const rows = [
    { article: 'Tea', unit: 'kg' },
    { article: 'Rice', unit: 'kg' },
  ];
  expect(await send()).toEqual({ a: rows });
  // A row that was filled stays where it is.
  await page.getByLabel('Article Line 1', { exact: true }).focus();
  await paste('Milk\t1');
  await panel.getByRole('button', { name: 'Add 1 row', exact: true }).click();
  expect(await send()).toEqual({ a: [...rows, { article: 'Milk', amount: 1 }] });
});

test('rows are pasted as spreadsheets copy them: with commas, lines, quotes and empty rows', async () => {
  await draw(page, { schema: SCHEMA });
  await page.getByRole('button', { name: 'Add Line' }).click();
  await page.getByLabel('Article Line 1', { exact: true }).focus();
  // Whole columns were copied, without names, below which nothing stands.
  await paste(
    `"Tea, green\r\nin bags"\t3\tkg\r\n"Big" rice, long\t1\tpiece\r\n${'\t\t\r\n'.repeat(50)}`,
  );
  const panel = page.getByRole('group', { name: 'Paste rows' });
  await expect.poll(() => panel.getByRole('status').textContent()).toContain('2 rows');
  await panel.getByRole('button', { name: 'Add 2 rows' }).click();
  const pasted = [
    { article: 'Tea, green\r\nin bags', amount: 3, unit: 'kg' },
    { article: '"Big" rice, long', amount: 1, unit: 'piece' },
  ];
  expect(await send()).toEqual({ a: pasted });
  // In the spreadsheet a block lands where the focus is, and what finds no place is said.
  await page.getByRole('button', { name: 'Spreadsheet' }).click();
  await page.getByRole('gridcell', { name: '1', exact: true }).click();
  await paste('7\tkg\tnote');
  await page.getByText('Left out: Column 3').waitFor();
  expect(await send()).toEqual({ a: [pasted[0], { ...pasted[1], amount: 7, unit: 'kg' }] });
});

test('Enter of an input method composes a text, and ends nothing', async () => {
  const size = { enum: ['aa', 'ab', 'ac', 'ad', 'ae', 'af', 'ag'], title: 'Size' };
  await draw(page, {
    schema: { type: 'object', properties: { ...SCHEMA.properties, size } },
    initialData: { a: [{}] },
  });
  const compose = (): Promise<boolean> =>
    page.evaluate(() => {
      const event = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true };
      const focused = document.activeElement;
      focused?.dispatchEvent(new KeyboardEvent('keydown', event));
      return focused === document.activeElement;
    });
  await page.getByRole('combobox', { name: 'Size' }).fill('a');
  await press('ArrowDown');
  await compose();
  expect(await page.getByRole('combobox', { name: 'Size' }).inputValue()).toBe('a');
  await page.getByRole('button', { name: 'Spreadsheet' }).click();
  await page.getByRole('gridcell').first().click();
  await press('n');
  expect(await compose()).toBe(true);
  expect(await page.locator(':focus').inputValue()).toBe('n');
});

test('a list is a spreadsheet that is filled by keyboard alone', async () => {
  const a = Array.from({ length: 1000 }, (_line, n) => ({ article: `no ${n}`, amount: n }));
  await draw(page, { schema: SCHEMA, initialData: { a } });
  await page.getByRole('button', { name: 'Spreadsheet' }).focus();
  await press('Enter');
  const grid = page.getByRole('grid', { name: 'Lines' });
  await grid.waitFor();
  expect(await grid.getAttribute('aria-rowcount')).toBe('1001');
  expect(await grid.getByRole('row').count()).toBeLessThan(60);
  expect(await listViolations(page)).toEqual([]);
  expect(await listLookFaults(page)).toEqual([]);
  const read = (): Promise<string> =>
    page.evaluate(() => {
      const cell = document.activeElement?.closest('td');
      return `${cell?.parentElement?.getAttribute('aria-rowindex')} ${cell?.textContent}`;
    });
  await grid.getByRole('gridcell').first().click();
  await press('Control+End');
  await expect.poll(read).toBe('1001 ');
  await press('Control+Home', 'ArrowRight');
  expect(await read()).toBe('2 0');
  await page.keyboard.type('7');
  await press('Tab');
  // The first letter of a choice chooses it.
  await press('k', 'Enter');
  expect(await read()).toBe('3 ');
  await press('ArrowLeft', 'F2');
  await page.keyboard.type('x');
  await press('Escape');
  expect(await read()).toBe('3 1');
  await press('Shift+ArrowDown', 'Delete', 'Control+End', 'Home');
  await expect.poll(read).toBe('1001 no 999');
  await paste('last\t5\tkg\nadded\t6\tpiece');
  await page.getByText('1 row added').waitFor({ state: 'attached' });
  const [first, , , ...rest] = a;
  expect(await send()).toEqual({
    a: [
      { ...first, amount: 7, unit: 'kg' },
      { article: 'no 1' },
      { article: 'no 2' },
      ...rest.slice(0, -1),
      { article: 'last', amount: 5, unit: 'kg' },
      { article: 'added', amount: 6, unit: 'piece' },
    ],
  });
  await grid.getByRole('gridcell', { selected: true }).first().click();
  await page.getByRole('button', { name: 'Remove the row' }).click();
  expect(await grid.getAttribute('aria-rowcount')).toBe('1001');
});

test('what is typed in a cell stays when another one is clicked, and out of view', async () => {
  const a = Array.from({ length: 300 }, (_line, n) => ({ article: `no ${n}`, unit: 'piece' }));
  await draw(page, { schema: SCHEMA, initialData: { a } });
  await page.getByRole('button', { name: 'Spreadsheet' }).click();
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });
  await cell('no 0').click();
  await page.keyboard.type('first');
  await cell('no 1').click();
  expect(await cell('first').count()).toBe(1);
  await press('ArrowRight', 'ArrowRight', 'k');
  await cell('no 2').click();
  await page.keyboard.type('third');
  await page.locator('.fw-sheet-box').evaluate((box) => box.scrollBy(0, 4000));
  await cell('no 120').waitFor();
  const sent = await send();
  const changed = [
    { ...a[0], article: 'first' },
    { ...a[1], unit: 'kg' },
    { ...a[2], article: 'third' },
  ];
  expect(sent).toEqual({ a: [...changed, ...a.slice(3)] });
});

test('a key that is pressed before the browser has drawn a scroll to its end moves the focus', async () => {
  const a = Array.from({ length: 300 }, (_line, n) => ({ article: `no ${n}`, amount: n }));
  await draw(page, { schema: SCHEMA, initialData: { a } });
  await page.getByRole('button', { name: 'Spreadsheet' }).click();
  const grid = page.getByRole('grid', { name: 'Lines' });
  await grid.getByRole('gridcell').first().click();
  await press('Control+End');
  const focused = await page.evaluate(async () => {
    const box = document.querySelector('.fw-sheet-box');
    // On a clock that leaps, each part of React's work has a turn of its own, as beside load.
    const { now } = Performance.prototype;
    let leap = 0;
    performance.now = () => now.call(performance) + (leap += 50);
    try {
      await new Promise<void>((resolve) => {
        const drawn = new MutationObserver(() => {
          drawn.disconnect();
          const init = { key: 'Home', bubbles: true, cancelable: true };
          document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
          resolve();
        });
        drawn.observe(box?.querySelector('tbody') ?? document, { childList: true });
        box?.scrollBy(0, -200);
      });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    } finally {
      Reflect.deleteProperty(performance, 'now');
    }
    return document.activeElement?.textContent;
  });
  expect(focused).toBe('no 299');
});

test('a problem of a row out of view leads to its cell', async () => {
  const a = Array.from({ length: 300 }, (_line, n) => ({ article: n === 250 ? 'x' : `no ${n}` }));
  await draw(page, { schema: SCHEMA, initialData: { a } });
  await page.getByRole('button', { name: 'Spreadsheet' }).click();
  await page.getByRole('grid').waitFor();
  await page.locator('button[type=submit]').click();
  await page.locator('[data-fw-summary] a').click();
  const focused = page.locator('td:focus');
  await expect.poll(() => focused.textContent()).toBe('x');
  expect(await focused.getAttribute('aria-invalid')).toBe('true');
});

test('a long form is searched, says what is left, and folds its sections', async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 60 }, (_field, n) => [`field${n}`, { ...text, title: `Field ${n}` }]),
  );
  const schema = { type: 'object', properties, required: ['field3', 'field55'] } as const;
  await draw(page, { schema });
  const left = page.getByRole('button', { name: '2 required fields left' });
  await left.click();
  expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/field3$/u);
  await page.keyboard.type('x');
  await page.getByRole('button', { name: '1 required field left' }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/field55$/u);
  expect(await page.locator('details[open]').count()).toBe(2);
  expect(await listViolations(page)).toEqual([]);
  expect(await listLookFaults(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Find a field' }).fill('ield 27');
  await press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/field27$/u);
  const bar = await page.locator('.fw-actions-bar').boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(900);
});

test('a long form never says that nothing is left while a chosen alternative lacks a field', async () => {
  const toAlternative = (name: string): object => ({
    type: 'object',
    required: [name, 'size'],
    properties: { [name]: text, size: { type: 'number', title: 'Size' } },
  });
  const home = { title: 'Home', oneOf: [toAlternative('town'), toAlternative('lake')] };
  const group = { type: 'object', properties: { x: text } };
  const properties = { a: group, b: group, c: group, name: { ...text, title: 'Name' }, home };
  const schema = { type: 'object', properties, required: ['name', 'home'] } as const;
  await draw(page, { schema });
  await page.getByRole('textbox', { name: 'Name' }).fill('x');
  await page.getByLabel('Kind of Home').selectOption('Lake');
  const left = page.getByRole('button', { name: /required fields? left/u });
  await expect.poll(() => left.textContent()).toBe('2 required fields left');
  await left.click();
  await page.keyboard.type('Como');
  await expect.poll(() => left.textContent()).toBe('1 required field left');
  expect(await page.getByText('Nothing required is left').count()).toBe(0);
  await page.getByLabel('Size').fill('3');
  await page.getByText('Nothing required is left').waitFor();
});

test('durations, zones, sliders and ratings are entered as people say them', async () => {
  const hint = (widget: string): object => ({ 'x-formwork-ui': { widget } });
  const bounded = { type: 'integer', minimum: 1, maximum: 5 };
  await draw(page, {
    schema: {
      type: 'object',
      properties: {
        lasts: { ...text, format: 'duration', title: 'Lasts' },
        at: { ...text, format: 'date-time', title: 'At' },
        loud: { ...bounded, title: 'Loud', ...hint('slider') },
        good: { ...bounded, title: 'Good', ...hint('rating') },
        odd: { ...text, title: 'Odd', 'x-formwork-ui': { widget: '__proto__', width: { a: 1 } } },
      },
    },
    initialData: { loud: 2 },
  });
  await page.getByLabel('Lasts').fill('90');
  await page.getByLabel('Unit', { exact: true }).selectOption('minute');
  await page.getByLabel('At', { exact: true }).fill('2026-07-05T10:30');
  await page.getByLabel('Time zone').focus();
  await page.getByLabel('Time zone').selectOption('America/New_York');
  await page.getByLabel('Loud').focus();
  await press('ArrowRight');
  await page.getByRole('radio', { name: '4 of 5' }).check();
  await page.getByLabel('Odd').fill('x');
  expect(await listViolations(page)).toEqual([]);
  expect(await listLookFaults(page)).toEqual([]);
  expect(await send()).toEqual({
    lasts: 'PT90M',
    at: '2026-07-05T10:30:00-04:00',
    loud: 3,
    good: 4,
    odd: 'x',
  });
  // A star that was chosen by mistake is taken back, because the rating need not be given.
  await page.getByRole('button', { name: 'None' }).press('Enter');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    '1 of 5',
  );
  await expect
    .poll(() => page.evaluate(() => Object.keys(window.changed.at(-1) ?? {})))
    .not.toContain('good');
});

test('no key and no further unit makes another duration of what is seen', async () => {
  const lasts = { ...text, format: 'duration', title: 'Lasts' };
  const schema = { type: 'object', properties: { lasts } } as const;
  const changed = async (): Promise<unknown> => page.evaluate(() => window.changed.at(-1));
  for (const [language, typed, written] of [
    ['en', '1.5', 'PT1.5H'],
    ['de', '1,5', 'PT1.5H'],
    ['de', '1.000', 'PT1000H'],
  ] as const) {
    await draw(page, { schema, language });
    await page.getByLabel('Lasts').focus();
    await page.keyboard.type(typed);
    expect(await page.getByLabel('Lasts').inputValue()).toBe(typed);
    expect(await changed()).toEqual({ lasts: written });
  }

  await draw(page, { schema, initialData: { lasts: 'PT1H30M' } });
  await page.getByLabel('Unit').first().selectOption('second');
  // Nothing is shorter than a second, and there cannot be a second number of them.
  await expect.poll(changed).toEqual({ lasts: 'PT30M1S' });
  expect(await page.getByRole('button', { name: 'Add a smaller unit' }).count()).toBe(0);

  // A text that becomes a duration while it is typed keeps its field, and the focus.
  await draw(page, { schema, initialData: { lasts: '-P1D' } });
  await page.getByLabel('Lasts').focus();
  await press('Home', 'Delete', 'End', 'ArrowLeft');
  await page.keyboard.type('2');
  await expect.poll(changed).toEqual({ lasts: 'P12D' });
  expect(await page.getByLabel('Lasts').inputValue()).toBe('P12D');
});
