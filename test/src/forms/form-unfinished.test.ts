import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draw, openFormPages, type FormPages } from './open-page.ts';

const text = { type: 'string' } as const;
const photo = { ...text, title: 'Photo', format: 'uri', contentMediaType: 'image/png' };
const row = { type: 'object', properties: { name: text, any: { title: 'Any' }, photo } };
const rows = { type: 'object', properties: { rows: { type: 'array', title: 'Rows', items: row } } };
const named = { type: 'object', properties: { name: { ...text, title: 'Name' } } };
const any = { type: 'object', properties: { any: { title: 'Any' } } };

let pages: FormPages;
let page: Page;

beforeAll(async () => {
  pages = await openFormPages();
  page = await pages.open();
});

afterAll(() => pages.close());

const summary = () => page.locator('[data-fw-summary]');
const field = () => page.getByLabel('Any');
const files = () => page.locator('input[type=file]');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const toggle = (at = 0): Promise<void> => page.locator('.fw-toggle').nth(at).click();
const readSent = (): Promise<unknown[]> => page.evaluate(() => window.sent);
const send = (): Promise<void> => page.locator('button[type=submit]').click();
const finish = (...names: string[]): Promise<void> =>
  page.evaluate((all) => {
    for (const name of all) window.upload(name);
  }, names);

function choose(...names: string[]): Promise<void> {
  const chosen = names.map((name) => ({ name, mimeType: 'image/png', buffer: Buffer.from('x') }));
  return files().first().setInputFiles(chosen);
}

/** Sends a form that must be refused, and returns what the summary says. */
async function refuse(): Promise<string> {
  await send();
  await page.locator('[data-fw-summary]:focus').waitFor();
  expect(await readSent()).toEqual([]);
  return (await summary().locator('li').allTextContents()).join(' | ');
}

test('JSON that cannot be read stays with its row while the card is folded and moved', async () => {
  await draw(page, { schema: rows, initialData: { rows: [{ any: 1 }, { any: 2 }] } });
  await toggle();
  await field().fill('{"a":2');
  await toggle();
  expect(await field().isVisible()).toBe(false);
  expect(await refuse()).toMatch(/^Row 1: Any /u);
  await page.locator('[data-fw-do=down]').first().click();
  expect(await field().isVisible()).toBe(false);
  expect(await refuse()).toMatch(/^Row 2: Any /u);
  await summary().locator('a').click();
  await page.locator('textarea:focus').waitFor();
  expect(await field().inputValue()).toBe('{"a":2');
  await field().fill('{"a":2}');
  await toggle(1);
  await field().waitFor({ state: 'detached' });
  await send();
  expect(await readSent()).toEqual([{ rows: [{ any: 2 }, { any: { a: 2 } }] }]);
});

test('a row that is removed takes what cannot be read with it', async () => {
  await draw(page, { schema: rows, initialData: { rows: [{ any: 1 }, { any: 2 }] } });
  await toggle();
  await field().fill('{');
  await toggle();
  await page.locator('[data-fw-do=remove]').first().click();
  await send();
  expect(await readSent()).toEqual([{ rows: [{ any: 2 }] }]);
});

test('JSON that cannot be read stops the form from another page of its list', async () => {
  const list = { type: 'array', title: 'List', items: { title: 'Any' } };
  const initialData = { list: Array.from({ length: 60 }, (_value, at) => at) };
  await draw(page, { schema: { type: 'object', properties: { list } }, initialData });
  await page.locator('textarea').first().fill('{"a":');
  await button('Next').first().click();
  expect(await page.locator('textarea').first().isVisible()).toBe(false);
  await refuse();
  await summary().locator('a').click();
  await page.locator('textarea:focus').waitFor();
  expect(await page.locator('textarea').first().inputValue()).toBe('{"a":');
  expect(await page.locator('textarea').last().isVisible()).toBe(true);
});

test('a file goes on being stored in a folded card, and its refusal is not overlooked', async () => {
  const options = {
    schema: rows,
    initialData: { rows: [{}] },
    canUpload: true,
    holdsUploads: true,
  };
  await draw(page, options);
  await toggle();
  await choose('bad');
  await toggle();
  expect(await refuse()).toBe('Row 1: Photo is not uploaded yet');
  await finish('bad');
  await page.locator('.fw-file .fw-error').waitFor({ state: 'attached' });
  expect(await refuse()).toBe('Row 1: Photo bad could not be read');
  await summary().locator('a').click();
  await page.locator('input[type=file]:focus').waitFor();
  await choose('a.png');
  await toggle();
  await finish('a.png');
  // The row that is out of sight keeps its field until the file is stored.
  await page.locator('.fw-file').waitFor({ state: 'detached' });
  await send();
  expect(await readSent()).toEqual([{ rows: [{ photo: 'https://files.example/a.png' }] }]);
});

test('a file that is stored late takes its line from the list of problems', async () => {
  const initialData = { rows: [{}] };
  await draw(page, { schema: rows, initialData, canUpload: true, holdsUploads: true });
  await toggle();
  await choose('a.png');
  await toggle();
  expect(await refuse()).toBe('Row 1: Photo is not uploaded yet');
  await finish('a.png');
  await expect.poll(() => summary().locator('a').count()).toBe(0);
  const status = page.locator('[role=status][data-fw-unchecked]');
  expect(await status.textContent()).toContain('All');
  await send();
  expect(await readSent()).toEqual([{ rows: [{ photo: 'https://files.example/a.png' }] }]);
});

