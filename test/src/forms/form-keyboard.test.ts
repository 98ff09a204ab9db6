import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draw, openFormPages, type FormPages } from './open-page.ts';

let pages: FormPages;
let page: Page;
beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open();
});
afterAll(() => pages.close());

/** Returns the label or the text of the element that has the focus. */
async function readFocus(): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const labelled = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
    const label = labelled ? focused.labels?.[0]?.textContent : undefined;
    return (focused?.getAttribute('aria-label') ?? label ?? focused?.textContent ?? '').trim();
  });
}

async function readSent(): Promise<unknown> {
  await page.waitForFunction(() => window.sent.length > 0);
  return page.evaluate(() => window.sent[0]);
}

async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('a form is filled, refused, mended and sent by keyboard alone', async () => {
  await draw(page, {
    schema: {
      title: 'Compare',
      type: 'object',
      required: ['name', 'mode', 'tags'],
      properties: {
        name: { type: 'string', title: 'Name' },
        mode: { title: 'Mode', enum: ['car', 'train'] },
        loud: { type: 'boolean', title: 'Loud' },
        count: { type: 'integer', title: 'Count' },
        tags: { type: 'array', title: 'Tags', items: { type: 'string' } },
      },
    },
  });
  const order: string[] = [];
  for (let step = 0; step < 6; step += 1) {
    await press('Tab');
    order.push(await readFocus());
  }
  expect(order).toEqual(['Name (required)', 'car', 'Loud', 'Count', 'Add tag', 'Send']);
  await press('Enter');
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-fw-summary'));
  await press('Tab', 'Enter');
  await expect.poll(() => readFocus()).toBe('Name (required)');
  await page.keyboard.type('Ada');
  await press('Tab', 'ArrowDown', 'Tab', 'Space', 'Tab');
  await page.keyboard.type('1.50');
  await press('Tab', 'Enter');
  await expect.poll(() => readFocus()).toBe('Tag 1');
  await page.keyboard.type('sea');
  await press('Enter');
  await page.waitForSelector('text=Count: enter a whole number, such as 12');
  // The summary takes the focus after it is drawn, and would take it from the field.
  await page.waitForFunction(() => document.activeElement?.hasAttribute('data-fw-summary'));
  await page.getByLabel('Count').focus();
  await press('ControlOrMeta+a');
  await page.keyboard.type('15');
  await press('Enter');
  expect(await readSent()).toEqual({
    name: 'Ada',
    mode: 'train',
    loud: true,
    count: 15,
    tags: ['sea'],
  });
});

test('the focus stays in the list when rows come and go', async () => {
  await draw(page, {
    schema: { type: 'object', properties: { tags: { title: 'Tags', items: { type: 'string' } } } },
    initialData: { tags: ['a', 'b', 'c'] },
  });
  await page.getByRole('button', { name: 'Remove Tag 2' }).focus();
  await press('Enter');
  await expect.poll(() => readFocus()).toBe('Remove Tag 2');
  await press('Enter');
  await expect.poll(() => readFocus()).toBe('Remove Tag 1');
  await press('Enter');
  await expect.poll(() => readFocus()).toBe('Add tag');
  await press('Enter');
  await expect.poll(() => readFocus()).toBe('Tag 1');
});

test('many choices are searched, chosen and left by keyboard', async () => {
  const cities = ['Athens', 'Berlin', 'Cairo', 'Delhi', 'Edinburgh', 'Fez', 'Geneva', 'Bern'];
  const schema = { type: 'object', properties: { city: { title: 'City', enum: cities } } };
  await draw(page, { schema });
  const box = page.getByRole('combobox', { name: 'City' });
  await box.focus();
  expect(await box.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.type('ber');
  expect(await page.getByRole('option').allTextContents()).toEqual(['Berlin', 'Bern']);
  expect(await page.locator('.fw-combobox').getByRole('status').textContent()).toBe('2 matches');
  await press('ArrowDown', 'ArrowDown');
  const active = await box.getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).textContent()).toBe('Bern');
  await press('Enter');
  expect(await box.inputValue()).toBe('Bern');
  expect(await box.getAttribute('aria-expanded')).toBe('false');
  await press('ArrowDown', 'Escape');
  expect(await box.inputValue()).toBe('Bern');
  await page.keyboard.type('zzz');
  await press('Tab');
  expect(await box.inputValue()).toBe('Bern');
  await box.focus();
  await press('ControlOrMeta+a', 'Delete', 'Tab', 'Enter');
  expect(await readSent()).toEqual({});
});

