import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../support/list-violations.ts';
import { draw, openFormPages, type FormPages } from './open-page.ts';
import { TRIP, TRIP_DATA } from './trip-schema.ts';

let pages: FormPages;
let page: Page;
const errors: string[] = [];
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open({ viewport: { width: 1200, height: 900 } });
  page.on('pageerror', (error) => errors.push(error.message));
});
afterAll(() => pages.close());

const text = { type: 'string' };
const SCHEMA = {
  title: 'Order',
  type: 'object',
  required: ['name'],
  properties: { name: { ...text, title: 'Name' }, amount: { type: 'integer', title: 'Amount' } },
} as const;
const ORIGIN = 'https://agent.example';

async function readSent(): Promise<readonly unknown[]> {
  return page.evaluate(() => window.sent);
}

async function readName(): Promise<string> {
  return page.getByLabel('Name').inputValue();
}

test('an example fills the form at once; what was entered before can be brought back', async () => {
  const examples = [{ label: 'Tea', data: { name: 'Tea', extra: [1] } }, { data: { name: 'Two' } }];
  await draw(page, { schema: SCHEMA, examples });
  const undo = page.getByRole('button', { name: 'Undo' });
  await page.getByRole('button', { name: 'Tea' }).focus();
  await page.keyboard.press('Enter');
  expect(await readName()).toBe('Tea');
  expect(await undo.count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Tea');
  await page.locator('button[type=submit]').click();
  expect(await readSent()).toEqual([{ name: 'Tea', extra: [1] }]);
  await page.getByLabel('Name').fill('mine');
  await page.getByRole('button', { name: 'Example 2' }).click();
  expect(await readName()).toBe('Two');
  expect(await page.getByText('Filled with Example 2').count()).toBe(1);
  await undo.click();
  expect(await readName()).toBe('mine');
  expect(await undo.count()).toBe(0);
  await page.locator('button[type=submit]').click();
  expect((await readSent()).at(-1)).toEqual({ name: 'mine', extra: [1] });
  expect(await page.evaluate(() => window.changed.at(-1))).toEqual({ name: 'mine', extra: [1] });
});

test('the keys that send are shown, and a form is sent once while sending takes time', async () => {
  await draw(page, { schema: SCHEMA, isHeld: true, actionNames: ['Cancel'] });
  const button = page.locator('button[type=submit]');
  expect(await button.getAttribute('aria-keyshortcuts')).toBe('Control+Enter');
  expect(await page.locator('.fw-keys').textContent()).toBe('Ctrl+Enter');
  expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(1);
  const look = (): Promise<unknown> =>
    button.evaluate((element) => [element.clientWidth, getComputedStyle(element).color]);
  const before = await look();
  await page.getByLabel('Name').fill('x');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Sending').waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  expect(await look()).toEqual(before);
  await page.keyboard.press('Control+Enter');
  await button.dispatchEvent('click');
  await page.evaluate(() => window.release());
  await page.getByText('Sending').waitFor({ state: 'detached' });
  expect(await readSent()).toEqual([{ name: 'x' }]);
  await button.click();
  await expect.poll(async () => (await readSent()).length).toBe(2);
});

test('JSON beside the form follows it and changes it; what is no JSON changes nothing', async () => {
  await draw(page, { schema: SCHEMA, initialData: { name: 'a', extra: 1 }, view: 'both' });
  const json = page.getByLabel('JSON');
  await page.getByLabel('Name').fill('b');
  expect(JSON.parse(await json.inputValue())).toEqual({ name: 'b', extra: 1 });
  await json.fill('{"name": "c", "amount": 2,');
  expect(await json.getAttribute('aria-invalid')).toBe('true');
  expect(await readName()).toBe('b');
  await page.locator('button[type=submit]').click();
  await page.waitForSelector('[role=alert]');
  expect(await readSent()).toEqual([]);
  expect(await json.inputValue()).toBe('{"name": "c", "amount": 2,');
  await json.fill('{"name": "c", "amount": 2, "list": []}');
  await page.keyboard.press('Control+Enter');
  await expect.poll(readSent).toEqual([{ name: 'c', amount: 2, list: [] }]);
  expect(await readName()).toBe('c');
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-fw-json'))).toBe(
    true,
  );
});