test('a file goes on being stored while its rows are shown as a spreadsheet', async () => {
  const items = { type: 'object', properties: { name: text, photo } };
  const schema = { type: 'object', properties: { rows: { type: 'array', title: 'Rows', items } } };
  await draw(page, { schema, initialData: { rows: [{}] }, canUpload: true, holdsUploads: true });
  await toggle();
  await choose('a.png');
  await page.getByRole('button', { name: /spreadsheet/iu }).click();
  await page.locator('[role=grid]').waitFor();
  await refuse();
  await finish('a.png');
  // The row that is out of sight keeps its field until the file is stored.
  await page.locator('.fw-file').waitFor({ state: 'detached' });
  await send();
  expect(await readSent()).toEqual([{ rows: [{ photo: 'https://files.example/a.png' }] }]);
});

test('a file is stored in its row, although a spreadsheet has removed others or rows are pasted', async () => {
  const items = { type: 'object', properties: { name: text, photo } };
  const schema = { type: 'object', properties: { rows: { type: 'array', title: 'Rows', items } } };
  const initialData = { rows: [{ name: 'a' }, { name: 'b' }, {}] };
  await draw(page, { schema, initialData, canUpload: true, holdsUploads: true });
  await toggle(1);
  await choose('b.png');
  await page.locator('.fw-file li').waitFor();
  await toggle(1);
  await toggle(2);
  await files()
    .last()
    .setInputFiles({ name: 'c.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await page.locator('.fw-file li').nth(1).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: /spreadsheet/iu }).click();
  await page.getByRole('gridcell').first().click();
  await button('Remove the row').click();
  await button('Paste rows').click();
  await page.locator('.fw-paste textarea').fill('pasted\tx:y');
  await page.getByRole('button', { name: /^Add 1 row/u }).click();
  await finish('b.png', 'c.png');
  await page.locator('.fw-file .fw-note').nth(1).waitFor({ state: 'attached' });
  await send();
  const url = (name: string): string => `https://files.example/${name}.png`;
  const pasted = { name: 'pasted', photo: 'x:y' };
  expect(await readSent()).toEqual([
    { rows: [{ name: 'b', photo: url('b') }, { photo: url('c') }, pasted] },
  ]);
});

test('a file whose storing hangs can be replaced or removed', async () => {
  const schema = { type: 'object', properties: { photo } };
  await draw(page, { schema, canUpload: true, holdsUploads: true });
  await choose('hangs.png');
  await choose('b.png');
  await finish('b.png');
  await page.getByText('https://files.example/b.png').waitFor();
  await choose('too.png');
  await button('Remove too.png').click();
  expect(await page.locator('input[type=file]:focus').count()).toBe(1);
  await send();
  expect(await readSent()).toEqual([{ photo: 'https://files.example/b.png' }]);
});

test('of several files each can be removed, and a refusal stays until it was read', async () => {
  const photos = { type: 'array', title: 'Photos', items: photo };
  const schema = { type: 'object', properties: { photos } };
  const refusals = page.locator('.fw-file .fw-error');
  await draw(page, { schema, canUpload: true, holdsUploads: true });
  await choose('bad');
  await finish('bad');
  await refusals.waitFor();
  await choose('hangs.png', 'a.png');
  await finish('a.png');
  await button('Remove hangs.png').click();
  await page.getByText('https://files.example/a.png').waitFor();
  expect(await refusals.allTextContents()).toEqual(['bad could not be read']);
  await send();
  expect(await readSent()).toEqual([{ photos: ['https://files.example/a.png'] }]);
});

test('an example gives back a text that is not JSON', async () => {
  const undo = button('Undo');
  const typed = '{"name":"long",';
  const example = { label: 'x', data: { name: 'x', any: 'x', rows: [] } };
  // The editor for all data.
  await draw(page, { schema: named, examples: [example], limits: { visible: 1 } });
  await page.locator('textarea').fill(typed);
  await button('x').click();
  await undo.click();
  expect(await page.locator('textarea').inputValue()).toBe(typed);
  // The editor of one value.
  await draw(page, { schema: any, examples: [example], initialData: { any: 1 } });
  await field().fill(typed);
  await button('x').click();
  expect(JSON.parse(await field().inputValue())).toBe('x');
  await undo.click();
  expect(await field().inputValue()).toBe(typed);
  await refuse();
  // The editor in a folded card.
  const initialData = { rows: [{ any: 1 }] };
  await draw(page, { schema: rows, examples: [example], initialData });
  await toggle();
  await field().fill(typed);
  await toggle();
  await button('x').click();
  await undo.click();
  await refuse();
  await summary().locator('a').click();
  expect(await field().inputValue()).toBe(typed);
});

test('the panel keeps a text that the form has not taken over when the view changes', async () => {
  const panel = page.locator('[data-fw-json]');
  const show = (view: 'form' | 'json' | 'both'): Promise<void> =>
    page.evaluate((next) => window.redraw({ view: next }), view);
  await draw(page, { schema: named, view: 'json', initialData: { name: 'old' } });
  await panel.fill('{"name":"new"');
  await show('both');
  expect(await panel.inputValue()).toBe('{"name":"new"');
  await show('form');
  expect(await panel.inputValue()).toBe('{"name":"new"');
  await refuse();
  await panel.fill('{"name":"new"}');
  await page.getByLabel('Name').focus();
  await panel.waitFor({ state: 'detached' });
  await send();
  expect(await readSent()).toEqual([{ name: 'new' }]);
});

test('the editor for all data reports that it was emptied', async () => {
  await draw(page, { schema: named, limits: { visible: 1 }, initialData: { name: 'old' } });
  await page.locator('textarea').fill('');
  expect(await page.evaluate(() => window.changed)).toEqual([undefined]);
});