test('optional groups and recursion unfold when asked for, with their defaults', async () => {
  await draw(page, {
    schema: {
      type: 'object',
      properties: {
        shipping: {
          title: 'Shipping address',
          type: 'object',
          required: ['city'],
          properties: { city: { type: 'string', default: 'Rome' }, zip: { type: 'string' } },
        },
        node: { $ref: '#/$defs/node' },
      },
      $defs: {
        node: {
          title: 'Node',
          type: 'object',
          properties: { value: { type: 'string' }, left: { $ref: '#/$defs/node', title: 'Left' } },
        },
      },
    },
  });
  await page.getByRole('button', { name: 'Add Shipping address' }).click();
  expect(await page.getByLabel('City').inputValue()).toBe('Rome');
  await page.getByRole('button', { name: 'Add Node' }).click();
  await page.getByRole('button', { name: 'Add Left' }).click();
  await page.getByLabel('Value').nth(1).fill('deep');
  await press('Enter');
  expect(await readSent()).toEqual({
    shipping: { city: 'Rome' },
    node: { left: { value: 'deep' } },
  });
});

test('another alternative brings its own fields and constants', async () => {
  const option = (kind: string, name: string): object => ({
    title: kind,
    type: 'object',
    required: ['kind', name],
    properties: { kind: { const: kind }, [name]: { type: 'string' } },
  });
  await draw(page, {
    schema: {
      type: 'object',
      required: ['pay'],
      properties: {
        pay: { title: 'Payment', oneOf: [option('card', 'number'), option('invoice', 'vat')] },
      },
    },
  });
  await page.getByLabel('Number').fill('4');
  await page.getByLabel('Kind of Payment').selectOption('invoice');
  await page.getByLabel('Vat').fill('X1');
  await press('Enter');
  expect(await readSent()).toEqual({ pay: { kind: 'invoice', vat: 'X1' } });
});

test('a draft shows the alternative of which it has the most, although something is missing', async () => {
  const days = {
    title: 'Days',
    anyOf: [{ enum: ['Mon', 'Tue'] }, { type: 'null' }],
    default: null,
  };
  const pet = {
    oneOf: [
      {
        type: 'object',
        required: ['alpha', 'city'],
        properties: { alpha: { type: 'string' }, days, city: { type: 'boolean' } },
      },
      {
        type: 'object',
        required: ['beta'],
        properties: { beta: { type: 'string' }, days: { type: ['string', 'null'] } },
      },
    ],
  };
  const initialData = { pet: { alpha: 'a', days: null } };
  await draw(page, { schema: { type: 'object', properties: { pet } }, initialData });
  expect(await page.getByRole('textbox', { name: 'Alpha' }).inputValue()).toBe('a');
});

test('JSON that is none yet is not sent, and what was typed stays', async () => {
  await draw(page, { schema: { type: 'object', properties: { any: { title: 'Anything' } } } });
  const editor = page.getByLabel('Anything');
  await editor.fill('{"a": [1,');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForSelector('[role=alert]');
  expect(await page.locator('[data-fw-summary] a').allTextContents()).toEqual([
    'Anything is not valid JSON yet: check quotes, commas and brackets',
  ]);
  expect(await editor.inputValue()).toBe('{"a": [1,');
  await editor.fill('{"a": [1, null], "__proto__": {"x": 1}}');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForFunction(() => window.sent.length > 0);
  expect(await page.evaluate(() => JSON.stringify(window.sent[0]))).toBe(
    '{"any":{"a":[1,null],"__proto__":{"x":1}}}',
  );
});

test('files become data URLs, within the limit', async () => {
  await draw(page, {
    schema: {
      type: 'object',
      properties: { photo: { title: 'Photo', type: 'string', format: 'data-url' } },
    },
    maxFileBytes: 10,
  });
  const input = page.getByLabel('Photo');
  const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello world') };
  await input.setInputFiles(file);
  await page.waitForSelector('text=a.txt is too large');
  await input.setInputFiles({ ...file, buffer: Buffer.from('hello') });
  await page.waitForSelector('text=TXT, 5 bytes');
  await page.getByRole('button', { name: 'Send' }).click();
  expect(await readSent()).toEqual({ photo: 'data:text/plain;base64,aGVsbG8=' });
});

test('a number is written as people write it where they are', async () => {
  const german = await pages.open({ locale: 'de-DE' });
  const schema = {
    type: 'object',
    properties: { a: { title: 'Betrag', type: 'number' } },
  } as const;
  await draw(german, { schema, language: 'de' });
  await german.getByLabel('Betrag').pressSequentially('1,50');
  expect(await german.getByLabel('Betrag').inputValue()).toBe('1,50');
  await german.getByRole('button', { name: 'Senden' }).click();
  await german.waitForFunction(() => window.sent.length > 0);
  expect(await german.evaluate(() => window.sent)).toEqual([{ a: 1.5 }]);
  await pages.leave(german);
});