test('JSON alone is judged as the form is, and problems lead to it', async () => {
  await draw(page, { schema: SCHEMA, initialData: { amount: 1.5 }, view: 'json' });
  expect(await page.getByLabel('Name').isVisible()).toBe(false);
  await page.locator('button[type=submit]').click();
  await page.locator('[data-fw-summary] a').first().click();
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-fw-json'))).toBe(
    true,
  );
  await page.getByLabel('JSON').fill('{"name": "x", "amount": 1}');
  await page.locator('button[type=submit]').click();
  await expect.poll(readSent).toEqual([{ name: 'x', amount: 1 }]);
});

test('what is missing in one group shares a line, with a link to each field', async () => {
  const item = {
    type: 'object',
    required: ['date', 'category', 'amount'],
    properties: {
      date: { ...text, format: 'date' },
      category: { enum: ['a', 'b'] },
      amount: { type: 'number', title: 'Net amount', minimum: 1 },
    },
  };
  const schema = {
    type: 'object',
    required: ['name'],
    properties: { name: text, items: { type: 'array', items: item } },
  };
  await draw(page, { schema, initialData: { items: [{}, { amount: 0 }] } });
  await page.locator('button[type=submit]').click();
  const summary = page.locator('[data-fw-summary]');
  const lines = summary.locator('li');
  await lines.first().waitFor();
  expect(await lines.allTextContents()).toEqual([
    'Enter the name',
    'Item 1: Date, Category, Net amount',
    'Item 2: Date, Category',
    'Item 2: Net amount must be at least 1',
  ]);
  expect(await summary.getByRole('heading').textContent()).toBe('7 things are not right yet');
  await summary.getByRole('link', { name: 'Net amount', exact: true }).click();
  await page.keyboard.type('4');
  await page.keyboard.press('Tab');
  await expect.poll(() => summary.locator('s').allTextContents()).toEqual(['Net amount']);
  expect(await lines.allTextContents()).toContain('Item 1: Date, Category, Net amount');
  await summary.getByRole('link', { name: 'Item 2: Net amount must be at least 1' }).click();
  await page.keyboard.type('4');
  await page.keyboard.press('Tab');
  await expect.poll(() => summary.getByRole('heading').textContent()).toBe('5 things are missing');
});

test('the focus has a ring where a key put it, and a line where a pointer did', async () => {
  await draw(page, { schema: { type: 'object', properties: { a: { type: 'string' }, b: {} } } });
  const field = page.getByLabel('A', { exact: true });
  const readRing = () => field.evaluate((input) => getComputedStyle(input).outlineWidth);
  await field.click();
  await expect.poll(readRing).toBe('1px');
  await page.keyboard.type('x');
  expect(await readRing()).toBe('1px');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect.poll(readRing).toBe('3px');
});

test('a long form has a list of its sections with their state, where there is room', async () => {
  await draw(page, {
    schema: TRIP,
    initialData: { ...TRIP_DATA, shipping: undefined, name: 'x' } as never,
  });
  const rail = page.getByRole('navigation', { name: 'Sections' });
  await page.locator('button[type=submit]').click();
  await page.waitForSelector('[role=alert]');
  expect((await rail.getByRole('link').allTextContents()).slice(0, 5)).toEqual([
    'Name, Email … (problem)',
    'Mode, City … (filled)',
    'Tags (filled)',
    'Extras (filled)',
    'Shipping address',
  ]);
  await rail.getByRole('link', { name: 'Tags' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/tags_0$/u);
  await page.getByLabel('Name').first().fill('Ada');
  await page.getByRole('button', { name: 'Add Shipping address' }).click();
  await page.getByLabel('Street').fill('Main');
  // A section is filled when nothing that it requires is missing.
  expect(await rail.getByRole('link', { name: 'Shipping' }).textContent()).toBe('Shipping address');
  await page.getByLabel('Zip').fill('1');
  expect(await rail.getByRole('link', { name: 'Shipping' }).textContent()).toBe(
    'Shipping address (filled)',
  );
  await page.setViewportSize({ width: 600, height: 900 });
  expect(await rail.isVisible()).toBe(false);
  await page.setViewportSize({ width: 1200, height: 900 });
  await draw(page, { schema: SCHEMA });
  expect(await rail.count()).toBe(0);
});

test('the origin is shown, and again where a stranger asks for a secret', async () => {
  const properties = {
    name: { ...text, title: 'Name' },
    pass: { ...text, format: 'password', title: 'Booking code' },
    cardNumber: text,
    pins: { items: { type: 'integer', title: 'PIN' } },
  };
  const schema = { type: 'object', properties } as const;
  await draw(page, { schema, origin: ORIGIN, initialData: { pins: [1] } });
  expect(await page.locator('.fw-origin').textContent()).toBe(
    'Answers go to https://agent.example',
  );
  for (const label of ['Booking code', 'Card number', 'PIN 1']) {
    const field = page.getByLabel(label, { exact: true });
    const described = await field.getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(
      'Only enter what you would give to https://agent.example',
    );
  }
  expect(await page.locator('.fw-warning').count()).toBe(3);
  expect(await page.getByLabel('Name').getAttribute('aria-describedby')).toBeNull();
  await draw(page, { schema });
  expect(await page.locator('.fw-warning, .fw-origin').count()).toBe(0);
});

test('files are stored elsewhere where the schema wants links, several at once, by drop as well', async () => {
  const link = { ...text, format: 'uri', contentMediaType: 'image/png' };
  const properties = {
    photo: { ...link, title: 'Photo' },
    more: { title: 'More', items: link },
    bare: { title: 'Bare', items: { ...text, contentEncoding: 'base64' } },
  };
  await draw(page, { schema: { type: 'object', properties }, canUpload: true });
  const file = (name: string): { name: string; mimeType: string; buffer: Buffer } => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from('abc'),
  });
  await page.getByLabel('Photo').setInputFiles(file('bad.png'));
  await page.getByText('bad.png could not be read').waitFor();
  await page.getByLabel('More').setInputFiles([file('b.png'), file('c.png')]);
  await page.getByText('https://files.example/c.png').waitFor();
  await page.getByLabel('Bare').setInputFiles([file('d'), file('e')]);
  await page.getByLabel('Photo').evaluate((input) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['abc'], 'dropped.png', { type: 'image/png' }));
    input.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await page.getByText('https://files.example/dropped.png').waitFor();
  await page.locator('button[type=submit]').click();
  const data = {
    photo: 'https://files.example/dropped.png',
    more: ['https://files.example/b.png', 'https://files.example/c.png'],
    bare: ['YWJj', 'YWJj'],
  };
  expect(await readSent()).toEqual([data]);
  await draw(page, { schema: { type: 'object', properties }, initialData: data });
  await page.locator('button[type=submit]').click();
  expect(await readSent()).toEqual([data]);
  expect(await page.getByLabel('Photo').getAttribute('type')).toBe('url');
});

test('short fields that follow each other stand in pairs where there is room', async () => {
  const properties = {
    from: { ...text, format: 'date', title: 'From' },
    to: { ...text, format: 'date', title: 'To' },
    name: { ...text, title: 'Name' },
    count: { type: 'integer', title: 'Count' },
  };
  await draw(page, { schema: { type: 'object', properties } });
  const tops = async (): Promise<readonly number[]> =>
    Promise.all(
      ['From', 'To', 'Name', 'Count'].map(async (label) => {
        const box = await page.getByLabel(label, { exact: true }).boundingBox();
        return box?.y ?? -1;
      }),
    );
  const [from, to, name, count] = await tops();
  expect(to).toBe(from);
  expect(new Set([from, name, count]).size).toBe(3);
  await page.setViewportSize({ width: 320, height: 900 });
  expect(new Set(await tops()).size).toBe(4);
  await page.setViewportSize({ width: 1200, height: 900 });
});

test.each(['en', 'ar'] as const)(
  'axe finds nothing with everything around a form, nor is there too little room: %s',
  async (language) => {
    const examples = [{ label: 'Weekend', data: TRIP_DATA }];
    for (const [width, colorScheme, view] of [
      [1200, 'light', 'form'],
      [1200, 'dark', 'both'],
      [320, 'light', 'both'],
      [320, 'dark', 'json'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await draw(page, {
        schema: TRIP,
        language,
        colorScheme,
        view,
        examples,
        origin: ORIGIN,
        canUpload: true,
        actionNames: ['Cancel'],
      });
      await page.getByRole('button', { name: 'Weekend' }).click();
      await page.locator('button[type=submit]').click();
      expect(await listViolations(page)).toEqual([]);
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth).toBe(clientWidth);
    }
    await page.setViewportSize({ width: 1200, height: 900 });
    expect(errors).toEqual([]);
  },
);
